"""A Python port from its name, ``package.module:ClassName``."""

from __future__ import annotations

import importlib
import os
import sys

from toolset_conformance.port import Port


class PortNotFound(Exception):
    """``module:Class`` names nothing that can be used as a port; the text says why."""


def load_port(spec: str) -> Port:
    """Make the port that ``package.module:ClassName`` names, looked up from the current directory too.

    Raises :class:`PortNotFound` with one line that says what is wrong and what to do.
    """
    module_name, colon, class_name = spec.partition(":")
    if not colon or not module_name or not class_name:
        raise PortNotFound(f"'{spec}' is not of the form package.module:ClassName")
    here = os.getcwd()
    if here not in sys.path and "" not in sys.path:
        sys.path.insert(0, here)
    try:
        module = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name and (module_name == error.name or module_name.startswith(error.name + ".")):
            raise PortNotFound(f"no module '{error.name}' in {here} or among the installed packages") from error
        raise PortNotFound(f"'{module_name}' cannot be imported: it needs the module '{error.name}'") from error
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        # A script that ends with sys.exit must not end the suite, with whatever status it likes.
        raise PortNotFound(f"'{module_name}' cannot be imported: {described(error)}{_place(error)}") from error
    try:
        found = getattr(module, class_name)
    except AttributeError:
        ports = [k for k, v in vars(module).items() if isinstance(v, type) and issubclass(v, Port) and v is not Port]
        hint = f"; it has {', '.join(sorted(ports))}" if ports else ""
        raise PortNotFound(f"'{module_name}' has no '{class_name}'{hint}") from None
    if not (isinstance(found, type) and issubclass(found, Port)):
        raise PortNotFound(f"'{spec}' is not a subclass of toolset_conformance.Port")
    try:
        return found()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        said = f"'{spec}' cannot be made without arguments: {described(error)}{_place(error)}"
        raise PortNotFound(said) from error


def _place(error: BaseException) -> str:
    """The innermost line of somebody's own code that an error came from."""
    import traceback

    ours = (__file__, "<frozen ")
    places = [frame for frame in traceback.extract_tb(error.__traceback__) if not frame.filename.startswith(ours)]
    return f" ({places[-1].filename}:{places[-1].lineno})" if places else ""


def said(error: BaseException) -> str:
    """The text of what was raised; nothing where it cannot be had."""
    try:
        return str(error)
    except KeyboardInterrupt:
        raise
    except BaseException:
        return ""


def described(error: BaseException) -> str:
    """The type and the text of what was raised."""
    text = said(error)
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
