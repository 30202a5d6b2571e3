import fc from 'fast-check';
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { expect, test } from 'vitest';

import { documentLooks } from '#core/document/line-looks.ts';
import type { Edit } from '#core/edits/edit.ts';
import { disclosureWords } from '#core/export/disclosure.ts';
import { withDisclosure } from '#core/export/write-source.ts';
import { markdownToHtml } from '#export/markup/markdown-to-html.ts';
import { atScale } from '#scripts/at-scale.ts';

import { readingLines, sourceLines, type ReadPiece } from './reading-lines.ts';
import { disclosureId, linesOfBlock } from './text-pieces.ts';
import { blockEnds, blocksWith } from './version-text.tsx';

const url = 'https://shop.example/pan?a=1&b=2';

function read(content: string, edits: readonly Edit[] = []) {
  const lines = linesOfBlock(content, { start: 0, end: content.length, edits }, [url], false);
  return readingLines(lines, documentLooks(content), content);
}

/** Returns the visible text of a piece with its looks: `strong:words`. */
function seen({ text, looks, url: link }: ReadPiece): string {
  if (looks.some(({ kind }) => kind === 'sign')) return '';
  return [...looks.map(({ kind }) => `${kind}:`), link === null ? '' : 'woven:', text].join('');
}

const seenIn = (content: string, edits?: readonly Edit[]) =>
  read(content, edits).map(({ look, cells }) => [
    look?.kind ?? 'text',
    ...cells.map((pieces) =>
      pieces
        .map(seen)
        .filter((each) => each !== '')
        .join('|'),
    ),
  ]);

test('signs are hidden, and words keep their offsets in the content', () => {
  const content = '## A **bold** plan\nText with *one\nlong* emphasis.';
  expect(seenIn(content)).toEqual([
    ['heading', 'A |strong:bold| plan'],
    ['text', 'Text with |em:one'],
    ['text', 'em:long| emphasis.'],
  ]);
  for (const { cells } of read(content))
    for (const { text, at } of cells.flat()) expect(content.slice(at ?? -1).startsWith(text)).toBe(true);
});

test('no character is lost or added, with and without looks', () => {
  const content =
    '# T\n\n- **a** [b](https://a.example)\n\n|x|`y|z`|\n|-|-|\n\n> q\n\n![i](j) \\* <!-- c -->';
  const drawn = read(content).map(({ cells }) =>
    cells
      .flat()
      .map(({ text }) => text)
      .join(''),
  );
  expect(drawn.join('\n')).toBe(content);
});

test('a woven link is one piece inside the looks around it', () => {
  const content = 'I **love this pan** a lot.';
  const edit: Edit = { id: 'e', start: 14, end: 17, text: `[[pan]]((${url}))`, by: 'model' };
  expect(seenIn(content, [edit])).toEqual([['text', 'I |strong:love this |strong:woven:pan| a lot.']]);
});

test('an added sentence stands as it is, also at the start of a line', () => {
  const content = '- One *two*.\n- Three.';
  const edit: Edit = { id: 'e', start: 12, end: 12, text: ` See a_b [[pan]]((${url})).`, by: 'model' };
  expect(seenIn(content, [edit])).toEqual([
    ['item', 'One |em:two|.| See a_b |woven:pan|.'],
    ['item', 'Three.'],
  ]);
});

test('code in a quotation is shown without its signs and has no markup', () => {
  expect(seenIn('> *a*\n> ```\n> *b* > c\n> ```')).toEqual([
    ['quote', 'em:a'],
    ['hidden', '```'],
    ['code', '*b* > c'],
    ['hidden', '```'],
  ]);
});

test('raw HTML is shown as its source, and a link in it is drawn', () => {
  const content = '<!-- a -->\n\n<div title="*b*">\n*c* <img src="d"> pan\n</div>';
  const at = content.indexOf('pan');
  const edit: Edit = { id: 'e', start: at, end: at + 3, text: `[[pan]]((${url}))`, by: 'model' };
  expect(seenIn(content, [edit])).toEqual([
    ['note', '<!-- a -->'],
    ['text', ''],
    ['html', '<div title="*b*">'],
    ['html', '*c* <img src="d"> |woven:pan'],
    ['html', '</div>'],
  ]);
});

test('a row of a table has cells', () => {
  expect(seenIn('| a | **b** |\n|---|---|\n| c | d |')).toEqual([
    ['row', ' a ', ' |strong:b| '],
    ['hidden', '|---|---|'],
    ['row', ' c ', ' d '],
  ]);
});

test('an address that an edit puts behind brackets of the author is not opened', () => {
  const content = 'See [here] and [there](https://own.example/).';
  const edit: Edit = { id: 'e', start: 10, end: 10, text: '(https://evil.example/)', by: 'model' };
  const urls = read(content, [edit]).flatMap(({ cells }) =>
    cells.flat().flatMap(({ looks }) => looks.flatMap((look) => look.url ?? [])),
  );
  expect(new Set(urls)).toEqual(new Set(['https://own.example/']));
});

test('in an edit, only signs that the author wrote are hidden', () => {
  const content = 'One. Two **bold**.';
  const edit: Edit = { id: 'e', start: 4, end: 4, text: ` <!-- [[pan]]((${url})) --> **new**`, by: 'model' };
  const [line] = seenIn(content, [edit]);
  expect(line?.[1]).toContain('<!-- |woven:pan| -->');
  expect(line?.[1]).toContain('strong:new');
});

const signs = `* ** _ ~~ \` \\ ! # 1. > | $ & < > " ' ( ) [ ] : {{ <!-- <b> &lt; &amp; [x](https://own.example/) [[x]]((${url}))`;
const ownText = fc
  .array(
    fc.oneof(
      fc.constantFrom(...signs.split(' '), ' ', 'word', 'www.x.y', 'me@x.y', url),
      fc.string({ maxLength: 3 }),
    ),
  )
  .map((parts) => parts.join(''))
  .filter((text) => disclosureWords(text) !== null);

/** Returns what is drawn of the disclosure: its text, and the addresses in it. */
function drawnDisclosure(content: string, text: string, asRead: boolean) {
  const at = content.indexOf('Two');
  const edit: Edit = { id: 'e', start: at, end: at, text: `A [[pan]]((${url})). `, by: 'model' };
  const texts = { en: text, other: text };
  const edits = withDisclosure({ content, edits: [edit], urls: [url] }, disclosureId, texts) ?? [];
  const lines = linesOfBlock(content, { start: 0, end: content.length, edits }, [url], false);
  const pieces = (asRead ? readingLines(lines, documentLooks(content), content) : sourceLines(lines))
    .flatMap(({ cells }) => cells.flat())
    .filter((piece) => piece.edit?.id === disclosureId);
  const isSeen = ({ looks }: ReadPiece) => looks.every(({ kind }) => kind !== 'sign');
  return {
    text: pieces
      .filter(isSeen)
      .map((piece) => piece.text)
      .join(''),
    looks: [...new Set(pieces.filter(isSeen).flatMap(({ looks }) => looks.map(({ kind }) => kind)))],
    urls: pieces.flatMap((piece) => [piece.url ?? [], ...piece.looks.map((look) => look.url ?? [])].flat()),
  };
}

test('a disclosure of one’s own is read as its words in italics, and has no link', () => {
  const content = 'See `one and *two [own](https://own.example/) (\n\nTwo ` three* [x](y).';
  fc.assert(
    fc.property(ownText, (text) => {
      const words = disclosureWords(text);
      expect(drawnDisclosure(content, text, true)).toEqual({ text: words, looks: ['em'], urls: [] });
    }),
    { numRuns: atScale(150, 500) },
  );
});

test.each(['One [[x.\n\nTwo.', '<p>One [[x.</p><p>Two.</p>'])(
  'in %j it has no link, as in the copy',
  (content) => {
    fc.assert(
      fc.property(ownText, (text) => {
        expect(drawnDisclosure(content, text, false).urls).toEqual([]);
      }),
    );
  },
);

/** Pieces of Markdown, separated by `·`. */
const scraps =
  'w·w· w·\n·\n·\n\n· ·|·|-|-|\n·| - |·\\·"·\'·**·*·_·w~~·`w w`·w<!--·-->·[·]·](·)·][·![·[]·[A][]·[w][w]·[w](w w)·' +
  '[w](w)·[w][a]·[a]·![a]·\n[a]: w\n·<https://w.example>·# ·---·- ·1. ·| w | w |\n|---|---|\n·\n- w\n  ·' +
  '\n\n```w w\n[w](w w)\n```\n\n·\n- w\n  ```w\n  ```w w\n  ```\n·\n> ```\n> w\n> ```w\n·\n> ·\n```w\n';
/** Markdown in which each word has its own number. It has no HTML and no indented code. */
const markdown = fc.array(fc.constantFrom(...scraps.split('·')), { maxLength: 25 }).map((parts) => {
  let words = 0;
  return parts.join('').replaceAll('w', () => `w${(words += 1)}w`);
});

function textIn(node: DefaultTreeAdapterTypes.ChildNode): string {
  if ('value' in node) return node.value;
  if (!('childNodes' in node)) return '';
  return [
    ...node.attrs.filter(({ name }) => name === 'alt').map(({ value }) => value),
    ...node.childNodes.map(textIn),
  ].join('');
}

test('every word that the HTML of the content shows is shown', () => {
  const wordsOf = (text: string) => text.match(/w\d+w/gu) ?? [];
  fc.assert(
    fc.property(markdown, (content) => {
      const looks = documentLooks(content);
      const shown = blocksWith(blockEnds(content), [])
        .flatMap((block) => readingLines(linesOfBlock(content, block, [], false), looks, content))
        .filter(({ look }) => look?.kind !== 'hidden')
        .flatMap(({ cells }) => cells.flat().map(seen));
      const html = parseFragment(markdownToHtml(content)).childNodes.map(textIn).join('');
      expect(wordsOf(shown.join(' '))).toEqual(expect.arrayContaining(wordsOf(html)));
    }),
    { numRuns: atScale(1000, 3000) },
  );
});

const oldUrl = 'https://old.example/pan';
const newUrl = 'https://new.example/pan?ref=me';

function exchanged(content: string): Edit[] {
  const relink = { from: oldUrl, url: newUrl, source: { linkId: '1' } };
  return [...content.matchAll(/https:\/\/old\.example\/pan/gu)].map(({ index }) => {
    const end = index + oldUrl.length;
    return { id: `${index}`, start: index, end, text: newUrl, by: 'user', relink };
  });
}

function readMarked(content: string): ReadPiece[] {
  const edits = exchanged(content);
  const lines = linesOfBlock(content, { start: 0, end: content.length, edits }, [], true);
  return readingLines(lines, documentLooks(content), content).flatMap(({ cells }) => cells.flat());
}

test('the words of an exchanged link belong to its exchange, and lead to the new address', () => {
  const content = `Take [my **iron** pan](${oldUrl}) or [that](https://x.example).`;
  const pieces = readMarked(content).filter(({ looks }) => !looks.some(({ kind }) => kind === 'sign'));
  const told = pieces.map(({ text, edit, looks }) => [
    text,
    edit?.relink?.url,
    looks.find(({ kind }) => kind === 'link')?.url,
  ]);
  expect(told).toEqual([
    ['Take ', undefined, undefined],
    ['my ', newUrl, newUrl],
    ['iron', newUrl, newUrl],
    [' pan', newUrl, newUrl],
    [' or ', undefined, undefined],
    ['that', undefined, 'https://x.example'],
    ['.', undefined, undefined],
  ]);
});

test('an old address is shown as removed where the new one is seen, and only there', () => {
  const removedIn = (content: string) =>
    readMarked(content).flatMap(({ kind, text }) => (kind === 'removed' ? text : []));
  expect(removedIn(`Take [my pan](${oldUrl}).`)).toEqual([]);
  expect(removedIn(`Take [my pan](<${oldUrl}> "A pan").`)).toEqual([]);
  expect(removedIn(`Take <${oldUrl}>.`)).toEqual([oldUrl]);
  expect(removedIn(`Take [my pan][p].\n\n[p]: ${oldUrl}`)).toEqual([oldUrl]);
});
