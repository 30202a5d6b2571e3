import type { Edit } from '#core/edits/edit.ts';

import { withoutOwnFrame } from './own-frame.ts';
import { partLinks, shortened, type BrokenPromise, type JudgedVersion } from './judged-version.ts';

type Kind = Pick<BrokenPromise, 'row'> & { readonly what: string; readonly found: RegExp };

const signsBehind = /[.,;:!?)\]"'”’]+$/u;

/** Text that programs turn into links. */
const addresses: readonly Kind[] = [
  { row: 'A', what: 'an address', found: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s<>"]+/giu },
  { row: 'A', what: 'an address', found: /(?<![\w:])\/\/[a-z0-9-]+\.[a-z]{2,}[^\s<>"]*/giu },
  { row: 'A', what: 'a www address', found: /\bwww\.[^\s<>"]+/giu },
  {
    row: 'A',
    what: 'a scheme',
    found: /\b(?:javascript|vbscript|data|mailto|tel|sms|blob|file):[^\s<>"]+/giu,
  },
  { row: 'A', what: 'an e-mail address', found: /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+\.[\p{L}\p{N}.-]+/giu },
  {
    row: 'I',
    what: 'a phone number',
    found:
      /(?:\+|\b00)\d[\d ()./-]{6,}\d|\(?\b\d{3}\)?[-. ]\d{3}[-. ]\d{4}\b|\b0\d{2,4} ?[/-] ?\d[\d ]{4,}\d/gu,
  },
];

const markup: readonly Kind[] = [
  { row: 'A', what: 'a link', found: /!?\[[^\]]*\](?:\(|\[|:)|<a\b/giu },
  { row: 'D', what: 'link markup', found: /\[\[|\]\]|\(\(|\)\)/gu },
  { row: 'D', what: 'brackets', found: /(?<!\[)\[[^[\]\n]*\](?![([:\]])/gu },
  { row: 'D', what: 'a tag', found: /<[a-z/!?][^<>]{0,80}>?/giu },
  { row: 'D', what: 'code', found: /`+/gu },
  { row: 'D', what: 'emphasis', found: /\*+(?=[^\s*])|(?<=[^\s*])\*+|~~/gu },
  {
    row: 'D',
    what: 'emphasis',
    found: /(?<![\p{L}\p{N}_])_+(?=[\p{L}\p{N}])|(?<=[\p{L}\p{N}])_+(?![\p{L}\p{N}_])/gu,
  },
  { row: 'D', what: 'a shortcode', found: /\{\{|\}\}|\{%|%\}|\$\$/gu },
  {
    row: 'D',
    what: 'the beginning of a block',
    found: /\n[ \t]*(?:#{1,6}[ \t]|>|[-+*•][ \t]|\d{1,3}[.)][ \t]|\||={3,}|-{3,})/gu,
  },
];

/** Parts of the protocol with a model, which must not appear in a version. */
const protocol: readonly Kind[] = [
  { row: 'D', what: 'a command', found: /\b(?:INSERT|REPLACE|DELETE)\b/gu },
  {
    row: 'D',
    what: 'a marker',
    found: /\bVERSION\b|\bversion ?\d? ?:|\b(?:SAFE|INTERESTING|EXPLORATORY|CRAZY|EXPERIMENTAL)\b/gu,
  },
  { row: 'D', what: 'a label', found: /\bL{1,3}\d{1,2}\b/gu },
  { row: 'D', what: 'a token of a template', found: /<\||\|>|\bim_(?:start|end)\b|@@|<{4,}|>{4,}|={5,}/gu },
  { row: 'D', what: 'a placeholder', found: /\banchor text\b|\byour anchor\b/giu },
  {
    row: 'D',
    what: 'an elision',
    found:
      /\[ ?(?:\.{2,}|…)|\brest of (?:the |this )?(?:text|article|content|post)\b|\bremains? unchanged\b/giu,
  },
  {
    row: 'E',
    what: 'a comment',
    found:
      /(?:^|[.!?…]["”’»]?\s)\s*\W{0,3}(?:explanation|rationale|reason|begründung|hinweis|explicación)\s*:/giu,
  },
  { row: 'E', what: 'a comment', found: /\(\d+ links? used\)/giu },
  { row: 'C', what: 'a reasoning block', found: /<\/?(?:think|thinking|reasoning)\b|\[\/?THINK\]/giu },
];

/** Control characters, direction marks, invisible characters and tag characters. Joiners in emoji are allowed. */
const unseen: readonly Kind[] = [
  {
    row: 'D',
    what: 'an unseen character',
    found:
      // oxlint-disable-next-line no-control-regex -- the pattern finds control characters
      /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2028\u2029\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu,
  },
];
const emoji =
  /\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?(?:\u200D\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?)*/gu;

/** Finds text in edits that is more than plain words and selected links. The author's own text is not judged. */
export function brokenWords(version: JudgedVersion): BrokenPromise[] {
  return version.edits.flatMap((edit) => [...strangeIn(edit, version), ...oddAnchors(edit, version)]);
}

function strangeIn(edit: Edit, { name, content, isHtml, urls }: JudgedVersion): BrokenPromise[] {
  const plain = withoutOwnFrame(partLinks(edit.text, urls).plain, edit, isHtml).replaceAll(emoji, '');
  const added = isHtml ? plain.replace(/^\s*<p>/u, '').replace(/<\/p>\s*$/u, '') : plain;
  const own = content.slice(edit.start, edit.end).replaceAll(emoji, '');
  // Escaped signs are not markup.
  const escaped = isHtml ? /&#?\w+;/gu : /\\[!-/:-@[-`{-~]/gu;
  const read = (kinds: readonly Kind[], text: string, theirs: string) =>
    kinds.flatMap(({ row, what, found }) =>
      beyond(matchesOf(text, found), matchesOf(theirs, found)).map((match): BrokenPromise => ({
        row,
        text: `${name}: ${what}, ${JSON.stringify(match)}, in "${shortened(edit.text)}"`,
      })),
    );
  const broken = [
    ...read([...addresses, ...protocol, ...unseen], added, own),
    ...read(markup, added.replaceAll(escaped, ' '), own.replaceAll(escaped, ' ')),
  ];
  const isNumbered = edit.start === edit.end && /^\s*[[(]?\d{1,3}[.)\]]\s+\p{Lu}/u.test(added);
  if (isNumbered) broken.push({ row: 'D', text: `${name}: a number begins "${shortened(edit.text)}"` });
  return broken;
}

function matchesOf(text: string, found: RegExp): string[] {
  return [...text.matchAll(found)].map(([match]) =>
    match.length > 8 ? match.replace(signsBehind, '').trim() : match.trim() || match,
  );
}

function beyond(found: readonly string[], own: readonly string[]): string[] {
  const left = [...own];
  return found.filter((match) => {
    const at = left.indexOf(match);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

function oddAnchors({ text }: Edit, { name, urls }: JudgedVersion): BrokenPromise[] {
  return partLinks(text, urls).links.flatMap(({ anchor, url }) => {
    if (/[\p{L}\p{N}]{2}/u.test(anchor) && anchor.length < 300) return [];
    return [
      {
        row: 'D' as const,
        text: `${name}: the anchor "${shortened(anchor)}" of ${url} has no words or is too long`,
      },
    ];
  });
}
