// Keys and the wheel that step through a round.

const FIELDS = "input, select, textarea, [role=tab], [data-roving]";
const NOTCH = 60;

/**
 * What a key (`stepped`) or the wheel (`turned`) does within `root`: it dispatches steps.
 */
export function stepper(root, dispatch) {
  let turn = 0;

  function stepped(event, { anywhere = false } = {}) {
    if (event.altKey || event.ctrlKey || event.metaKey || (!anywhere && event.target.closest?.(FIELDS))) return;
    const step = { ArrowLeft: { by: -1 }, ArrowRight: { by: 1 }, Home: { at: 0 }, End: { at: null } }[event.key];
    if (!step) return;
    event.preventDefault();
    const isInTimeline = event.target.matches?.(".mini");
    dispatch({ type: "by" in step ? "stepped" : "at", ...step });
    if (isInTimeline) root.querySelector(".mini.current")?.focus();
  }

  function turned(event) {
    const { deltaY } = event;
    if (Math.abs(deltaY) < Math.abs(event.deltaX) || event.ctrlKey) return;
    const end = deltaY > 0 ? ".control:has(.next)" : ".control:has(.back)";
    // At its ends the wheel scrolls the page.
    if (root.querySelector(`${end}[aria-disabled]`)) return;
    event.preventDefault();
    turn = Math.sign(turn) === Math.sign(deltaY) ? turn + deltaY : deltaY;
    if (Math.abs(turn) < NOTCH) return;
    turn = 0;
    dispatch({ type: "stepped", by: Math.sign(deltaY) });
  }

  return { stepped, turned };
}

/** What a key asks for: "undo", "redo" or null. A field with text in it has a way back of its own. */
export function stepBackOf({ key, ctrlKey, metaKey, altKey, shiftKey, target }) {
  const letter = key.toLowerCase();
  if (!(ctrlKey || metaKey) || altKey || !"zy".includes(letter)) return null;
  const holdsText = target.matches?.("textarea, input:not([type=checkbox], [type=radio])");
  if (holdsText && (target.value || target.localName === "textarea")) return null;
  return letter === "y" || shiftKey ? "redo" : "undo";
}
