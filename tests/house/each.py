"""One item for a rule that holds for many texts: an item each takes longer than looking at it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import Any

Test = Callable[..., None]


def for_each(names: str, cases: Iterable[Any]) -> Callable[[Test], Test]:
    """Run a test for all cases, like `pytest.mark.parametrize`, but as one item.

    It goes on after a case that fails; the message lists all that do.  Other parameters of the
    test are fixtures.
    """
    words = names.replace(",", " ").split()

    def decorate(test: Test) -> Test:
        def run(**fixtures: Any) -> None:
            failed, count = [], 0
            for count, case in enumerate(cases, start=1):  # noqa: B007 -- for the last assertion
                values = dict(zip(words, case if len(words) > 1 else (case,), strict=True))
                try:
                    test(**values, **fixtures)
                except AssertionError as error:
                    said = str(error).partition("\n")[0]
                    failed.append(f"{', '.join(map(str, values.values()))}: {said}"[:300])
            assert not failed, f"{len(failed)} of {count} fail:\n" + "\n".join(failed)
            assert count, "there is nothing to look at"

        run.__name__, run.__doc__, run.__module__ = test.__name__, test.__doc__, test.__module__
        others = [x for x in inspect.signature(test).parameters if x not in words]
        kind = inspect.Parameter.KEYWORD_ONLY
        run.__signature__ = inspect.Signature([inspect.Parameter(x, kind) for x in others])  # type: ignore[attr-defined]
        return run

    return decorate
