// Pointers to entries of a record, as the service writes them ("#/hands/Ana%20B/3") and as the desk does ("hands/Ana B/3").

/** A pointer of the service as one of the desk. */
export const placeOf = (pointer) => pointer.replace(/^#?\/?/, "").split("/").map(decoded).join("/");

/** The members that a pointer of the service leads through. */
export const membersOf = (pointer) => placeOf(pointer).split("/").map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));

/** A name as it is part of a pointer of the desk. */
export const pointed = (name) => name.replaceAll("~", "~0").replaceAll("/", "~1");

function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
