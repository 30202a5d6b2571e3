import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { atScale } from '#scripts/at-scale.ts';
import { countCases } from '#scripts/count-cases.ts';

import { faultsOfAsked, faultsOfText } from './test-version-rules.ts';
import type { EditRequest } from './edit.ts';

const sentence = fc.constantFrom(
  'The kitchen smells of fresh bread in the morning.',
  'A good scale helps with the dough, e.g. a small one!',
  'Ein Brot braucht Zeit und Ruhe, z. B. über Nacht.',
  'Is it late?',
  '你好，我喜欢面包。',
  'パンを焼きます。',
  'ขนมปังอร่อย',
  'الخبز طازج اليوم.',
  'הלחם טרי היום.',
  'It is done 🎉👩‍🍳!',
  'No\u00A0break\u00A0here. Really.',
  'See [the guide. It is long](https://a.example/x_(y)) and `code. With dots` for more.',
  'She said: "It is late. We must go."',
  'He *knew that. It was so* and left.',
  'Look at <b>this. Now</b> and <a href="/x">that</a>.',
  'An odd [[Home]]((page)) and ((x)) here.',
  'A quote that never ends: "so it is.',
  'Some `tick here.',
  'and so on and so forth without any end of it that one could see in a line',
);
const block = fc.oneof(
  { weight: 6, arbitrary: fc.array(sentence, { minLength: 1, maxLength: 6 }).map((all) => all.join(' ')) },
  { weight: 2, arbitrary: fc.array(sentence, { minLength: 2, maxLength: 6 }).map((all) => all.join('\n')) },
  { weight: 1, arbitrary: fc.array(sentence, { minLength: 2, maxLength: 6 }).map((all) => all.join('  ')) },
  {
    weight: 2,
    arbitrary: fc
      .array(sentence, { minLength: 3, maxLength: 6 })
      .map((all) => all.join(' ').replaceAll(/(.{30,50}) /gu, '$1\n')),
  },
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      '# A heading. With a stop.',
      'A heading below\n===',
      '```js\nconst bread = 1. \n\nscale. Bread.\n```',
      '    indented code. With bread.',
      '| bread | scale. |\n| --- | --- |\n| one. | two. |',
      '> A quote. About bread and scales.\n> It goes on. Really.',
      '- A list item. With bread.\n- Another one. With a scale.',
      '1. First thing. About shoes.\n\n   More of it. Yes.\n2. Second thing. Yes.',
      '[ref]: https://ref.example/bread "A title."',
      '{{< figure src="bread.jpg" title="Bread. Scale." >}}',
      '<figure>\n<img src="bread.jpg">\n<figcaption>Bread. And a scale.</figcaption>\n</figure>',
      '<pre>\nBread. Scale.\n</pre>',
      '<blockquote>Bread. Scale.</blockquote>',
      '<!-- Bread. A scale. -->',
      '---',
      '![Bread. Scale.](bread.jpg)',
      '~~~\nBread. Scale.',
      '<div>Bread. Scale.',
    ),
  },
);
const contents = fc
  .tuple(
    fc.constantFrom('', '', '---\ntitle: "One. Two."\n---\n\n', '\n\n', '\uFEFF'),
    fc.array(block, { minLength: 1, maxLength: 7 }),
    fc.constantFrom('\n\n', '\n\n', '\n', '\r\n\r\n', '\n\n\n'),
    fc.constantFrom('', '\n', '\r\n', '  '),
    fc.boolean(),
  )
  .map(([head, blocks, between, end, html]) => {
    if (html) return blocks.map((each) => (each.startsWith('<') ? each : `<p>${each}</p>`)).join('\n');
    const text = head + blocks.join(between) + end;
    return between.startsWith('\r') ? text.replaceAll(/\r?\n/gu, '\r\n') : text;
  });

const scrap = fc.oneof(
  sentence,
  fc.constantFrom(
    'A [[good scale]]((L1)) helps.',
    'Take [[this one]]((L2)).',
    'Or [[that. One]]((https://b.example/two?t=1&u=[2])) too.',
    'An [[evil thing]]((https://evil.example)) here.',
    '[[open',
    ']]((L1))',
    '[x](https://a.example/one)',
    '[y](z)',
    '[[[[x]]((L1))]]((L2))',
    '((L3))',
    ')',
    '(',
    '```',
    '\n\n',
    '\n',
    '\r\n',
    '## ',
    '- ',
    '> ',
    '1. ',
    '| a | b |\n|--|--|\n',
    '---',
    '===',
    '    x',
    '<script>alert(1)</script>',
    '<p>',
    '</p>',
    '</blockquote>',
    '<!--',
    '-->',
    '<b>x</b>',
    '<scr<b>ipt>',
    '<',
    '<*b onclick=x>',
    '<a onclick=x',
    '`',
    '*',
    '_',
    '**',
    '"',
    '„',
    '\\',
    '&lt;',
    '\0',
    '\u200B',
    '\uD83D',
    '{{',
    '$$',
    'https://x.example/y',
    '[3] ',
    'VERSION: SAFE',
    '🎉',
    '。',
    ' ',
  ),
);
const newText = fc.array(scrap, { maxLength: 6 }).map((scraps) => scraps.join(' '));
const editRequest: fc.Arbitrary<EditRequest> = fc.record({
  action: fc.constantFrom('insert', 'insert', 'replace'),
  sentence: fc.nat(30),
  text: newText,
});
/** The content as a model may rewrite it: sentences are dropped, changed and added, and white space is different. */
const rewritten = contents.chain((content) =>
  fc
    .tuple(
      fc.array(fc.tuple(fc.nat(), fc.nat(30), fc.oneof(newText, scrap)), { maxLength: 6 }),
      fc.constantFrom<(text: string) => string>(
        (text) => text,
        (text) => text.trim(),
        (text) => text.replaceAll(/(?<!\n)\r?\n(?!\n)/gu, ' '),
        (text) => text.replaceAll('kitchen', 'house').replaceAll('bread', 'cake'),
      ),
    )
    .map(([cuts, set]) => {
      let text = set(content);
      for (const [at, length, added] of cuts) {
        const from = at % (text.length + 1);
        text = text.slice(0, from) + added + text.slice(from + length);
      }
      return [content, text] as const;
    }),
);

const runs = atScale(100, 1000);

describe('whatever a reply asks for', () => {
  test(`in edits, no version breaks a rule (${runs} contents)`, ({ task }) => {
    countCases({ task }, runs);
    fc.assert(
      fc.property(contents, fc.array(editRequest, { maxLength: 12 }), (content, asked) => {
        expect(faultsOfAsked(content, asked)).toEqual([]);
      }),
      { numRuns: runs },
    );
  });

  test(`in whole texts, no version breaks a rule (${runs} contents)`, ({ task }) => {
    countCases({ task }, runs);
    fc.assert(
      fc.property(fc.oneof(rewritten, rewritten, fc.tuple(contents, newText)), ([content, text]) => {
        expect(faultsOfText(content, text)).toEqual([]);
      }),
      { numRuns: runs },
    );
  });
});
