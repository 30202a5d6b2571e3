/** A path that no route and no file has. */
const nowhere = '/*';

/** Letters, digits and marks of a path as RFC 3986 has them, and other bytes in percent-encoding. */
const plainPath = /^\/(?:[\w.~!$&'()*+,;=:@/-]|%[\da-f]{2})*$/i;
/** What a path could say without percent-encoding, and both slashes. */
const needlesslyEncoded = /[\w.~/\\-]/;

/**
 * The one decision what a request asks for, before headers, log, routes and files look at it. A path has one spelling
 * here: whatever is spelled otherwise (`/%61pi`, `/./x`, `//x`, `http://host/x`) asks for what is not there.
 * Takes the target of the request line; returns it, or a path where nothing is.
 */
export function pathAsked(target: string | undefined): string {
  const [path = ''] = target?.split('?', 1) ?? [];
  return target !== undefined && isNormal(path) ? target : nowhere;
}

function isNormal(path: string): boolean {
  if (!plainPath.test(path) || /\/(?:\.{1,2})?\/|\/\.{1,2}$/.test(path)) return false;
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
