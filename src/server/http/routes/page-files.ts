import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const codings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** The content of a file in one encoding. */
type EncodedFile = { readonly coding: 'br' | 'gzip' | null; readonly bytes: Buffer };

export type PageFile = {
  readonly mediaType: string;
  /** The ETag: a hash of the content. */
  readonly tag: string;
  /** The smallest encoding comes first. The last is not compressed. */
  readonly encodings: readonly EncodedFile[];
};

/**
 * Returns all files of the built page by their paths, such as `assets/index-1a2b3c.js`. The server sends them from
 * memory: a later build has other file names, and an open page would no longer find its files.
 */
export function readPageFiles(webRoot: string): ReadonlyMap<string, PageFile> {
  const names = readdirSync(webRoot, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(webRoot, path.join(parentPath, name)).replaceAll('\\', '/'));
  const files = names.filter((name) => !isExcluded(name));
  return new Map(files.map((name) => [name, readPageFile(path.join(webRoot, name))]));
}

/** The page itself is a template. Compressed copies and hidden files have no address. */
function isExcluded(name: string): boolean {
  return name === 'index.html' || /(^|\/)\.|\.(br|gz)$/.test(name);
}

function readPageFile(file: string): PageFile {
  const bytes = readFileSync(file);
  const compressed = codings
    .filter(([, ending]) => existsSync(`${file}${ending}`))
    .map(([coding, ending]) => ({ coding, bytes: readFileSync(`${file}${ending}`) }));
  return {
    mediaType: mediaTypes[path.extname(file)] ?? 'application/octet-stream',
    tag: `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    encodings: [...compressed, { coding: null, bytes }],
  };
}

/** Returns whether an `Accept-Encoding` header accepts the coding. */
export function acceptsCoding(accepted: string, coding: string): boolean {
  return accepted.split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase());
    return name === coding && !parameters.some((each) => /^q=0(\.0*)?$/.test(each));
  });
}
