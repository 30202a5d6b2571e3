import process from 'node:process';

/** Control characters apart from tab and line feed, and characters that show text in another order. */
const acting = /(?![\t\n])[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu;

/**
 * Returns a text in which a terminal obeys nothing: names of files, texts and answers of providers may have signs that
 * move the cursor, hide lines or write to the clipboard. JSON stays the same JSON.
 */
export function shown(text: string): string {
  return text.replace(acting, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Writes to the standard output. */
export function print(text: string): void {
  process.stdout.write(shown(text));
}

/** Writes a line to the standard error. */
export function say(line: string): void {
  process.stderr.write(`${shown(line)}\n`);
}

/** Lets a command finish its work when nobody reads any more what it says: a closed pipe, or a closed terminal. */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
    });
}
