// Keys that step: through a round, and back and forth among what was entered.

const FIELDS = "input, select, textarea, [data-roving]";

/** Return what a key does within `root`: it dispatches a step through the round. */
export const stepperFor = (root, dispatch) => (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.(FIELDS)) return;
  const step = { ArrowLeft: { by: -1 }, ArrowRight: { by: 1 }, Home: { at: 0 }, End: { at: null } }[event.key];
  if (!step) return;
  event.preventDefault();
  const isInTimeline = event.target.matches?.(".mini");
  dispatch({ type: "by" in step ? "stepped" : "at", ...step });
  if (isInTimeline) root.querySelector(".mini.current")?.focus();
};

/** What a key asks for: "undo", "redo" or null. A field with text in it has a way back of its own. */
export function stepBackOf({ key, ctrlKey, metaKey, altKey, shiftKey, target }) {
  const letter = key.toLowerCase();
  if (!(ctrlKey || metaKey) || altKey || !"zy".includes(letter)) return null;
  const holdsText = target.matches?.("textarea, input:not([type=checkbox], [type=radio])");
  if (holdsText && (target.value || target.localName === "textarea")) return null;
  return letter === "y" || shiftKey ? "redo" : "undo";
}
