import { opensTagAt, tagAt } from './html-pieces.ts';
import type { Tag } from './html-pieces.ts';

/** Bare tags of structure, which a version may add to those of its content. */
const structure = /^<\/?(?:p|br|h[1-6]|ul|ol|li|strong|em|b|i|blockquote)\s*\/?>$/iu;
/** Of a tag that never ends, so much must be the user's own. */
const openLength = 60;

/** Tells what stands in the user's own text from what was added to it: `true` for a part of that text. */
export type IsOwn = (part: string) => boolean;

export function createIsOwn(content: string): IsOwn {
  const known = new Map<string, boolean>();
  return (part) => {
    const found = known.get(part) ?? content.includes(part);
    known.set(part, found);
    return found;
  };
}

/** The source, in which each tag that is neither the user's own nor bare structure is text. */
export function keepOwnTags(source: string, isOwn: IsOwn): string {
  const pieces: string[] = [];
  let done = 0;
  let at = source.indexOf('<');
  while (at >= 0) {
    const tag = tagAt(source, at);
    const isKept = tag === null ? keepsOpen(source, at, isOwn) : keepsTag(tag, isOwn);
    if (!isKept) {
      pieces.push(source.slice(done, at), '&lt;');
      done = at + 1;
    }
    at = source.indexOf('<', isKept && tag !== null ? at + tag.source.length : at + 1);
  }
  pieces.push(source.slice(done));
  return pieces.join('');
}

function keepsTag({ source }: Tag, isOwn: IsOwn): boolean {
  return structure.test(source) || isOwn(source);
}

function keepsOpen(source: string, at: number, isOwn: IsOwn): boolean {
  // What stands behind the source may make a tag of its last sign.
  if (at === source.length - 1) return false;
  return !opensTagAt(source, at) || isOwn(source.slice(at, at + openLength));
}

const destination = /\]\(\s*(<[^<>\n]*>|[^\s()]*)/gu;
const definition = /^[ \t]{0,3}\[[^\]\n]{1,300}\]:.*$/gmu;

/** Markdown, in which links that are not the user's own are text. */
export function keepOwnMarkdownLinks(source: string, isOwn: IsOwn): string {
  return source
    .replace(destination, (link) => (isOwn(link) ? link : `]\\${link.slice(1)}`))
    .replace(definition, (line) => (isOwn(line) ? line : line.replace('[', '\\[')));
}
