import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { parseDocument } from '#core/document/document.ts';
import type { ChosenLink } from '#core/links/link.ts';
import { atScale } from '#scripts/at-scale.ts';

import { applyEdits, type EditRequest } from './edit.ts';
import { isClause } from './own-places.ts';
import { builderOf } from './test-built-version.ts';
import type { VersionName } from './version-names.ts';

const link: ChosenLink = { id: '1', url: 'https://a.example/x?t=1', description: 'A pan', integrations: 1 };

/** Returns the version after one edit, with `‹words›` in place of the link. Otherwise, why the edit was dropped. */
function after(content: string, asked: EditRequest, version: VersionName = 'safe'): string {
  const builder = builderOf(content, version, [link]);
  const edit = builder.place(asked, 'model');
  if (edit === null) return builder.dropped()[0]?.reason ?? 'unchanged';
  return applyEdits(content, builder.edits()).replaceAll(/\[\[([^\]]*)\]\]\(\([^)]*\)\)/gu, '‹$1›');
}

const linkOn = (sentence: number, words: string) =>
  ({ action: 'link', sentence, text: `[[${words}]]((L1))` }) as const;
const add = (sentence: number, behind: string, text: string) =>
  ({ action: 'add', sentence, behind, text }) as const;

describe('a link stands on words of the author', () => {
  test.each([
    ['in the sentence', 'Take good shoes. Go.', 1, 'good shoes', 'Take ‹good shoes›. Go.'],
    ['behind the sentence in its block', 'Go. Take good shoes.', 1, 'good shoes', 'Go. Take ‹good shoes›.'],
    ['before it, if nowhere else', 'Take good shoes. Go.', 2, 'good shoes', 'Take ‹good shoes›. Go.'],
    [
      'in another block, if they stand there only once',
      'Go.\n\nTake good shoes.',
      1,
      'good shoes',
      'Go.\n\nTake ‹good shoes›.',
    ],
    [
      'in a list',
      'One.\n\n- flour\n- a pan (big)\n- salt',
      3,
      'a pan',
      'One.\n\n- flour\n- ‹a pan› (big)\n- salt',
    ],
    [
      'in an item of HTML',
      '<ul><li>salt (a pan)</li></ul><p>One.</p>',
      1,
      'a pan',
      '<ul><li>salt (‹a pan›)</li></ul><p>One.</p>',
    ],
    ['in brackets', 'One. (A pan is good.) Two.', 2, 'a pan', 'One. (‹A pan› is good.) Two.'],
    [
      'in a sentence with another link',
      'See [it](https://b.example) in a pan.',
      1,
      'a pan',
      'See [it](https://b.example) in ‹a pan›.',
    ],
    ['inside emphasis', 'Take **a pan** now.', 1, 'a pan', 'Take **‹a pan›** now.'],
    [
      'in a cell of a table',
      '| a pan | b |\n|--|--|\n| c | d |',
      1,
      'a pan',
      '| ‹a pan› | b |\n|--|--|\n| c | d |',
    ],
    ['over a no-break space', 'Take a\u00A0big pan.', 1, 'a big pan', 'Take ‹a\u00A0big pan›.'],
    [
      'over an entity',
      '<p>Take a&nbsp;big pan.</p><p>Two.</p>',
      1,
      'a big pan',
      '<p>Take ‹a&nbsp;big pan›.</p><p>Two.</p>',
    ],
    ['over a soft hyphen', 'Eine Brat\u00ADpfanne hilft.', 1, 'Bratpfanne', 'Eine ‹Brat\u00ADpfanne› hilft.'],
    ['over a line end', 'Take a big\npan now.', 1, 'big pan', 'Take a ‹big\npan› now.'],
    ['with another apostrophe', 'The chef’s pan is here.', 1, "chef's pan", 'The ‹chef’s pan› is here.'],
    ['with another hyphen', 'A non‑stick pan.', 1, 'non-stick pan', 'A ‹non‑stick pan›.'],
    ['without the signs around them', 'Take a pan, now.', 1, '"a pan,"', 'Take ‹a pan›, now.'],
    ['in a script without blanks', '我喜欢平底锅和猫。', 1, '平底锅', '我喜欢‹平底锅›和猫。'],
  ])('%s', (_, content, sentence, words, expected) => {
    expect(after(content, linkOn(sentence, words))).toBe(expected);
  });

  test.each([
    ['headings', '# A pan\n\nOne.', 1, 'A pan', 'no-words'],
    ['code', 'Run `a pan` now.', 1, 'a pan', 'no-place'],
    ['own links', 'Take [a pan](https://b.example) now.', 1, 'a pan', 'no-place'],
    ['the address of an own link', 'Take [it](https://b.example/pan) now.', 1, 'pan', 'no-place'],
    ['links of HTML', '<p>Take <a href="/x">a pan</a>.</p><p>Two.</p>', 1, 'a pan', 'no-place'],
    ['images', 'One ![a pan](pan.jpg) is here.', 1, 'a pan', 'no-place'],
    ['quotations', 'He said “take a pan with you, please” again.', 1, 'a pan', 'no-place'],
    ['a part of a word', 'Pancakes are good.', 1, 'Pan', 'no-words'],
    ['words that are not there', 'Take a pot.', 1, 'a pan', 'no-words'],
    ['words that stand twice elsewhere', 'One.\n\nA pan.\n\nA pan.', 1, 'a pan', 'no-words'],
  ])('and never in %s', (_, content, sentence, words, reason) => {
    expect(after(content, linkOn(sentence, words))).toBe(reason);
  });

  test('and not over the words of another edit', () => {
    const builder = builderOf('Take a big pan.', 'safe', [
      link,
      { ...link, id: '2', url: 'https://b.example' },
    ]);
    builder.place(linkOn(1, 'big pan'), 'model');
    expect(builder.place({ action: 'link', sentence: 1, text: '[[a big pan]]((L2))' }, 'model')).toBeNull();
    expect(builder.dropped()).toMatchObject([{ reason: 'no-place' }]);
  });
});

describe('a clause stands inside a sentence', () => {
  test.each([
    [
      'behind the words',
      'Bake it in a pot now.',
      1,
      'in a pot',
      '(or a [[pan]]((L1)))',
      'Bake it in a pot (or a ‹pan›) now.',
    ],
    [
      'before a full stop',
      'Bake it in a pot.',
      1,
      'a pot',
      ', best in a [[pan]]((L1)).',
      'Bake it in a pot, best in a ‹pan›.',
    ],
    [
      'before a comma, without a second one',
      'Bake it, then eat.',
      1,
      'Bake it',
      ', in a [[pan]]((L1)),',
      'Bake it, in a ‹pan›, then eat.',
    ],
    ['with both commas', 'Bake it now.', 1, 'Bake it', ', in a [[pan]]((L1)),', 'Bake it, in a ‹pan›, now.'],
    ['with one blank', 'Bake it now.', 1, 'Bake it', '  in a [[pan]]((L1)) ', 'Bake it in a ‹pan› now.'],
    [
      'behind a hyphen',
      'Bake it now.',
      1,
      'Bake it',
      ' - in a [[pan]]((L1)) -',
      'Bake it – in a ‹pan› - now.',
    ],
    [
      'without brackets beside brackets',
      'Bake it (210°) now.',
      1,
      'Bake it',
      '(in a [[pan]]((L1)))',
      'Bake it, in a ‹pan›, (210°) now.',
    ],
    [
      'behind brackets',
      'Bake it (210°) now.',
      1,
      '(210°)',
      '(in a [[pan]]((L1)))',
      'Bake it (210°), in a ‹pan›, now.',
    ],
    [
      'behind emphasis',
      'Bake **it** now.',
      1,
      'Bake it',
      ' in a [[pan]]((L1))',
      'Bake **it** in a ‹pan› now.',
    ],
    [
      'behind words with tags',
      '<p>Bake <b>it</b> now.</p><p>Two.</p>',
      1,
      'Bake it',
      ' in a [[pan]]((L1))',
      '<p>Bake <b>it</b> in a ‹pan› now.</p><p>Two.</p>',
    ],
    [
      'behind an own link',
      'See [it](https://b.example) now.',
      1,
      'it',
      ' in a [[pan]]((L1))',
      'See [it](https://b.example) in a ‹pan› now.',
    ],
    [
      'at the end of an item',
      '- flour\n- eggs',
      2,
      'eggs',
      ' (in a [[pan]]((L1)))',
      '- flour\n- eggs (in a ‹pan›)',
    ],
    [
      'behind words that end the sentence',
      'Bake it in a pot.',
      1,
      'in a pot.',
      ' or a [[pan]]((L1))',
      'Bake it in a pot or a ‹pan›.',
    ],
    [
      'in a script without blanks',
      '我喜欢猫和狗。',
      1,
      '我喜欢猫',
      '、[[平底锅]]((L1))',
      '我喜欢猫、‹平底锅›和狗。',
    ],
  ])('%s', (_, content, sentence, behind, text, expected) => {
    expect(after(content, add(sentence, behind, text))).toBe(expected);
  });

  test.each([
    [
      'in the words of an own link',
      'See [this page here](https://b.example) now.',
      'this page',
      ' in a [[pan]]((L1))',
      'no-place',
    ],
    [
      'in a quotation',
      'He said “take it with you, please, now” again.',
      'take it',
      ' in a [[pan]]((L1))',
      'no-place',
    ],
    ['behind words that are not there', 'Bake it now.', 'Fry it', ' in a [[pan]]((L1))', 'no-words'],
    ['without its link', 'Bake it now.', 'Bake it', ' in a pan', 'repeated'],
  ])('and never %s', (_, content, behind, text, reason) => {
    expect(after(content, add(1, behind, text))).toBe(reason);
  });

  test('and a whole sentence goes behind the sentence instead', () => {
    expect(after('Bake it now. Eat.', add(1, 'Bake it', 'If you can, bake it. A [[pan]]((L1)) helps.'))).toBe(
      'Bake it now. If you can, bake it. A ‹pan› helps. Eat.',
    );
  });
});

describe('a replacement that keeps all words only adds the link, in safe and in sentences with markup', () => {
  test.each([
    [
      'a link',
      'See [it](https://b.example) in a pan.',
      'See it in a [[pan]]((L1)).',
      'See [it](https://b.example) in a ‹pan›.',
    ],
    [
      'a clause',
      'See [it](https://b.example) now.',
      'See it in a [[pan]]((L1)) now.',
      'See [it](https://b.example) in a ‹pan› now.',
    ],
    [
      'a clause with commas',
      'Bake it until done.',
      'Bake it, in a [[pan]]((L1)), until done.',
      'Bake it, in a ‹pan›, until done.',
    ],
    ['a clause before the full stop', 'Bake it.', 'Bake it in a [[pan]]((L1)).', 'Bake it in a ‹pan›.'],
    [
      'a clause in an item',
      '- one tent',
      'one tent, or a [[light tent]]((L1)).',
      '- one tent, or a ‹light tent›',
    ],
    ['a link in an item', '- one tent;', 'one [[tent]]((L1))', '- one ‹tent›;'],
    [
      'a clause in brackets before the full stop',
      'Bake it.',
      'Bake it (in a [[pan]]((L1)), if you like).',
      'Bake it (in a ‹pan›, if you like).',
    ],
  ])('%s', (_, content, text, expected) => {
    expect(after(content, { action: 'replace', sentence: 1, text })).toBe(expected);
  });
});

describe('no sentence is added to an item of a list', () => {
  test.each([
    ['behind the list', '- flour\n- eggs\n\nBake it.', '- flour\n- eggs\n\nA ‹pan› helps.\n\nBake it.'],
    ['at the end', '- flour\n- eggs', '- flour\n- eggs\n\nA ‹pan› helps.'],
    [
      'in the text behind a list of HTML',
      '<ul><li>eggs</li></ul><p>Bake it. Eat it.</p>',
      '<ul><li>eggs</li></ul><p>Bake it. Eat it. A ‹pan› helps.</p>',
    ],
  ])('it goes %s', (_, content, expected) => {
    expect(after(content, { action: 'insert', sentence: 1, text: 'A [[pan]]((L1)) helps.' })).toBe(expected);
  });

  test('and no item is rewritten', () => {
    for (const version of ['safe', 'exploratory', 'experimental'] as const)
      expect(
        after(
          '- one tent\n- salt',
          { action: 'replace', sentence: 1, text: 'A poncho and a [[pan]]((L1)).' },
          version,
        ),
      ).toMatch(/^no-place$|^not-safe$/u);
  });
});

test.each(['(110°)', '5 %', '20 €', '$20', '25 °C', 'three'])(
  'a full stop that is missing behind %s is added',
  (end) => {
    const line = `I weigh all of it, because the water, the flour and the salt must fit each other, so take a bit more, about ${end}`;
    expect(after(line, { action: 'insert', sentence: 1, text: 'A [[pan]]((L1)) helps.' })).toBe(
      `${line}. A ‹pan› helps.`,
    );
  },
);

test('no full stop is added behind an emoji', () => {
  const line = `I weigh all of it, because the water, the flour and the salt must fit each other, so take a bit more, about three 🍞`;
  expect(after(line, { action: 'insert', sentence: 1, text: 'A [[pan]]((L1)) helps.' })).not.toContain('🍞.');
});

test.each(['🍞', '❤️', ':)'])('no full stop is added to an addition that ends with %s', (end) => {
  const text = `A [[pan]]((L1)) helps ${end}`;
  expect(after('Bake it.', { action: 'insert', sentence: 1, text })).toBe(`Bake it. A ‹pan› helps ${end}`);
});

test('every byte of the author stays, whatever words get a link or a clause', () => {
  const word = fc.constantFrom(
    'pan',
    '**pot**',
    '(a',
    'lid)',
    '`x`',
    '[it](https://b.example)',
    'eggs,',
    '“so',
    'be',
    'it”',
    '\n- ',
    '\n\n',
    'now.',
    '| a |',
    '&nbsp;',
    '猫',
  );
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 25 }),
      fc.nat(20),
      fc.nat(30),
      fc.boolean(),
      (words, from, sentence, isLink) => {
        const content = words.join(' ');
        const some = words
          .slice(from % words.length, (from % words.length) + 2)
          .join(' ')
          .replaceAll(/[[\]()*`]/gu, '');
        const asked = isLink ? linkOn(sentence, some) : add(sentence, some, ', with a [[dish]]((L1))');
        const builder = builderOf(content, 'safe', [link]);
        const edit = builder.place(asked, 'model');
        if (edit === null) return;
        const kept =
          edit.start === edit.end ? '' : edit.text.replace(/^\[\[/u, '').replace(`]]((${link.url}))`, '');
        expect(kept).toBe(content.slice(edit.start, edit.end));
      },
    ),
    { numRuns: atScale(500, 2000) },
  );
});

test.each(['* ', '*** ', '_ ', ' <b>', '</b> ', '&nbsp;', '&shy;', ' * <i> '])(
  'words are searched in linear time among many signs: %j',
  (sign) => {
    const content = `Take a${sign.repeat(20_000)}pot.`;
    expect(after(content, linkOn(1, 'a pan'))).toBe('no-words');
    expect(after(content, add(1, 'a pan', ' in a [[dish]]((L1))'))).toBe('no-words');
  },
);

test('a reply with thousands of links on words that are nowhere takes little time', () => {
  const content = 'A pan is here. '.repeat(6000);
  const builder = builderOf(content, 'safe', [link]);
  for (let index = 0; index < 3000; index += 1) builder.place(linkOn(1, `no words ${index}`), 'model');
  expect(builder.edits()).toEqual([]);
});

test.each([
  ['a phrase between two words', 'Take shoes| and go.', ' with a grip', true],
  ['a phrase before the full stop', 'Take shoes|. Go.', ', or boots', true],
  ['a phrase in a script without spaces', '靴を|買う。', '丈夫な', true],
  ['a remark at the end of an item', '- flour\n- a pan|', ' (a deep one)', true],
  ['a phrase with a small letter at the end of an item', '- flour\n- a pan|', ' for bread', true],
  ['a sentence behind a full stop', 'Take shoes.| Go.', ' See the boots.', false],
  ['a remark behind a full stop', 'Take shoes.| Go.', ' (as in spring)', false],
  ['a sentence behind an item', '- flour\n- a pan|', '. See the boots.', false],
  ['a paragraph in brackets behind an open line', 'Take shoes|', '\n\n(As in spring)', false],
  ['a whole sentence inside another', 'Take shoes| and go.', ' See the boots. Then', false],
  ['letters inside a word', 'Take sh|oes.', 'xx ', false],
])('%s: whether it is a clause', (_, marked, text, expected) => {
  const at = marked.indexOf('|');
  const content = marked.replace('|', '');
  const sentences = parseDocument(content).blocks.flatMap((block) => block.sentences);
  expect(isClause(content, sentences, { start: at, end: at, text })).toBe(expected);
  expect(isClause(content, sentences, { start: at - 1, end: at, text })).toBe(false);
});
