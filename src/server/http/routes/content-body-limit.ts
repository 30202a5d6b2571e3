/** The longest way to write a UTF-16 code unit in JSON: an escape such as "\u0001". */
const bytesPerUnit = 6;
/** The ids of more links than anybody ticks, and the names of the fields. */
const linkBytes = 256 * 1024;

/** How many bytes a request may have that carries a content of at most so many UTF-16 code units. */
export function contentBodyLimit(maxContentChars: number): number {
  return maxContentChars * bytesPerUnit + linkBytes;
}
