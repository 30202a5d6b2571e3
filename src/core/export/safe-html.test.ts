import fc from 'fast-check';
import { expect, test } from 'vitest';

import { markDirections, toSafeHtml } from './safe-html.ts';

test.each([
  [
    '<h2 class="x">Title</h2><p onclick="alert(1)">Fish &amp; chips &lt;3 <3</p>',
    '<h2>Title</h2><p>Fish &amp; chips &lt;3 &lt;3</p>',
  ],
  [
    '<a class=x href="https://a.example/?a=1&amp;b" onclick=y>one</a>',
    '<a href="https://a.example/?a=1&amp;b">one</a>',
  ],
  [
    "<a href='mailto:a@a.example'>mail</a> <a href=/go>go</a>",
    '<a href="mailto:a@a.example">mail</a> <a href="/go">go</a>',
  ],
  ['<a href="javascript:alert(1)">x</a><a href=" java&#115;cript:x">y</a><a href="//a.example">z</a>', 'xyz'],
  ['<a href="https://a.example">open', '<a href="https://a.example">open</a>'],
  [
    '<img src="https://a.example/x.jpg" alt=\'a "b" > c\' onerror=x><img src=x onerror=y>',
    '<img src="https://a.example/x.jpg" alt="a &quot;b&quot; &gt; c">',
  ],
  ['<p><img src="/assets/a.jpg" alt="A &amp; <b>"></p>', '<p>A &amp; &lt;b&gt;</p>'],
  [
    '<script>if (1 < 2) alert("<p>")</script><style>p{}</style><svg><p onload=x>s</p></svg>t<!-- <p> -->',
    't',
  ],
  ['Use a <button> of a <form>: <form><p>all</p></form>', 'Use a  of a : <p>all</p>'],
  ['<section id=x>a<div class=y>b</div></section>c', '<div>a<div>b</div></div>c'],
  ['<details open><summary>Why?</summary>So</details>', '<div><div>Why?</div>So</div>'],
  [
    '<p title="x">[gallery ids="1,2"] it\'s &quot;new&quot;</p>',
    '<p>[gallery ids="1,2"] it\'s &quot;new&quot;</p>',
  ],
  ['<form>a <button>b</button> c</form>', 'a  c'],
  ['<p/onclick=x>one</p x=">">', '<p>one</p>'],
  [
    '<table><tr><td colspan=2 width=9>1</td><th rowspan="3" start=4>2</th></tr></table>',
    '<table><tr><td colspan="2">1</td><th rowspan="3">2</th></tr></table>',
  ],
  ['<ol START="-5" type=a><li value=3>', '<ol start="-5"><li>'],
  ['<ol start="5;x"><ol start=""><ul start=5><td colspan=&#50;>', '<ol><ol><ul><td>'],
  [
    '<a rel="Sponsored nofollow x&quot; noopener2" href="/a" rel=ugc>1</a><a rel=me href="/b">2</a>',
    '<a href="/a" rel="Sponsored nofollow">1</a><a href="/b">2</a>',
  ],
])('%s is copied as %s', (html, safe) => {
  expect(toSafeHtml(html)).toBe(safe);
});

test('blocks that run from right to left are marked', () => {
  const hebrew =
    '<h2>שלום</h2>\n<ol start="2">\n<li>1. &quot;שלום&quot;</li></ol><p><a href="/a"><b>سلام</b></a> b</p>';
  expect(markDirections(hebrew)).toBe(
    '<h2 dir="rtl">שלום</h2>\n<ol dir="rtl" start="2">\n<li>1. &quot;שלום&quot;</li></ol><p dir="rtl"><a href="/a"><b>سلام</b></a> b</p>',
  );
  const english = '<p>a שלום</p><pre>שלום</pre><p>1 <b>&amp;</b> é سلام</p>';
  expect(markDirections(english)).toBe(english);
});

const scraps = [
  '<p>',
  '</p>',
  '<script>',
  '</script>',
  '<img src=x onerror=alert(1)>',
  '<ol start=2 rel=ugc ',
  '<a href="javascript:x">',
];
const signs = [
  '</a>',
  '<',
  '>',
  '"',
  "'",
  '&',
  '&lt;',
  '<svg><p onload=x>',
  '</svg>',
  '<!--',
  '-->',
  '<p/onclick=x>',
];
const ends = [
  '<p x="',
  'text',
  '<h1 ',
  '\n',
  '<a href="https://a.example/',
  '<img alt="" src="https://a.example"',
];
const scrap = fc.constantFrom(...scraps.concat(signs, ends));

test('only simple structural tags, links and images are left of any source', () => {
  fc.assert(
    fc.property(fc.array(scrap, { maxLength: 30 }), (pieces) => {
      const rest = toSafeHtml(pieces.join(''))
        .replace(/<\/?(?:p|h1)>|<ol(?: start="2")?>|<\/a>/gu, '')
        .replace(
          /<a href="https:\/\/[^"<>]*"(?: rel="ugc")?>|<img src="https:\/\/[^"<>]*" alt="[^"<>]*">/gu,
          '',
        );
      expect(rest).not.toMatch(/[<>]/u);
    }),
    { numRuns: 2000 },
  );
});
