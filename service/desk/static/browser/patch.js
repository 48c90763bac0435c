// Make the page show elements, changing only what differs: what has the focus keeps it, and a caret stays in its place.

const SVG = "http://www.w3.org/2000/svg";
const PROPERTIES = new Set(["value", "checked"]);
const FIELDS = new Set(["input", "select", "textarea"]);

/** Show the children of an element as all that is in `parent`. Text is only ever set as text. */
export function patchChildren(parent, { children, keys }) {
  const wanted = new Map(keys.map((key, at) => [key, children[at]]));
  const kept = new Map();
  // What goes, goes first: what stays is then never moved, for a node that is moved loses the focus.
  for (const node of [...parent.childNodes]) {
    const element = wanted.get(node.deskKey);
    if (element !== undefined && !kept.has(node.deskKey) && fits(node, element)) kept.set(node.deskKey, node);
    else node.remove();
  }
  let place = parent.firstChild;
  for (const [at, element] of children.entries()) {
    const node = kept.get(keys[at]) ?? created(element, parent, keys[at]);
    kept.delete(keys[at]);
    if (node === place) place = place.nextSibling;
    else parent.insertBefore(node, place);
    patchNode(node, element);
  }
}

function fits(node, element) {
  if (typeof element === "string") return node.nodeType === Node.TEXT_NODE;
  return node.nodeType === Node.ELEMENT_NODE && node.localName === element.tag;
}

function created(element, parent, key) {
  const node = typeof element === "string" ? document.createTextNode(element) : newElement(element.tag, parent);
  node.deskKey = key;
  return node;
}

function newElement(tag, parent) {
  const inSvg = tag === "svg" || (parent.namespaceURI === SVG && parent.localName !== "foreignObject");
  return inSvg ? document.createElementNS(SVG, tag) : document.createElement(tag);
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
  // What the reader has changed stays, too: details that are open, the stop of the Tab key in a row.
  const isNew = (name, value) => PROPERTIES.has(name) || !(name in before) || before[name] !== value;
  for (const [name, value] of Object.entries(element.props)) if (name !== late && name !== typing && isNew(name, value)) set(node, name, value);
  node.deskProps = element.props;
  node.deskOn = element.on;
  patchChildren(node, element);
  if (late && late in element.props) set(node, late, element.props[late]);
}

function set(node, name, value) {
  // What somebody has opened closes again only by hand.
  if (name === "open" && !value) return;
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
        dispatch({ ...named, value: target.value, checked: target.checked, from: event });
        return;
      }
    });
  }
}
