import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { checkEdits, checkEditedVersion } from './check-edits.ts';
import { countWordChanges } from './count-changes.ts';
import { wordsIn } from '#core/document/sentences.ts';
import type { ChosenLink } from '#core/links/link.ts';
import type { Edit } from '#core/edits/edit.ts';

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
      sentencesAdded: 2,
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
    ['[Here](https://a.example/b?c=d) or www.a.example/e, 1 < 2', ['Here', 'or', '1', '2']],
  ])('of "%s" are found', (text, words) => {
    expect(wordsIn(text)).toEqual(words);
  });

  test('without spaces are counted in about linear time', () => {
    const text = '我喜欢猫和狗'.repeat(20_000);
    expect(countWordChanges(text, wordsIn(text).length, [], (each) => each)).toMatchObject({
      wordsChanged: 0,
    });
  });

  test('are changed by text inside one, and not by text between two', () => {
    const count = (at: number) =>
      countWordChanges('One two.', 2, [edit(at, at, 'xx ')], (each) => each).wordsChanged;
    expect([count(0), count(1), count(4)]).toEqual([0, 1, 0]);
  });

  test('of a version are as many as in the version read alone', () => {
    const word = fc.constantFrom('One', 'two.', 'it’s', 'well-known', '[[a pan]]((x))', '—', '4', 'Ünï');
    const text = fc.array(word, { maxLength: 30 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(text, text, (original, version) => {
        const { words, wordsTotal } = countWordChanges(
          original,
          wordsIn(original).length,
          [{ start: 0, end: original.length, text: version }],
          (each) => each,
        );
        expect([wordsTotal, words]).toEqual([wordsIn(original).length, wordsIn(version).length]);
      }),
      { numRuns: 500 },
    );
  });
});
