import { expect, test } from 'vitest';

import { htmlTextToMarkdown } from './html-to-markdown.ts';

type Case = readonly [html: string, markdown: string];

test('superscripts and subscripts keep their meaning', () => {
  const cases: Case[] = [
    ['<p>10<sup>5</sup> drops, 3 m<sup>2</sup>, H<sub>2</sub>O</p>', '10⁵ drops, 3 m², H₂O'],
    [
      '<p>10<sup>-3</sup>, 10<sup>–3</sup>, x<sup>n+1</sup>, SO<sub>4</sub><sup>2-</sup></p>',
      '10⁻³, 10⁻³, xⁿ⁺¹, SO₄²⁻',
    ],
    ['<p>2<sup>1</sup>⁄<sub>2</sub> or <sup>3</sup>/<sub>4</sub> cups</p>', '2½ or ¾ cups'],
    ['<p>5<sup>1</sup>/<sub>16</sub> in, <sup>1</sup>/2</p>', '5¹/₁₆ in, ¹/2'],
    ['<p><span><sup>1</sup></span><span>⁄</span><span><sub>2</sub></span></p>', '½'],
    ['<p>4<sup>th</sup>, Kern<sup>TM</sup>, Ark<sup>®</sup>, 5<sup>*</sup></p>', '4th, Kern™, Ark®, 5\\*'],
    [
      '<p>M<sup>me</sup>, e<sup>x</sup>, CO<sub>2eq</sub></p>',
      'M<sup>me</sup>, e<sup>x</sup>, CO<sub>2eq</sub>',
    ],
    ['<p>2<sup>2<sup>3</sup></sup>, x<sup>2 </sup>y</p>', '2<sup>2³</sup>, x² y'],
    [
      '<p>See<sup><a href="https://own.example/s">1</a></sup></p>',
      'See<sup>[1](https://own.example/s)</sup>',
    ],
    ['<h2>CO<sub>2</sub></h2>', '## CO₂'],
  ];
  for (const [html, markdown] of cases) expect(htmlTextToMarkdown(html)).toBe(markdown);
});

const drawn = '<span class="katex-html" aria-hidden="true"><span>m</span><span>c</span><span>2</span></span>';
const power = '<mi>m</mi><msup><mi>c</mi><mn>2</mn></msup>';
const noted = (math: string, tex: string) =>
  `<math><semantics><mrow>${math}</mrow><annotation encoding="application/x-tex">${tex}</annotation></semantics></math>`;

test('a formula is there once: as words and signs, or as its TeX', () => {
  const cases: Case[] = [
    [`<p>E = <span class="katex"><span>${noted(power, 'mc^2')}</span>${drawn}</span>!</p>`, 'E = mc²!'],
    [`<p><span class="MathJax"><nobr>mc2</nobr><span><math>${power}</math></span></span>!</p>`, 'mc²!'],
    [`<p>a <math>\n${power}<mo>=</mo><msub><mi>b</mi><mn>1</mn></msub></math> b</p>`, 'a mc²=b₁ b'],
    ['<p>2<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math></p>', '2½'],
    ['<p><math><mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mi>c</mi></mfrac></math></p>', '(a+b)/c'],
    ['<p><math><msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt></math></p>', '√(x+1)'],
    [
      `<p>a ${noted('<munder><mi>x</mi><mo>_</mo></munder>', String.raw`\underline{x_1} * 2`)} b</p>`,
      String.raw`a $\underline{x_1} * 2$ b`,
    ],
    [
      '<p><math><mtext><a href="https://own.example/m">m</a></mtext></math></p>',
      '[m](https://own.example/m)',
    ],
  ];
  for (const [html, markdown] of cases) expect(htmlTextToMarkdown(html)).toBe(markdown);
});

test('footnotes become marks, with their texts at the end', () => {
  const cases: Case[] = [
    [
      '<p>Tea is old.<a href="#fn1" id="fnref1"><sup>1</sup></a> It came.</p><section><hr><ol><li id="fn1"><p>See <a href="https://own.example/t">Ann</a>.<a href="#fnref1">↩︎</a></p></li></ol></section><p>After.</p>',
      'Tea is old.[^1] It came.\n\nAfter.\n\n[^1]: See [Ann](https://own.example/t).',
    ],
    [
      '<p>A<sup id="fnref:1"><a href="https://s.example/p#fn:1">1</a></sup> b<sup id="fnref:2"><a href="https://s.example/p#fn%3A2">2</a></sup></p><ol><li id="fn:1"><p>One.</p><p>More.&nbsp;<a href="https://s.example/p#fnref:1">↩︎</a></p></li><li id="fn:2">Two.&nbsp;<a href="https://s.example/p#fnref:2">↩︎</a></li></ol>',
      'A[^1] b[^2]\n\n[^1]: One.\n\n    More.\n\n[^2]: Two.',
    ],
    [
      '<p>A<sup id="cite_ref-1"><a href="/wiki/Tea#cite_note-1"><span>[</span>1<span>]</span></a></sup></p><ol><li id="cite_note-1"><span class="mw-cite-backlink"><b><a href="/wiki/Tea#cite_ref-1">^</a></b></span> Hill, <i>Tea</i>.</li></ol>',
      'A[^1]\n\n[^1]: Hill, *Tea*.',
    ],
    [
      '<p>A.<a id="footnote-anchor-1" href="https://a.example/p#footnote-1">1</a></p><div><a id="footnote-1" href="https://a.example/p#footnote-anchor-1">1</a><div><p>A note.</p></div></div>',
      'A.[^1]\n\n[^1]: A note.',
    ],
    [
      '<p>A<sup><a id="r1" href="#n1">*</a>,<a id="r2" href="#n2">†</a></sup></p><ol><li id="n1">One <a href="#r1">↩</a></li><li id="n2">Two <a href="#r2">↩</a></li></ol>',
      'A[^1],[^2]\n\n[^1]: One\n\n[^2]: Two',
    ],
    [
      '<p>A<sup><a href="#fn1">1</a></sup>(b)<sup><a href="#fn2">[2]</a></sup>: c</p>',
      String.raw`A[1]\(b)[2]\: c`,
    ],
    // A list of contents, letters of an index, and numbers of pages are no footnotes.
    [
      '<ul><li><a id="t" href="#h">1</a></li></ul><h2 id="h"><a href="#t">1</a> Pots</h2>',
      '- 1\n\n## 1 Pots',
    ],
    ['<p><a id="i" href="#a">A</a></p><div id="a">Ark <a href="#i">up</a></div>', 'A\n\nArk up'],
    [
      '<p id="top"><a href="#s">1</a> <a href="#x">2</a></p><div id="s">Ark <a href="#top">up</a></div>',
      '1 2\n\nArk up',
    ],
  ];
  for (const [html, markdown] of cases) expect(htmlTextToMarkdown(html)).toBe(markdown);
});

test('the cells of a table stay in their columns, and blocks in a cell are lines', () => {
  const cases: Case[] = [
    [
      '<table><tr><th>Brand</th><th>Model</th><th>Price</th></tr><tr><td rowspan="2">Kern</td><td>A</td><td>30</td></tr><tr><td>B</td><td>40</td></tr></table>',
      '| Brand | Model | Price |\n| --- | --- | --- |\n| Kern | A | 30 |\n|  | B | 40 |',
    ],
    [
      '<table><tr><th>Model</th><th colspan="2">Price</th><th>Note</th></tr><tr><td colspan="3">none</td><td>B</td></tr></table>',
      '| Model | Price |  | Note |\n| --- | --- | --- | --- |\n| none |  |  | B |',
    ],
    [
      '<table><tr><td rowspan="2" colspan="2">X</td><td>1</td></tr><tr><td>2</td></tr><tr><td colspan="999">a</td></tr></table>',
      '| X |  | 1 |\n| --- | --- | --- |\n|  |  | 2 |\n| a |  |  |',
    ],
    [
      '<table><thead><tr><th rowspan="3">A</th><th>B</th></tr></thead><tbody><tr><td rowspan="0">1</td><td>2</td></tr><tr><td>3</td></tr></tbody></table>',
      '| A | B |\n| --- | --- |\n| 1 | 2 |\n|  | 3 |',
    ],
    [
      '<table><tr><th>A</th><th>B</th></tr><tr><td><h3>Kern</h3><p>One.</p><p>Two.</p></td><td><ul><li>x</li><li>y</li></ul></td></tr><tr><td><ol><li>x</li></ol><blockquote>q</blockquote></td><td><pre>a | b<br>c</pre></td></tr></table>',
      '| A | B |\n| --- | --- |\n| **Kern**<br>One.<br>Two. | - x<br>- y |\n| 1. x<br>q | `a \\| b`<br>`c` |',
    ],
    [
      '<table role="presentation"><tr><td><h2>Menu</h2></td><td><p>Words.</p></td></tr><tr><td>a</td><td>b</td></tr></table>',
      '## Menu\n\nWords.\n\na\n\nb',
    ],
    ['<table><tr><td><h2>Menu</h2></td><td>Words.</td></tr></table>', '## Menu\n\nWords.'],
    [
      '<table><tr><td><table><tr><td>a</td><td>b</td></tr></table></td><td>c</td></tr></table>',
      '| a | b |\n| --- | --- |\n\nc',
    ],
  ];
  for (const [html, markdown] of cases) expect(htmlTextToMarkdown(html)).toBe(markdown);
});

test('code keeps its lines', () => {
  const cases: Case[] = [
    ['<pre><code class="language-sh">make tea<br>drink</code></pre>', '```sh\nmake tea\ndrink\n```'],
    [
      '<pre><code><div>make tea</div><div><br></div><div>  drink</div></code></pre>',
      '```\nmake tea\n\n  drink\n```',
    ],
    [
      '<pre><div><code>make tea</code></div>\n<div><code>drink</code></div></pre>',
      '```\nmake tea\ndrink\n```',
    ],
    ['<div class="highlight"><pre>make <i>tea</i>\n*</pre></div>', '```\nmake tea\n*\n```'],
    ['<pre>Tea *is*<br>old</pre>', 'Tea \\*is\\*\nold'],
    ['<p><code>a<br>b</code></p>', '`a b`'],
  ];
  for (const [html, markdown] of cases) expect(htmlTextToMarkdown(html)).toBe(markdown);
});

test('lists keep their numbers, their boxes, and apart from each other', () => {
  const cases: Case[] = [
    ['<ol start="2"><li>a</li><li value="5">b</li><li>c</li></ol>', '2. a\n5. b\n6. c'],
    ['<ul><li>a</li></ul><ul><li>b</li></ul><ul><li>c</li></ul>', '- a\n\n* b\n\n- c'],
    ['<ol><li>a</li></ol>\n<ol><li>b</li></ol>', '1. a\n\n1) b'],
    [
      '<ul><li><input type="checkbox" checked> a</li><li><input type="checkbox"> b</li></ul>',
      '- [x] a\n- [ ] b',
    ],
    ['<ul><li>[x] a</li><li>[1] b</li></ul>', '- [x] a\n- \\[1\\] b'],
  ];
  for (const [html, markdown] of cases) expect(htmlTextToMarkdown(html)).toBe(markdown);
});

test('the caption of a picture is the line below it', () => {
  const picture = '<img src="https://a.example/i.jpg" alt="A pan">';
  const cases: Case[] = [
    [
      `<figure>${picture}<figcaption>In <em>sun</em>, by <a href="https://own.example/u">Ann</a>.</figcaption></figure><p>Words.</p>`,
      '![A pan](https://a.example/i.jpg)\n*In sun, by [Ann](https://own.example/u).*\n\nWords.',
    ],
    [
      `<figure><a href="https://own.example/p"><div>${picture}<div></div></div></a><figcaption>Cap.</figcaption></figure>`,
      '[![A pan](https://a.example/i.jpg)](https://own.example/p)\n*Cap.*',
    ],
    [
      `<figure><a href="https://own.example/p">${picture}<figcaption>Cap.</figcaption></a></figure>`,
      '![A pan](https://a.example/i.jpg)\n\n[Cap.](https://own.example/p)',
    ],
    ['<figure><img src="data:image/png;base64,AA"><figcaption>Cap.</figcaption></figure>', 'Cap.'],
  ];
  for (const [html, markdown] of cases) expect(htmlTextToMarkdown(html)).toBe(markdown);
});

test('a format inside the same format is there once', () => {
  const html = '<p><b><strong>a</strong> b</b> <em>c <i>d</i></em></p>';
  expect(htmlTextToMarkdown(html)).toBe('**a b** *c d*');
});
