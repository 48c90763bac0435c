// Make the page show elements, changing only what differs: what has the focus keeps it, and a caret stays in its place.

const SVG = "http://www.w3.org/2000/svg";
const PROPERTIES = new Set(["value", "checked"]);
const FIELDS = new Set(["input", "select", "textarea"]);

/** Show `elements` as all that is in `parent`. Text is only ever set as text. */
export function patchChildren(parent, elements) {
  const keyed = new Map();
  for (const node of parent.childNodes) if (node.deskKey != null) keyed.set(node.deskKey, node);
  let place = parent.firstChild;
  for (const element of elements) {
    const wanted = element.key != null ? keyed.get(element.key) : place?.deskKey == null ? place : null;
    const node = wanted && fits(wanted, element) ? wanted : created(element, parent);
    if (node !== place) parent.insertBefore(node, place);
    else place = place.nextSibling;
    patchNode(node, element);
  }
  while (place) {
    const next = place.nextSibling;
    place.remove();
    place = next;
  }
}

function fits(node, element) {
  if (typeof element === "string") return node.nodeType === Node.TEXT_NODE;
  return node.nodeType === Node.ELEMENT_NODE && node.localName === element.tag;
}

function created(element, parent) {
  if (typeof element === "string") return document.createTextNode(element);
  const inSvg = element.tag === "svg" || (parent.namespaceURI === SVG && parent.localName !== "foreignObject");
  const node = inSvg ? document.createElementNS(SVG, element.tag) : document.createElement(element.tag);
  node.deskKey = element.key;
  return node;
}

function patchNode(node, element) {
  if (typeof element === "string") {
    if (node.data !== element) node.data = element;
    return;
  }
  const before = node.deskProps ?? {};
  for (const name of Object.keys(before)) if (!(name in element.props)) set(node, name, null);
  // A select takes its value once its options are there.
  const late = element.tag === "select" ? "value" : null;
  // What somebody is typing stays, unless the state has something new for the field.
  const typing = node === document.activeElement && FIELDS.has(element.tag) && before.value === element.props.value ? "value" : null;
  for (const [name, value] of Object.entries(element.props)) if (name !== late && name !== typing) set(node, name, value);
  node.deskProps = element.props;
  node.deskOn = element.on;
  patchChildren(node, element.children);
  if (late && late in element.props) set(node, late, element.props[late]);
}

function set(node, name, value) {
  // Where the Tab key stops in a row is then changed by the arrow keys.
  if (name === "tabindex" && "data-roving" in (node.deskProps ?? {})) return;
  if (PROPERTIES.has(name) && FIELDS.has(node.localName)) {
    const wanted = value ?? (name === "checked" ? false : "");
    if (node[name] !== wanted) node[name] = wanted;
  } else if (value === null || value === undefined || value === false) {
    node.removeAttribute(name);
  } else {
    const wanted = value === true ? "" : String(value);
    if (node.getAttribute(name) !== wanted) node.setAttribute(name, wanted);
  }
}

/** Pass what happens within `root` to `dispatch`, as the event that the nearest element around it names. */
export function listen(root, kinds, dispatch) {
  for (const kind of kinds) {
    root.addEventListener(kind, (event) => {
      for (let node = event.target; node && node !== root.parentNode; node = node.parentNode) {
        const named = node.deskOn?.[kind];
        if (!named) continue;
        const { target } = event;
        dispatch({ ...named, value: target.value, checked: target.checked, pressed: event.key, from: event }, event);
        return;
      }
    });
  }
}
