"""Somebody at the desk: what a person does there and sees, in the words of the page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Locator, Page

_ADDRESSED = "() => document.body.dataset.addressed === 'true'"
# The labels of the fields that are in the line of the table.
_SETUP = re.compile(r"Ruleset|How many|dealer|name of player")
_ANSWERED = "() => (({ opened, asked, answered }) => opened && asked === answered)(document.body.dataset)"


class Sitting:
    """A window of the browser with the desk in it.

    ``faults`` are the errors of the page, among them whatever its content policy refused; a service that could not be
    reached is none.
    """

    def __init__(self, browser: Browser, address: str, **window: Any) -> None:
        self.address = address
        self.faults: list[str] = []
        self.requests: list[str] = []
        self._context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **window})
        self._context.set_default_timeout(30_000)
        self.page: Page = self._context.new_page()
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self._note)
        self.page.on("request", lambda request: self.requests.append(request.url))

    def at_empty_desk(self) -> Iterator[Self]:
        """Yield this window with an empty desk; it must end without a fault in the page."""
        with self:
            self.open()
            yield self
            assert self.faults == []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._context.close()

    def _note(self, message: ConsoleMessage) -> None:
        # Refused records are answers, and the browser lists them among errors, like connections that failed.
        if message.type == "error" and not message.text.startswith("Failed to load resource"):
            self.faults.append(message.text)

    def open(self, fragment: str = "", path: str = "/desk") -> None:
        """Open the desk, or a link to it."""
        self.page.goto(f"{self.address}{path}{fragment}")
        self.settle()

    def settle(self) -> None:
        """Wait until the service has answered the last change."""
        self.page.wait_for_function(_ANSWERED)

    def open_setup(self) -> None:
        """Open the line that has the ruleset and the players."""
        self.page.locator("details.setup:not([open]) > summary").first.click()

    def write(self, text: str) -> None:
        """Put a text in the place of what is in the text area."""
        self.text_area.fill(text)
        self.settle()

    def press(self, *names: str) -> None:
        """Click buttons, by their names."""
        for name in names:
            self.page.get_by_role("button", name=name, exact=True).click()
        self.settle()

    def example(self, name: str) -> None:
        """Begin with an example."""
        if self.page.locator("details.welcome:not([open])").count():
            self.page.locator("details.welcome > summary").click()
        self.press(name)

    def field(self, label: str) -> Locator:
        """Return a field by its label, and open the line of the table if it is there."""
        if _SETUP.match(label) and self.page.locator("details.setup:not([open])").count():
            self.open_setup()
        return self.page.get_by_label(label, exact=True)

    def enter(self, label: str, value: str) -> None:
        """Type into a field, and leave it."""
        field = self.field(label)
        field.fill(value)
        field.blur()
        self.settle()

    @property
    def text_area(self) -> Locator:
        """The round as text."""
        return self.page.locator("#text")

    @property
    def text(self) -> str:
        """The text in the text area."""
        return str(self.text_area.input_value())

    @property
    def ruling(self) -> str:
        """The first sentences of the ruling."""
        return str(self.page.locator(".verdict").inner_text())

    @property
    def whole_ruling(self) -> str:
        """All that is said about the round."""
        return str(self.page.locator("#ruling").inner_text())

    @property
    def standing(self) -> str:
        """How a game stands, on the score sheet: in words, and the totals."""
        return "\n".join(self.page.locator(".standing, .totals").all_inner_texts())

    def saved(self, button: str) -> str:
        """Press a button that has the browser save a file, and return what is in it."""
        with self.page.expect_download() as saving:
            self.press(button)
        return str(saving.value.path().read_text())

    def copied(self, button: str, said: str) -> str:
        """Press a button that copies something, and return that once the page has said so."""
        self.page.evaluate("navigator.clipboard.writeText = async text => { window.copied = text }")
        self.press(button)
        self.page.get_by_text(said).wait_for()
        return str(self.page.evaluate("window.copied"))

    def link(self) -> str:
        """Return what follows the path in the address, once it is up to date."""
        self.page.wait_for_function(_ADDRESSED)
        return str("#" + self.page.url.partition("#")[2])
