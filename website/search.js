// The search: its index is a script, which a page from a folder may load too, and comes when it is wanted first.
"use strict";
const root = document.currentScript.dataset.root;
const box = document.getElementById("site-search");
const found = document.getElementById("site-found");
const results = document.getElementById("site-results");
document.querySelector("search").hidden = false;

let index;
function load() {
  index ??= new Promise((resolve) => {
    const script = document.createElement("script");
    script.src = `${root}search-index.js`;
    script.onload = () => resolve(window.searchIndex);
    document.head.append(script);
  });
  return index;
}

function rank([title, , text], words) {
  const head = title.toLowerCase(), all = `${head} ${text.toLowerCase()}`;
  if (!words.every((word) => all.includes(word))) return 0;
  const phrase = words.join(" ");
  if (head === phrase || head.startsWith(`${phrase}:`)) return 4;
  return head.startsWith(phrase) ? 3 : words.every((word) => head.includes(word)) ? 2 : 1;
}

async function show() {
  const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
  const parts = words.length ? await load() : [];
  const hits = parts.map((part) => [rank(part, words), part]).filter(([good]) => good);
  hits.sort(([one], [other]) => other - one);
  results.replaceChildren(...hits.slice(0, 20).map(([, [title, address, text]]) => {
    const item = document.createElement("li"), link = document.createElement("a");
    link.href = root + address;
    link.textContent = title;
    item.append(link, ` ${text.slice(0, 120)}`);
    return item;
  }));
  found.textContent = words.length ? `${hits.length} found` : "";
}

box.addEventListener("focus", load);
box.addEventListener("input", show);
