import { linesOf } from './blocks.ts';

/** A sign of code or of a tag in a bare destination could end it elsewhere. Pairs of parentheses are two deep at most. */
const sign = '[^\\s<`()\\\\]|\\\\[^\\s<`]|\\\\(?=\\s|$)';
const bare = `(?:${sign}|\\((?:${sign}|\\((?:${sign})*\\))*\\))+`;
const title = String.raw`"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|\((?:[^()\\]|\\[^])*\)`;
const target = new RegExp(String.raw`^(?:<((?:[^<>\n\\]|\\.)*)>|(${bare}))?(?:\s+(?:${title}))?$`, 'u');

/** Returns the destination in the parentheses of a Markdown link as it is written. Null: they hold something else. */
export function destinationOf(source: string): string | null {
  const found = target.exec(source.trim());
  return found === null ? null : (found[1] ?? found[2] ?? '');
}

const definition = /^ {0,3}\[((?:[^[\]\\]|\\.)+)\]:/u;

/** Returns the label that a block of Markdown defines, as `labelOf` writes it. Null: the block defines none. */
export function definedLabel(block: string): string | null {
  const [line] = linesOf(block);
  const found = definition.exec(line?.text ?? '');
  if (found === null) return null;
  const label = labelOf(found[1] ?? '');
  const destination = block.slice(found[0].length).trim();
  return label === '' || destination === '' || destinationOf(destination) === null ? null : label;
}

/** Longer labels name nothing. */
export const longestLabel = 999;

/** Returns a label of Markdown so that equal labels are the same text. */
export function labelOf(source: string): string {
  return source.trim().replaceAll(/\s+/gu, ' ').toLowerCase();
}
