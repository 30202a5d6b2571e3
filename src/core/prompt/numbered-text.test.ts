import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { numberSentences } from '#core/document/numbered-sentences.ts';
import { shownAround, shownText } from './numbered-text.ts';
import { parseDocument } from '#core/document/document.ts';
import { wordsIn } from '#core/document/words-and-sentences.ts';

function shownOf(content: string): string {
  const document = parseDocument(content);
  return shownText(document, numberSentences(document));
}

/** Returns each sentence with `+` if it is insertable, `=` if replaceable, `~` if it is only linkable. */
function outline(content: string): string[] {
  return numberSentences(parseDocument(content)).map(
    ({ start, end, insertable, linkable, replaceable }) =>
      `${insertable ? '+' : ''}${replaceable ? '=' : ''}${linkable && !insertable && !replaceable ? '~' : ''} ${content.slice(start, end)}`,
  );
}

describe('a sentence', () => {
  test.each([
    ['of running text', 'One. Two!\n\nThree?', ['+= One.', '+= Two!', '+= Three?']],
    ['over several lines', 'One goes\r\non. Two.', ['+= One goes\r\non.', '+= Two.']],
    ['with emoji and no-break spaces', 'Pans 🍳 for 5\u00a0€. Two.', ['+= Pans 🍳 for 5\u00a0€.', '+= Two.']],
    [
      'with a link',
      'See [it](https://a.example) now. Two.',
      ['+ See [it](https://a.example) now.', '+= Two.'],
    ],
    ['with code', 'Run `x. y` now.', ['+ Run `x. y` now.']],
    ['with a tag', 'See <em>it</em> now.', ['+= See <em>it</em> now.']],
    [
      'that is a quotation',
      '"Go away now, all of you." He left.',
      [' "Go away now, all of you."', '+= He left.'],
    ],
    [
      'that quotes somebody',
      'He said "go away now, all of you, please" again.',
      ['+ He said "go away now, all of you, please" again.'],
    ],
    [
      'that leads to what is below',
      'So:\n\nLook...\n\nWell... he left.',
      ['= So:', '= Look...', '+= Well... he left.'],
    ],
    ['without an end', 'One. And then', ['+= One.', '= And then']],
    ['of a heading', '# One.\n\nTwo.\n---', [' # One.', ' Two.\n---']],
    ['that is a title', 'Avoid Debt\n\nOne.', [' Avoid Debt', '+= One.']],
    [
      'with a title above it',
      'Avoid Debt\nNobody who borrows has ever slept well.',
      ['+ Avoid Debt\nNobody who borrows has ever slept well.'],
    ],
    ['of a table', '| One. | Two. |\n|--|--|\n\nThree.', ['~ | One. | Two. |\n|--|--|', '+= Three.']],
    ['of code', '```\nOne. Two.\n```\n\nThree.', [' ```\nOne. Two.\n```', '+= Three.']],
    ['of front matter', '---\ntitle: One.\n---\n\nTwo.', [' ---\ntitle: One.\n---', '+= Two.']],
    ['of a quote', '> One.\n> Two.\n\nThree.', [' > One.\n> Two.', '+= Three.']],
    [
      'of a list',
      '- One. Two.\n- [ ] Three\n  goes on.\n1) Four',
      ['~ One.', '~ Two.', '~ Three\n  goes on.', '~ Four'],
    ],
    ['of a list with code', '- One.\n  ```\n  Two.\n  ```\n', [' One.', ' ```\n  Two.\n  ```']],
    ['of HTML', '<p>One. Two.</p>\n<ul><li>Three.</li></ul>', ['+= One.', '+= Two.', '~ Three.']],
    [
      'of lists in HTML',
      '<ul>\n<li>One</li><li><p>Two. Three.</p><ol><li>four</ol> five</li>\n<li><a href="#a">Six</a></ul>',
      ['~ One', '~ Two.', '~ Three.', '~ four', '~ five', ' <a href="#a">Six</a>'],
    ],
    [
      'in brackets behind another',
      'Cover the pot. (I added a cup of water.)\n\n(Photo by Ann.)',
      ['= Cover the pot.', '+ (I added a cup of water.)', '~ (Photo by Ann.)'],
    ],
    ['before and behind brackets', 'One. (Two. Too.) Three.', ['= One.', '+ (Two. Too.)', '+= Three.']],
    ['behind square brackets', 'One. [Ed.: Two.] Three.', ['+= One.', ' [Ed.: Two.]', '+= Three.']],
    ['in wide brackets', '重い。（とても。）良い。', ['= 重い。', '+ （とても。）', '+= 良い。']],
    ['in tight brackets', '重い。(とても。)良い。', ['= 重い。', '+ (とても。)', '+= 良い。']],
    ['with wide brackets', '重い【とても。】ので良い。', ['+= 重い【とても。】ので良い。']],
    ['of a list with brackets', '- Sugar (optional)\n- (a scale)', ['~ Sugar (optional)', '~ (a scale)']],
    [
      'of a list with brackets in HTML',
      '<ul><li>Sugar (optional)</li><li>(a scale)</li></ul>',
      ['~ Sugar (optional)', '~ (a scale)'],
    ],
    ['in Chinese', '锅很好。我喜欢「煎蛋」！真的吗？', ['+= 锅很好。', '+= 我喜欢「煎蛋」！', '+= 真的吗？']],
    ['in Japanese', 'パンは良い。卵も良い。', ['+= パンは良い。', '+= 卵も良い。']],
    ['in Arabic', 'هذا مقلاة جيدة. هل تحبها؟ نعم.', ['+= هذا مقلاة جيدة.', '+= هل تحبها؟', '+= نعم.']],
    ['in Hebrew', 'זו מחבת טובה. היא יקרה.', ['+= זו מחבת טובה.', '+= היא יקרה.']],
    ['in Hindi', 'यह अच्छा है। वह भी।', ['+= यह अच्छा है।', '+= वह भी।']],
    ['in Thai', 'กระทะนี้ดีมาก ฉันชอบมัน', ['+= กระทะนี้ดีมาก ฉันชอบมัน']],
    [
      'in German',
      'Das gilt z. B. am 3. Mai. „Gut.“ Na ja.',
      ['+= Das gilt z. B. am 3. Mai.', ' „Gut.“', '+= Na ja.'],
    ],
  ])('%s', (_, content, expected) => {
    expect(outline(content)).toEqual(expected);
  });
});

describe('the content as it is shown', () => {
  test('has a number before each sentence that may be edited', () => {
    const content = '# Eggs.\r\n\r\nFry them. Eat\r\nthem.\r\n\r\n| a | b |\r\n|--|--|\r\n\r\n* Salt them.';
    expect(shownOf(content)).toBe(
      '# Eggs.\n\n[2] Fry them. [3] Eat\nthem.\n\n[4+] | a | b |\n|--|--|\n\n* [5+] Salt them.',
    );
  });

  test.each([
    [
      'comments, tags and attributes',
      '<!-- wp:paragraph {"a":1} -->\n<p class="x">One <em>is</em> here.</p>\n<!-- /wp:paragraph -->\n<h2 id="a">Two</h2>\n<ul><li>three</li></ul>',
      '[2] One is here.\n\n# Two\n\n- [5+] three\n',
    ],
    [
      'the addresses of own links and images, but not their words',
      'See [my pan](https://a.example/x?tag=me "Pan"), <a href="https://b.example/?t=1">a lid</a>, ![a dog](dog.jpg) and https://c.example/x/y?z=1 here.\n\n[pan]: https://d.example/y',
      '[1+] See [my pan](…), [a lid](…), ![a dog](…) and https://c.example/… here.\n\n[pan]: …',
    ],
  ])('has no %s', (_, content, shown) => {
    expect(shownOf(content)).toBe(shown);
  });

  test.each([
    ['a whole sentence in brackets', 'One. (Two is here.) Three.', '[1] One. [2+] (Two is here.) [3] Three.'],
    [
      'an item in brackets',
      '<ul><li>butter</li><li>(a scale)</li></ul><p>One.</p>',
      '- [1+] butter\n- [2+] (a scale)\n\n[3] One.\n',
    ],
    [
      'no caption of an image',
      '![A](a.jpg)\n\n*Served with cream.*\n\nOne.',
      '![A](…)\n\n*Served with cream.*\n\n[3] One.',
    ],
    [
      'no sentence that somebody else said',
      '"Go away now, all of you." He left.',
      '"Go away now, all of you." [2] He left.',
    ],
  ])('numbers %s', (_, content, shown) => {
    expect(shownOf(content)).toBe(shown);
  });

  test('has another form of numbers if the content contains such numbers', () => {
    expect(shownOf('Eggs.[1] Pans.')).toBe('{1+} Eggs.[1] {2} Pans.');
  });

  test('is shortened where code, addresses and images as data are long', () => {
    const code = `\`\`\`\n${'code();\n'.repeat(300)}\`\`\``;
    const image = `![a](data:image/png;base64,${'QUJD'.repeat(5000)})`;
    const shown = shownOf(`One.\n\n${code}\n\nTwo ${image} three.\n\nFour.`);
    expect(shown.length).toBeLessThan(500);
    expect(shown).toMatch(/^\[1\] One\.[^]*\[3\+\] Two !\[a\][^]*\[4\] Four\.$/u);
  });

  test('keeps a long paragraph whole, in scripts without spaces too', () => {
    const content = `${'锅'.repeat(3000)}。`;
    expect(shownOf(content)).toBe(`[1] ${content}`);
  });

  test('can be a part of the content, or the passages around some sentences', () => {
    const content = 'One. Two. Three.\n\nFour. Five. Six. Seven.';
    const document = parseDocument(content);
    const sentences = numberSentences(document);
    const span = { start: 0, end: content.indexOf('Four') };
    expect(shownText(document, sentences.slice(0, 3), span)).toBe('[1] One. [2] Two. [3] Three.\n\n');
    expect(shownAround(document, sentences, [1, 6], 1)).toBe(
      '[1] One. [2] Two.\n[…]\n[5] Five. [6] Six. [7] Seven.',
    );
    expect(shownAround(document, sentences, [3, 4], 0)).toBe('[3] Three.\n\n[4] Four.');
  });
});

const scrap = fc.constantFrom(
  'One. ',
  'Two!\n',
  'three\r\nfour. ',
  '\n\n',
  '\r\n\r\n',
  '# Five.\n',
  '- six.\n',
  '  - seven. Eight.\n',
  '> nine.\n',
  '```\n',
  '| a | b |\n|--|--|\n',
  '[ten](https://a.example). ',
  '`x`',
  '<p>',
  '</p>',
  '<li>',
  '"',
  '**',
  '锅。',
  '🍳',
  '\u00a0',
  '---\n',
  '    code\n',
);

test('sentences stand in order and apart, are numbered without a gap, and all words are shown', () => {
  fc.assert(
    fc.property(fc.array(scrap, { maxLength: 40 }), (scraps) => {
      const content = scraps.join('');
      const sentences = numberSentences(parseDocument(content));
      const shown = shownOf(content);
      let end = 0;
      for (const [index, sentence] of sentences.entries()) {
        expect(sentence.number).toBe(index + 1);
        expect(sentence.start).toBeGreaterThanOrEqual(end);
        expect(sentence.end).toBeGreaterThan(sentence.start);
        end = sentence.end;
        const text = content.slice(sentence.start, sentence.end);
        if (sentence.replaceable) expect(text).not.toMatch(/\]\(|`|<\/?(?:p|li)>/u);
        if (sentence.insertable || sentence.linkable)
          expect(shown).toMatch(new RegExp(`\\[${index + 1}\\+?\\] `));
      }
      expect(end).toBeLessThanOrEqual(content.length);
      expect(wordsIn(shown.replaceAll(/\[\d+\+?\] |https:\S+/gu, ''))).toEqual(
        wordsIn(content.replaceAll(/https:[^)]+/gu, '')),
      );
    }),
    { numRuns: 1000 },
  );
});

test.each([
  '[',
  '[a',
  '"',
  '「',
  '- a.\n',
  '- ',
  '  \n',
  'a. ',
  '。',
  '<p>',
  '`',
  '```\n',
  '1. ',
  '.[1]',
  '{1}',
  '((',
  '> ',
])('hostile text is numbered in linear time: %j', (unit) => {
  const content = unit.repeat(200_000 / unit.length);
  expect(shownOf(content).length).toBeLessThan(3 * content.length);
});
