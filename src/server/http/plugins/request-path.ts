/** A path that no route and no file has. */
const unknownPath = '/*';

/** Unreserved characters and delimiters of a path (RFC 3986), and other bytes in percent-encoding. */
const pathCharacters = /^\/(?:[\w.~!$&'()*+,;=:@/-]|%[\da-f]{2})*$/i;
/** Characters that need no percent-encoding, and both slashes. */
const needlesslyEncoded = /[\w.~/\\-]/;

/**
 * Takes the target of the request line. Returns it unchanged if its path has the normal spelling, otherwise a path that
 * does not exist. Headers, log, routes and files all see only the result. So `/%61pi`, `/./x`, `//x` and
 * `http://host/x` are not found.
 */
export function normalTarget(target: string | undefined): string {
  const [path = ''] = target?.split('?', 1) ?? [];
  return target !== undefined && isNormal(path) ? target : unknownPath;
}

function isNormal(path: string): boolean {
  if (!pathCharacters.test(path) || /\/(?:\.{1,2})?\/|\/\.{1,2}$/.test(path)) return false;
  const encoded = path.match(/%../g) ?? [];
  return isUtf8(path) && encoded.every((code) => !needlesslyEncoded.test(byteOf(code)));
}

function byteOf(code: string): string {
  return String.fromCharCode(Number.parseInt(code.slice(1), 16));
}

function isUtf8(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
