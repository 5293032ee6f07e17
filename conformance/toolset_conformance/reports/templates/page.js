"use strict";
(() => {
  const form = document.querySelector(".filters");
  const rows = [...document.querySelectorAll("[data-outcome]")];

  // What a fragment names may lie in something closed or filtered away.
  function reveal() {
    let id = location.hash.slice(1);
    try { id = decodeURIComponent(id); } catch { return; }
    const target = id && document.getElementById(id);
    if (!target) return;
    const row = target.closest("[data-outcome]");
    if (form && (row ? row.hidden : target.closest("[hidden]"))) form.reset();
    for (let at = target; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
    (row || target).scrollIntoView();
  }

  function textOf(row) {
    row.text ??= `${row.textContent} ${row.closest(".rule")?.querySelector("h3").textContent ?? ""}`.toLowerCase();
    return row.text;
  }

  function apply() {
    const wanted = form.text.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    const outcomes = new Set([...form.querySelectorAll("[name=outcome]:checked")].map((box) => box.value));
    let shown = 0;
    for (const row of rows) {
      const fits = (!outcomes.size || row.dataset.outcome.split(" ").some((outcome) => outcomes.has(outcome)))
        && (!form.level.value || row.dataset.level.split(" ").includes(form.level.value))
        && (!form.kind?.value || (row.dataset.kind ?? "").split(" ").includes(form.kind.value))
        && wanted.every((word) => textOf(row).includes(word));
      row.hidden = !fits;
      shown += fits;
    }
    for (const around of document.querySelectorAll(".rule, .group"))
      if (around.querySelector("[data-outcome]")) around.hidden = !around.querySelector("[data-outcome]:not([hidden])");
    for (const part of document.querySelectorAll("tbody.origin"))
      part.hidden = !part.querySelector("[data-outcome]:not([hidden])");
    const all = rows.length === shown;
    if (!all) for (const part of folds) fold(part, false);
    form.querySelector("output").value = all ? `${shown} ${form.dataset.of ?? "cases"}` : `${shown} of ${rows.length} ${form.dataset.of ?? "cases"}`;
    form.querySelector("[type=reset]").hidden = all;
    document.getElementById("none").hidden = shown > 0;
  }

  // Rows keep to their part of the table; without an order of their own they go back to the one they came in.
  function arrange() {
    const key = form.order?.value;
    rows.forEach((row, number) => { row.number ??= number; });
    const before = (a, b) => (key === "rank" ? a.dataset.rank - b.dataset.rank : key === "wrong" ? b.dataset.wrong - a.dataset.wrong : 0) || a.number - b.number;
    for (const part of document.querySelectorAll("tbody.origin"))
      part.append(...[...part.querySelectorAll("[data-outcome]")].sort(before));
  }

  // What one library asks for is folded away until it is wanted, or looked for.
  const folds = [...document.querySelectorAll("tbody.origin")];
  function fold(part, folded) {
    part.classList.toggle("folded", folded);
    part.querySelector("button").setAttribute("aria-expanded", String(!folded));
  }
  for (const part of folds) {
    const button = part.querySelector("button");
    button.disabled = false;
    button.addEventListener("click", () => fold(part, !part.classList.contains("folded")));
    fold(part, "folds" in part.dataset);
  }

  if (form) {
    form.hidden = false;
    const measure = () => document.documentElement.style.setProperty("--bar", `${form.offsetHeight}px`);
    measure();
    new ResizeObserver(measure).observe(form);
    form.addEventListener("input", apply);
    form.order?.addEventListener("input", arrange);
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("reset", () => setTimeout(() => { apply(); arrange(); }));
    apply();
  }
  addEventListener("hashchange", reveal);
  addEventListener("load", reveal);

  // On paper nothing can be opened: the failures are, all else is a line.
  let opened = [];
  addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll("details.failed:not([open]), details.error:not([open])")];
    for (const one of opened) one.open = true;
  });
  addEventListener("afterprint", () => { for (const one of opened) one.open = false; });
})();
