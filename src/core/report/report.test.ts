import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { parseDocument } from '#core/document/document.ts';
import { wordsIn } from '#core/document/words-and-sentences.ts';
import type { Edit } from '#core/edits/edit.ts';
import type { ChosenLink } from '#core/links/link.ts';

import { checkEditedVersion } from './report.ts';
import { checkEdits } from './test-check-edits.ts';

const [a, b] = ['https://a.example/x', 'https://b.example/y?t=(1)'] as const;
const links: ChosenLink[] = [a, b].map((url, index) => ({
  id: `${index + 1}`,
  url,
  description: '',
  integrations: 1,
}));
const content = 'One is here. Two is [there](z). Three is far.';

function edit(start: number, end: number, text: string, by: Edit['by'] = 'model'): Edit {
  return { id: `${start}`, start, end, text, by };
}

test.each([
  ['exchanged at once', [edit(0, 12, 'One was here.')], 0, 1],
  ['taken out, with another one in its place', [edit(0, 12, ''), edit(12, 12, 'One was here.')], 0, 1],
  ['taken out with its space', [edit(0, 13, ''), edit(13, 13, 'One was here. ')], 0, 1],
  ['kept, and followed by another one', [edit(12, 12, ' It is warm.')], 1, 0],
  [
    'exchanged, and followed by another one',
    [edit(0, 12, 'One was here.'), edit(12, 12, ' It is warm.')],
    1,
    1,
  ],
])('a sentence that is %s counts as what it is', (_, edits, sentencesAdded, sentencesRewritten) => {
  const { report } = checkEditedVersion(content, edits, links);
  expect(report).toMatchObject({ sentencesAdded, sentencesRewritten });
});

describe('the report of a version by its edits', () => {
  const edits = [
    edit(12, 12, ` A [[coat]]((${b})) helps.`, 'repair'),
    edit(32, 45, `Three was [[far off]]((${a})).`),
  ];

  test('says who wrote the place of each link', () => {
    expect(
      checkEditedVersion(content, edits, links).report.links.map(({ status, by }) => [status, by]),
    ).toEqual([
      ['woven', 'model'],
      ['woven', 'repair'],
    ]);
  });

  test('counts the author’s words that are missing or changed, and the new sentences', () => {
    expect(checkEditedVersion(content, edits, links).report).toMatchObject({
      wordsChanged: 1,
      wordsTotal: 10,
      words: 14,
      sentencesAdded: 1,
      sentencesRewritten: 1,
      sentencesKept: 2,
      sentencesTotal: 3,
    });
  });

  test('names the author of a link around words of the content', () => {
    const around = [edit(0, 3, `[[One]]((${a}))`)];
    expect(checkEditedVersion(content, around, links).report).toMatchObject({
      links: [
        { by: 'model', times: 1 },
        { by: null, times: 0 },
      ],
      wordsChanged: 0,
      sentencesKept: 3,
    });
  });

  test('divides places and their authors between two links with one URL', () => {
    const twins = links.map((link) => ({ ...link, url: a }));
    const twice = [edit(12, 12, ` [[x]]((${a})).`, 'built-in'), edit(45, 45, ` [[y]]((${a})).`, 'user')];
    expect(checkEditedVersion(content, twice, twins).report.links.map(({ by }) => by)).toEqual([
      'built-in',
      'user',
    ]);
  });

  test('describes exactly the text that the edits make, also if the content looks like markup', () => {
    const odd = `See [[ Home ]] ((${a})) and [[x]]((page)).`;
    const added = [edit(odd.length, odd.length, ` A [[coat]]((${b})).`)];
    const of = { safe: added, exploratory: added, experimental: [] };
    const { versions, report } = checkEdits(odd, of, links, {
      safe: { dropped: [{ reason: 'not-safe', text: 'No.' }] },
    });
    expect(versions).toEqual({
      safe: odd + (added[0]?.text ?? ''),
      exploratory: odd + (added[0]?.text ?? ''),
      experimental: odd,
    });
    expect(report.safe.links.map(({ by }) => by)).toEqual(['user', 'model']);
    expect(report.safe.dropped).toHaveLength(1);
    expect(report.exploratory.dropped).toEqual([]);
  });
});

describe('words', () => {
  test.each([
    ['It’s a well-known café.', ['It’s', 'a', 'well-known', 'café']],
    ['我喜欢猫 and dogs', ['我', '喜欢', '猫', 'and', 'dogs']],
    ['สวัสดีครับ', ['สวัสดี', 'ครับ']],
    ['Das Wetter – schön!', ['Das', 'Wetter', 'schön']],
    ['<p class="x">So <a href="https://a.example/b">here</a></p>', ['So', 'here']],
    ['<!-- wp:paragraph {"dropCap":true} -->\n<p>So</p>\n<!-- /wp:paragraph -->', ['So']],
    ['1 <!-- a\n> b --> 2 <!-- 3', ['1', '2', '3']],
    ['[Here](https://a.example/b?c=d) or www.a.example/e, 1 < 2', ['Here', 'or', '1', '2']],
  ])('of "%s" are found', (text, words) => {
    expect(wordsIn(text)).toEqual(words);
  });

  test('without spaces are counted in about linear time', () => {
    const text = '我喜欢猫和狗'.repeat(20_000);
    expect(checkEditedVersion(text, [], []).report).toMatchObject({ wordsChanged: 0 });
  });

  test('are changed by text inside one, and not by text between two', () => {
    const count = (at: number) =>
      checkEditedVersion('One two.', [edit(at, at, 'xx ')], []).report.wordsChanged;
    expect([count(0), count(1), count(4)]).toEqual([0, 1, 0]);
  });

  test('of a version are as many as in the version read alone', () => {
    const word = fc.constantFrom('One', 'two.', 'it’s', 'well-known', '[[a pan]]((x))', '—', '4', 'Ünï');
    const text = fc.array(word, { maxLength: 30 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(text, text, (original, version) => {
        const whole = edit(0, original.length, version);
        const { words, wordsTotal } = checkEditedVersion(original, [whole], []).report;
        expect([wordsTotal, words]).toEqual([wordsIn(original).length, wordsIn(version).length]);
      }),
      { numRuns: 500 },
    );
  });
});

const article = `# Top

One is here. Two is *there*, with Dr. Who. Three is far.

- four
- five

Six
runs on. Seven.`;

function counted(...edits: readonly (readonly [from: string, to: string, text: string])[]) {
  const changes = edits.map(([from, to, text]) =>
    edit(article.indexOf(from), article.indexOf(to) + to.length, text),
  );
  const { report } = checkEditedVersion(article, changes, []);
  expect(report.sentencesTotal).toBe(8);
  const { sentencesAdded: added, sentencesKept: kept, sentencesRewritten: rewritten } = report;
  return { added, kept, rewritten };
}

test('headings, items of lists and wrapped lines are sentences, and without edits each is kept', () => {
  expect(counted()).toEqual({ added: 0, kept: 8, rewritten: 0 });
});

test('an addition behind a sentence does not change it', () => {
  const at = article.indexOf(' Two');
  const addition = edit(at, at, ' It fits. It is new.');
  expect(checkEditedVersion(article, [addition], []).report).toMatchObject({
    sentencesAdded: 2,
    sentencesKept: 8,
    sentencesTotal: 8,
  });
});

test('a full stop that closes an item before an addition is not a sentence', () => {
  const at = article.indexOf('\n- five');
  const addition = edit(at, at, '. It fits.');
  const { sentencesAdded, sentencesKept } = checkEditedVersion(article, [addition], []).report;
  expect([sentencesAdded, sentencesKept]).toEqual([1, 8]);
});

test('a changed sentence counts as rewritten', () => {
  expect(counted(['One is', 'here.', 'One was here.'])).toEqual({ added: 0, kept: 7, rewritten: 1 });
  expect(counted(['One is', 'here.', 'One was here.'], ['is *there*', 'is *there*', 'was'])).toEqual({
    added: 0,
    kept: 6,
    rewritten: 2,
  });
});

test('two changes of one sentence count as one', () => {
  expect(counted(['Two', 'Two', '2'], ['Who', 'Who', 'What'])).toEqual({
    added: 0,
    kept: 7,
    rewritten: 1,
  });
});

test('a replacement of two sentences may keep one of them', () => {
  expect(counted(['Two is', 'far.', 'Three is far. Two was there.'])).toEqual({
    added: 0,
    kept: 7,
    rewritten: 1,
  });
  expect(counted(['One is', 'far.', 'Nothing is left.'])).toEqual({
    added: 0,
    kept: 5,
    rewritten: 3,
  });
  expect(counted(['One is', 'here.', 'One was here. It is new. It is good.'])).toEqual({
    added: 2,
    kept: 7,
    rewritten: 1,
  });
});

test('lines that are wrapped in another way are the same sentence', () => {
  expect(counted(['Six', 'runs', 'Six runs'])).toEqual({ added: 0, kept: 8, rewritten: 0 });
});

test.each([
  ['inside a sentence', ' Two', ' and near', 2],
  ['before the end of a sentence', '. Two', ', by a hill', 3],
  ['at the end of an item without a full stop', '\n- five', ' (a small one)', 3],
])('a clause %s adds words, and no sentence', (_, before, text, wordsAdded) => {
  const place = before === ' Two' ? article.indexOf(' here') : article.indexOf(before);
  expect(checkEditedVersion(article, [edit(place, place, text)], []).report).toMatchObject({
    wordsAdded,
    sentencesAdded: 0,
    sentencesRewritten: 0,
    sentencesKept: 8,
    wordsChanged: 0,
  });
});

test('an address does not divide a sentence, so a link around its last word does not change it', () => {
  const text = 'I buy at www.foo.com. The kettle is good.';
  const { length } = parseDocument(text).blocks.flatMap((block) => block.sentences);
  const at = text.indexOf('good');
  const { report } = checkEditedVersion(text, [edit(at, at + 4, `[[good]]((${a}))`)], links);
  expect(report).toMatchObject({ sentencesAdded: 0, sentencesKept: length, sentencesTotal: length });
});
