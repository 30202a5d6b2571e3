import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { labelOf, labelsFor, resolveLinks, resolveLabels, withHtmlLinks } from './link-labels.ts';

const pan = 'https://a.example/pan?a=1&b=(2)';
const pot = 'https://b.example/töpfe/🌱';
const links = [{ url: pan }, { url: pot }];
const labels = labelsFor('', links);
const ownText = { onlyKnown: false, unknown() {} };

test.each([
  '[[pots]]((https://b.example/t%C3%B6pfe/%F0%9F%8C%B1))',
  '[[pots]](https://b.example/t%C3%B6pfe/%F0%9F%8C%B1)',
  '[pots](b.example/töpfe/🌱)',
  `[[pots]] (${pot})`,
])('another spelling of a saved URL is that URL: %s', (link) => {
  expect(resolveLabels(`See ${link}.`, labels)).toEqual({ text: `See [[pots]]((${pot})).`, unknown: [] });
});

describe('a link by label', () => {
  test.each([
    '[[a pan]]((L1))',
    '[[a pan]]((l1))',
    '[[a pan]] ((L1))',
    '[[a pan]](( L1 ))',
    '[[a pan]]((L01))',
    '[[a pan]]((L 1))',
    '[[a pan]]((`L1`))',
    '[[a pan]]((Link L1))',
    '[[a pan]](L1)',
    '[a pan]((L1))',
    '[a pan](L1)',
    '[[a pan]((L1))',
    '[a pan]]((L1))',
    '[[a pan]]((L1)',
    '[[a pan]](L1))',
    '[[a pan]]((1))',
    '[[a pan]]((link 1))',
    '[[a pan]]（（L1））',
    '【【a pan】】((L1))',
    '[[a pan]][[L1]]',
    '[a pan][L1]',
    '[[a pan]] [L1]',
    '[[a pan][L1]]',
    '[[a pan](L1)]',
    '**a pan**((L1))',
    '**a pan** (L1)',
    '[[a pan]]((LINK_1))',
    '[[a pan]]((L1: A pan, 28 cm))',
    '[[a pan]]((L1:pan))',
    `[[a pan]]((L1 | ${pot}))`,
    '<a href="L1">a pan</a>',
    `<a class="x" href='${pan}' target="_blank">a pan</a>`,
    `<a href="${pan.replace('&', '&amp;')}">a pan</a>`,
    `[[a pan]]((${pan}))`,
    `[a pan](${pan})`,
    `[[a pan]]((${pan.replace('&', '&amp;')}))`,
    '[[a pan]]((a.example/pan?a=1&b=(2)))',
    '[[a pan]]((https://a.example/pan?a=1&b=%282%29))',
  ])('becomes the exact URL: %s', (link) => {
    expect(resolveLabels(`See ${link}, and [[pots]]((L2)).`, labels)).toEqual({
      text: `See [[a pan]]((${pan})), and [[pots]]((${pot})).`,
      unknown: [],
    });
  });

  test.each([
    '(see [[it]]((L1)))',
    '(see [it](L1))',
    '(see [[it]](L1))',
    '(see [it][L1])',
    '(see **it**(L1))',
  ])('leaves the parentheses of its sentence alone: %s', (text) => {
    expect(resolveLabels(text, labels).text).toBe(`(see [[it]]((${pan})))`);
  });

  test.each([
    ['See [[a pan]]((L3)).', 'L3'],
    ['See [[a pan]]((L0)).', 'L0'],
    ['See [a pan](L3).', 'L3'],
    ['See [[a pan]]((https://c.example)).', 'https://c.example'],
    ['See a pan ((L1)).', 'L1'],
  ])('of no link becomes plain words: %s', (text, unknown) => {
    expect(resolveLabels(text, labels)).toEqual({ text: 'See a pan.', unknown: [unknown] });
  });

  test.each([
    'Take [1] and (2).',
    '[a pan](1)',
    'L1 is [here].',
    'a [b] (L) c',
    '[[',
    '[[a pan]]',
    '**1** (2)',
    '[[a]]((L1, L2))',
    '[[a]]((L1 | L2))',
    '<a href="https://c.example">a</a>',
  ])('is not read into other text: %s', (text) => {
    expect(resolveLabels(text, labels)).toEqual({ text, unknown: [] });
  });
});

test('HTML links of the author and links within markup are not read', () => {
  const link = `<a href="${pan}">pans</a>`;
  expect(withHtmlLinks(`${link} <a href="L1">it</a>`, labels, (source) => source === link)).toBe(
    `${link} [[it]]((L1))`,
  );
  expect(withHtmlLinks(`[[${link}]]((L1))`, labels, () => false)).toBe(`[[${link}]]((L1))`);
});

describe('labels', () => {
  test('are different if the content or a URL contains such labels', () => {
    expect(labelOf(labelsFor('See [[x]]((L1)).', links), 0)).toBe('LL1');
    expect(labelOf(labelsFor('See (l1) and (LL2).', links), 0)).toBe('LLL1');
    expect(labelOf(labelsFor('See [x][L1] and [x](LL2: y).', links), 0)).toBe('LLL1');
    const odd = labelsFor('', [{ url: 'L2' }, { url: pan }]);
    expect(resolveLabels('[[a]]((L2)) [[b]]((LL2))', odd).text).toBe(`[[a]]((L2)) [[b]]((${pan}))`);
  });

  test('are resolved in a whole text without changing the user’s own text', () => {
    const content = `[[Wiki]]((L1)), [[page]]((https://c.example)), [a](${pan})`;
    const own = labelsFor(content, links);
    const text = resolveLinks(`${content}: [[b]]((${labelOf(own, 1)}))`, own, ownText);
    expect(text).toBe(`${content}: [[b]]((${pot}))`);
  });
});

test.each([
  ['a long anchor of signs of two units', '', `[[${'🌱'.repeat(290)}]]((L1))`],
  ['all that may stand around a label', '', `[[a pan]] (        \`label   #   L #000000001\`        )`],
  ['a long label', Array.from({ length: 60 }, (_, at) => `(${'L'.repeat(at + 1)}1)`).join(), '[a pan](L1)'],
])('%s is read', (_, content, link) => {
  const own = labelsFor(content, links);
  const text = link.replace(/L(?= ?#?\d)/u, own.prefix);
  const read = resolveLinks(text, own, ownText);
  expect(read).toMatch(/^\[\[[^\]]+\]\]\(\(https:/u);
});

test('no label is left in the text of an edit, and no words are lost', () => {
  const words = fc.stringMatching(/^[a-z]{1,8}(?: [a-z]{1,8}){0,3}$/u);
  fc.assert(
    fc.property(fc.array(fc.tuple(words, words, fc.nat(4)), { minLength: 1, maxLength: 8 }), (parts) => {
      const source = parts.map(([before, anchor, index]) => `${before} [[${anchor}]]((L${index}))`).join(' ');
      const { text, unknown } = resolveLabels(source, labels);
      const expected = parts.map(([before, anchor, index]) => {
        const url = links[index - 1]?.url;
        return `${before} ${url === undefined ? anchor : `[[${anchor}]]((${url}))`}`;
      });
      expect(text).toBe(expected.join(' '));
      expect(unknown).toEqual(
        parts.filter(([, , index]) => links[index - 1] === undefined).map(([, , index]) => `L${index}`),
      );
    }),
  );
});

test.each([
  '[',
  '[[a',
  '[[a]',
  '[[a]](',
  '[[a]]((L',
  '((L1',
  '(',
  '[[a]]((L1) ',
  '【[',
  '] ]',
  '<a ',
  '<a href="',
  '<a b>c',
  '**',
  '**a',
  '<a href=" href=',
  '[a](L1:',
  '[a][L1|',
])('hostile text is read in a time that grows with its length: %s', (unit) => {
  const text = unit.repeat(100_000 / unit.length);
  expect(resolveLabels(text, labels).text.length).toBeGreaterThan(0);
});
