import fc from 'fast-check';
import { expect, test } from 'vitest';

import { readMarkup } from '#core/links/link-markup.ts';
import { applyEdits, type Edit } from '#core/edits/edit.ts';

import { keepsWords, linesOfBlock, type TextPiece } from './text-pieces.ts';
import { blockEnds, blocksWith } from './version-text.tsx';

const url = 'https://a.example/(1)';
const knife = `[[santoku knife]]((${url}))`;

function edit(start: number, end: number, text: string): Edit {
  return { id: `${start}-${end}`, start, end, text, by: 'model' };
}

function drawn(content: string, edits: readonly Edit[], isMarked = false): TextPiece[][] {
  const blocks = blocksWith(blockEnds(content), edits);
  return blocks.flatMap((block) => linesOfBlock(content, block, [url], isMarked).map((line) => [...line]));
}

const textOf = (lines: readonly (readonly TextPiece[])[]) =>
  lines.map((line) => line.map(({ text }) => text).join('')).join('\n');

/** Contents with paragraphs, line ends of both kinds and markup. Their edits include links around existing words. */
const words = fc.constantFrom(
  'one',
  ' two',
  '\n',
  '\n\n',
  '\r\n',
  '\r\n\r\n',
  '\r',
  '[[',
  ']]((',
  '👍',
  knife,
);
const cases = fc
  .tuple(
    fc.array(words, { maxLength: 14 }).map((parts) => parts.join('')),
    fc.array(
      fc.tuple(
        fc.nat(90),
        fc.nat(12),
        fc.option(fc.array(words, { maxLength: 4 }).map((parts) => parts.join(''))),
      ),
      { maxLength: 4 },
    ),
  )
  .map(([content, wanted]) => {
    const edits: Edit[] = [];
    for (const [start, length, text] of wanted.sort((a, b) => a[0] - b[0])) {
      const last = edits.at(-1);
      const end = Math.min(content.length, start + length);
      if (start > content.length || (last !== undefined && start <= last.end)) continue;
      edits.push(edit(start, end, text ?? `[[${content.slice(start, end)}]]((${url}))`));
    }
    return { content, edits };
  });

const visible = (text: string) =>
  readMarkup(text, [url])
    .map((segment) =>
      segment.type === 'link' ? segment.anchor : 'source' in segment ? segment.source : segment.text,
    )
    .join('')
    .replaceAll('\r', '');

test('the drawn lines are the version, for any edits', () => {
  fc.assert(
    fc.property(cases, ({ content, edits }) => {
      expect(textOf(drawn(content, edits))).toBe(visible(applyEdits(content, edits)));
    }),
  );
});

test('each kept piece has its offset in the content', () => {
  fc.assert(
    fc.property(cases, fc.boolean(), ({ content, edits }, isMarked) => {
      const placed = drawn(content, edits, isMarked)
        .flat()
        .filter(({ at }) => at !== null);
      expect(placed.map(({ at, text }) => content.slice(at ?? 0, (at ?? 0) + text.length))).toEqual(
        placed.map(({ text }) => text),
      );
    }),
  );
});

test('marked text without added pieces is the content, and without removed pieces the version', () => {
  fc.assert(
    fc.property(cases, ({ content, edits }) => {
      const lines = drawn(content, edits, true);
      const without = (kind: TextPiece['kind']) =>
        lines
          .flat()
          .map((piece) => (piece.kind === kind ? '' : piece.text))
          .join('')
          .replaceAll(/\s/gu, '');
      const bare = (text: string) => text.replaceAll(/\s/gu, '');
      expect(without('removed')).toBe(bare(visible(applyEdits(content, edits))));
      // Link markup in the content is drawn as a link if it is kept, and as typed if it is removed.
      if (!content.includes('[')) expect(without('added')).toBe(bare(content));
    }),
  );
});

test('a link in an edit is one piece of that edit', () => {
  const [line] = drawn('It cuts.', [edit(8, 8, ` A ${knife} does.`)]);
  expect(line?.map(({ kind, text, url: address }) => [kind, text, address])).toEqual([
    ['kept', 'It cuts.', null],
    ['added', ' A ', null],
    ['added', 'santoku knife', url],
    ['added', ' does.', null],
  ]);
});

test.each([false, true])(
  "the author's own words in a link are kept at their offsets, and only the link is new",
  (isMarked) => {
    const content = 'My santoku knife cuts well.';
    const linked = edit(3, 21, `${knife} [[cuts]]((${url}))`);
    const [line] = drawn(content, [linked], isMarked);
    expect(line?.map((piece) => [piece.kind, piece.text, piece.at, piece.url, piece.edit])).toEqual([
      ['kept', 'My ', 0, null, null],
      ['kept', 'santoku knife', 3, url, linked],
      ['kept', ' ', 16, null, linked],
      ['kept', 'cuts', 17, url, linked],
      ['kept', ' well.', 21, null, null],
    ]);
  },
);

test('of a clause inside a sentence, only its own words are new, and only its anchor is the link', () => {
  const clause = edit(8, 8, ` (a ${knife})`);
  const [line] = drawn('My knife cuts well.', [clause], true);
  expect(line?.map((piece) => [piece.kind, piece.text, piece.at, piece.url, piece.edit])).toEqual([
    ['kept', 'My knife', 0, null, null],
    ['added', ' (a ', null, null, clause],
    ['added', 'santoku knife', null, url, clause],
    ['added', ')', null, null, clause],
    ['kept', ' cuts well.', 8, null, null],
  ]);
});

test('an insertion between two paragraphs begins the second', () => {
  expect(textOf(drawn('One.\n\nTwo.', [edit(6, 6, 'New. ')]))).toBe('One.\n\nNew. Two.');
});

test('only the block of an edit changes', () => {
  const ends = blockEnds('One.\n\nTwo.\n\nThree.');
  const [first, second, third] = blocksWith(ends, [edit(10, 10, ' More.')]);
  expect([first?.edits, second?.edits.length, third?.edits]).toEqual([[], 1, []]);
});

const change = (before: string, after: string) =>
  drawn(before, [edit(0, before.length, after)], true)
    .flat()
    .map(({ kind, text }) => ({ kept: text, added: `+${text}+`, removed: `-${text}-` })[kind])
    .join('|');

test.each([
  ['A good pan lasts.', 'A heavy pan lasts.', 'A |-good-|+heavy+| pan lasts.'],
  ['It is very old wood here.', 'It is quite new wood here.', 'It is |-very old-|+quite new+| wood here.'],
  ['One two.', 'Entirely different, I say!', '-One two.-|+Entirely different, I say!+'],
  [
    'You want a knife that cuts.',
    `You want a ${knife} that cuts.`,
    'You want a |-knife-|+santoku knife+| that cuts.',
  ],
  ['Use a santoku knife here.', `Use a ${knife} here.`, 'Use a |santoku knife| here.'],
])('%j changed to %j is marked %j', (before, after, marked) => {
  expect(change(before, after)).toBe(marked);
});

const changeOf = (start: number, end: number, text: string) => ({ start, end, text });

test.each([
  ['an addition', changeOf(20, 20, ' It does.'), true],
  ['a link around words', changeOf(9, 14, `[[knife]]((${url}))`), true],
  ['links among words', changeOf(2, 20, `[[sharp]]((${url}))  [[knife]]((${url})) cuts.`), true],
  ['a link around other words', changeOf(9, 14, `[[blade]]((${url}))`), false],
  ['another space', changeOf(2, 14, `[[sharp knife]]((${url}))`), false],
  ['words beside the link', changeOf(9, 14, `good [[knife]]((${url}))`), false],
  ['removed words', changeOf(2, 8, ''), false],
  ['an address that is not chosen', changeOf(9, 14, '[[knife]]((https://x.example/))'), false],
])('%s: %j keeps the words: %j', (_kind, given, isKept) => {
  expect(keepsWords('A sharp  knife cuts.', given, [url])).toBe(isKept);
});
