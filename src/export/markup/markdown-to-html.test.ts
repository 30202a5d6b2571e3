import fc from 'fast-check';
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { expect, test } from 'vitest';

import { writeHtmlLink, writeMarkdownLink } from '#core/export/escape.ts';
import { isWebAddress } from '#core/links/web-address.ts';
import { hostileTexts, testUrls } from '#provider/corpus/hostile.ts';
import { countCases } from '#scripts/count-cases.ts';
import { atScale } from '#scripts/at-scale.ts';

import { markdownToHtml } from './markdown-to-html.ts';

type Link = { readonly anchor: string; readonly url: string };

/** Returns the links of HTML, as a browser's parser reads them. */
function linksOf(html: string): Link[] {
  const found: Link[] = [];
  const walk = (node: DefaultTreeAdapterTypes.Node) => {
    if (node.nodeName === 'a' && 'attrs' in node) {
      const url = node.attrs.find(({ name }) => name === 'href')?.value ?? '';
      found.push({ anchor: textOf(node), url });
    }
    if ('childNodes' in node) node.childNodes.forEach(walk);
  };
  walk(parseFragment(html));
  return found;
}

function textOf(node: DefaultTreeAdapterTypes.Node): string {
  if (node.nodeName === '#text' && 'value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}

const read = (link: Link) => ({
  html: linksOf(`<p>Take ${writeHtmlLink(link, 'sponsored nofollow')} now.</p>`),
  markdown: linksOf(markdownToHtml(`Take ${writeMarkdownLink(link)} now.`)),
});

function hostileUrls(): string[] {
  const texts = hostileTexts.map((text) => `https://a.example/?q=${text}`.trim());
  return [...testUrls, ...texts].filter((url) => isWebAddress(url) && !/\p{Surrogate}/u.test(url));
}

test('hostile addresses are read back byte for byte from Markdown and from HTML', ({ task }) => {
  const urls = hostileUrls();
  countCases({ task }, urls.length * 2);
  for (const url of urls) {
    const link = { anchor: 'a pan', url };
    expect(read(link)).toEqual({ html: [link], markdown: [link] });
  }
  expect(urls.length).toBeGreaterThan(400);
});

const odd = fc.constantFrom(
  ...'()[]<>"\'`*_~!&;#\\|/?= \u00A0üé🌱a1'.split(''),
  '&amp;',
  '&copy',
  '&copy;',
  '&#39;',
  '%20',
  '\\)',
  '](',
  ')))',
  '<b>',
);
const oddText = fc.array(odd, { minLength: 1, maxLength: 14 }).map((parts) => parts.join(''));

test.each(['&copy_1;(', '&copy1;', '&copy_;', `&copy${'a'.repeat(40)};`, '&#12345678;', '&copy', '&_;'])(
  'words and an address with %j, which is no entity, are read back',
  (text) => {
    const link = { anchor: `x${text}x`, url: `https://a.example/${text}` };
    expect(read(link)).toEqual({ html: [link], markdown: [link] });
  },
);

test('any address and any words are read back', () => {
  fc.assert(
    fc.property(oddText, oddText, (words, rest) => {
      const anchor = `x${words.replace(/\s+/gu, ' ')}x`;
      const link = { anchor, url: `https://a.example/${rest}`.trim() };
      expect(read(link)).toEqual({ html: [link], markdown: [link] });
    }),
    { numRuns: atScale(1000, 5000) },
  );
});

test('text between two rules is no front matter', () => {
  const [front, text] = [
    '---\ntitle: x\ntags:\n- a\n  - b\n\n# more\n"k": [1]\n---\n',
    '---\nTipp: **Eins.**\n\nZwei.\n\n---\nDrei.',
  ];
  expect(markdownToHtml(`${front}One.`)).toBe('<p>One.</p>');
  expect(markdownToHtml(`${front.replaceAll('\n', '\r\n')}One.`)).toBe('<p>One.</p>');
  expect(markdownToHtml(text)).toContain('Zwei.');
  expect(markdownToHtml(`---\na: ${'b: c\n'.repeat(50_000)}`)).toContain('b: c');
});

test('keys of several words are front matter, and a lone sentence is none', () => {
  for (const front of [
    'Title: x\nMeta description: Why?',
    'date created: 1\nauthor(s): A',
    '@type: x\nseo/title: y',
    '\nTitle: x\nKey of five whole words: y',
  ])
    expect(markdownToHtml(`---\r\n${front.replace('\n', '\r\n')}\r\n---\r\nOne.`)).toBe('<p>One.</p>');
  for (const text of [
    'Affiliate disclosure: I earn.',
    '\nTip: one.\nTwo, yes.',
    'Title: x\nThis, as you see, is one sentence with a colon: no.',
    'a: b\nWords!',
  ])
    expect(markdownToHtml(`---\n${text}\n---\nOne.`)).toContain(text.slice(-5));
});

test('front matter without an end is read in linear time', () => {
  const lines = `- a: b\n${'-a: b\n'.repeat(60)}${'a '.repeat(50_000)}${'a'.repeat(50_000)}`;
  expect(markdownToHtml(`---\na: b\n${lines}\nx\n---\nOne.`)).toContain('One.');
});

test('front matter is removed, HTML and tables stay, and a script address is no link', () => {
  const markdown = `---
title: x
---

# A *title*

See [own](https://own.example/ü "t") and [bad](javascript:alert(1)), https://bare.example.

<div class="x">raw</div>

| a | b |
|---|---|
| 1 | 2 |
`;
  const html = markdownToHtml(markdown);
  expect(html).not.toContain('title: x');
  expect(html).toContain('<h1>A <em>title</em></h1>');
  expect(html).toContain('<div class="x">raw</div>');
  expect(html).toContain('<td>2</td>');
  expect(linksOf(html)).toEqual([{ anchor: 'own', url: 'https://own.example/ü' }]);
});

test.each(['javascript&colon;alert(1)', 'javascript&#58;alert(1)', '&#106;avascript:alert(1)'])(
  'the address %s is no link',
  (address) => expect(markdownToHtml(`See [this](${address}).`)).toBe('<p>See this.</p>'),
);

test('a footnote that is only an address is no definition of a link', () => {
  const notes = '[^1]: https://a.example/\n[^2]: <https://b.example/>';
  const html = markdownToHtml(`A study[^1].[^2] [c]\n\n${notes}\n\n[c]: https://c.example/`, false);
  expect(html).toContain('<li>https://a.example/</li>\n<li><a');
  expect(linksOf(html).map(({ anchor }) => anchor)).toEqual(['c', 'https://b.example/']);
});

test('only two tildes strike words out', () => {
  expect(markdownToHtml('It takes 3~5 minutes, ~~not~~ 10~15 or ~8~.')).toBe(
    '<p>It takes 3~5 minutes, <del>not</del> 10~15 or ~8~.</p>',
  );
});

// It takes a tenth of a second. If the time grew with the square of the length, it would exceed the limit.
test.each(['a~b~c~', 'a ~~b~c '])(
  'single tildes are read in linear time: %j',
  (unit) => {
    expect(markdownToHtml(unit.repeat(200_000 / unit.length))).toContain('~');
  },
  15_000,
);

test('a line end is a break, as it is drawn', () => {
  expect(markdownToHtml('# Hello\n\nBest,\r\nAnna\n12 Main Street\n\n• a\n• b\n\n- c\n  d')).toBe(
    '<h1>Hello</h1>\n<p>Best,<br>Anna<br>12 Main Street</p>\n<p>• a<br>• b</p>\n<ul>\n<li>c<br>d</li>\n</ul>',
  );
});

const wrapped = 'This line of the text ends near the column at which they all do,\nthe next one is the end.';

test('in text of wrapped lines, only a marked line end is a break', () => {
  const content = `- a\n\n${`${wrapped}\n\n`.repeat(3)}Two\nand  \nmore.\\\nEnd.\n\n    a\n    b\n    c`;
  expect(markdownToHtml(content).match(/.*<br>.*/gu)).toEqual(['and<br>more.<br>End.</p>']);
});

test('a break in text of long lines is none of wrapped lines', () => {
  const long = 'A paragraph of the text is a single line of its source. '.repeat(4).trim();
  expect(markdownToHtml(`${long}\n\n${long}\n\n${wrapped}`)).toContain('do,<br>the next');
  const link = `[b](https://a.example/${'x'.repeat(99)})`;
  expect(markdownToHtml(`a ${link}\nb\nc ${link}\nd`).match(/<br>/gu)).toHaveLength(3);
});

test.each([
  ['Press <Enter> or `<x>`.', '<p>Press &lt;Enter&gt; or <code>&lt;x&gt;</code>.</p>'],
  ['Type <your-name>, <b>not</b> <a-b>c</a-b>.', '<p>Type &lt;your-name&gt;, <b>not</b> <a-b>c</a-b>.</p>'],
  ['<Note onclick="x">\n*a*\n</Note>', '&lt;Note onclick="x"&gt;\n*a*\n&lt;/Note&gt;'],
  ['<svg><path d="M0 0"/></svg> <!-- c -->', '<p><svg><path d="M0 0"/></svg> <!-- c --></p>'],
])('in %j, a tag of no element is text', (markdown, html) => {
  expect(markdownToHtml(markdown)).toBe(html);
});

test.each([
  ['[affiliate url="https://own.example/?a=1"]', '<p>[affiliate url="https://own.example/?a=1"]</p>'],
  [`[caption id='a']It's "old".[/caption]`, `<p>[caption id='a']It's "old".[/caption]</p>`],
  ['`[gallery ids="1"]`', '<p><code>[gallery ids="1"]</code></p>'],
  [
    '![a "b"](https://own.example/ "c\\"d")',
    '<p><img src="https://own.example/" alt="a &quot;b&quot;" title="c&quot;d"></p>',
  ],
])('in %s, quotes are escaped only in attributes', (markdown, html) => {
  expect(markdownToHtml(markdown)).toBe(html);
});

test('the boxes of tasks are text', () => {
  const html = '<ul>\n<li>[x] done</li>\n<li>[ ] <em>open</em></li>\n</ul>';
  expect(markdownToHtml('- [x] done\n- [ ] *open*')).toBe(html);
  expect(markdownToHtml('- [X] done\n\n- [ ] open')).toContain('<p>[X] done</p>');
});

test('an asterisk between digits is no emphasis', () => {
  const address = 'https://a.example/1*2.**b**.jpg';
  expect(markdownToHtml(`![a](${address})`)).toBe(`<p><img src="${address}" alt="a"></p>`);
  expect(markdownToHtml('*A 5*3*2 box* [`4*4`](https://a.example/?1*2)')).toBe(
    '<p><em>A 5*3*2 box</em> <a href="https://a.example/?1*2"><code>4*4</code></a></p>',
  );
});

test.each([
  ['**Hinweis:**Das ist', '<strong>Hinweis:</strong>Das ist'],
  ['これは**「引用」**です', 'これは<strong>「引用」</strong>です'],
  ['a **b (c)**d **e**, `f)**g`', 'a <strong>b (c)</strong>d <strong>e</strong>, <code>f)**g</code>'],
  ['a (**b**) and ***c:***d', 'a (<strong>b</strong>) and ***c:***d'],
])('in %s, bold text is read as it is drawn', (markdown, html) => {
  expect(markdownToHtml(markdown)).toBe(`<p>${html}</p>`);
});

test('signs of templates stay as they are, and their comments are left out', () => {
  const figure = '{{< figure\n  src="/a_b_.jpg"\n  title=\'*A*\'\n>}}';
  expect(markdownToHtml(`One.\n\n${figure}\n\n[a]({{< ref "b.md" >}}) and {{ c_d_e }}`)).toBe(
    '<p>One.</p>\n<p>{{&lt; figure\n  src="/a_b_.jpg"\n  title=\'*A*\'\n&gt;}}</p>\n' +
      '<p><a href="{{&lt; ref &quot;b.md&quot; &gt;}}">a</a> and {{ c_d_e }}</p>',
  );
  const comments = [
    '{/* A\n\nb */}',
    '{# A #}',
    '%% A %%',
    '{% comment %}A{% endcomment %}',
    'import a from "b"',
    'export const a = 1;',
  ];
  for (const comment of comments)
    expect(markdownToHtml(`One.\n\n${comment}\n\nTwo.`)).toBe('<p>One.</p>\n<p>Two.</p>');
  expect(markdownToHtml('Use `{{< a >}}` and {a, *b*}.')).toBe(
    '<p>Use <code>{{&lt; a &gt;}}</code> and {a, <em>b</em>}.</p>',
  );
});
