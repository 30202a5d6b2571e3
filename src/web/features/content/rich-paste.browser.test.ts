import { expect, test } from 'vitest';

import { markdownOf } from './rich-paste.ts';

const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0}</style></head><body><!--StartFragment--><h2>Rules<o:p></o:p></h2><p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>First<o:p></o:p></p><p class=MsoListParagraphCxSpMiddle style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>1.<span>&nbsp; </span></span>Nested</p><p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp; </span></span>Second, <b>bold</b></p><p class=MsoNormal>After <a href="https://own.example/w">a link</a>.</p><!--EndFragment--></body></html>`;

test('a paste from Word, a web page or a mail keeps its structure', () => {
  const cases: [html: string, plain: string, markdown: string][] = [
    [
      word,
      'Rules\n· First\n1. Nested\n· Second, bold\nAfter a link.',
      '## Rules\n\n- First\n  1. Nested\n- Second, **bold**\n\nAfter [a link](https://own.example/w).',
    ],
    [
      '<!-- wp:heading --><h2 class="wp-block-heading">Tips</h2><!-- /wp:heading --><!-- wp:quote --><blockquote class="wp-block-quote"><p>Salt.</p></blockquote><!-- /wp:quote --><p>See <a href="https://own.example/?a=1&amp;b=2" rel="nofollow">this</a><script>alert(1)</script><img src="data:image/png;base64,AAAA" onerror="alert(1)"></p>',
      'Tips\nSalt.\nSee this',
      '## Tips\n\n> Salt.\n\nSee [this](https://own.example/?a=1&b=2)',
    ],
    [
      '<div dir="ltr">Hello,<div><br></div><div>see <a href="https://own.example/m">this</a>.</div></div>',
      'Hello,\n\nsee this.',
      'Hello,\n\nsee [this](https://own.example/m).',
    ],
    [
      '<p>Wow!<a href="https://own.example/m">this</a> is <b>good!</b></p>',
      'Wow!this is good!',
      'Wow\\![this](https://own.example/m) is **good!**',
    ],
    [
      '<b style="font-weight:normal;" id="docs-internal-guid-2"><ol><li><p>Boil</p></li><ol><li><p>fill</p></li><li><p>heat</p></li><ul><li><p>to 96</p></li></ul></ol><li><p>Pour</p></li></ol></b>',
      'Boil\nfill\nheat\nto 96\nPour',
      '1. Boil\n   1. fill\n   2. heat\n      - to 96\n2. Pour',
    ],
    [
      '<p>Was <s>$99</s>, <del> or $95 </del>now <span style="text-decoration:line-through">$90</span></p>',
      'Was $99, or $95 now $90',
      'Was ~~$99~~, ~~or $95~~ now ~~$90~~',
    ],
    [
      '<p><del><s>Was $99</s>, or <strike>$95</strike></del> now <s>$90<br></s>$85<s> </s></p><s><p>One.</p><p>Two.</p></s>',
      'Was $99, or $95 now $90\n$85\nOne.\nTwo.',
      '~~Was $99, or $95~~ now ~~$90~~\n$85\n\n~~One.~~\n\n~~Two.~~',
    ],
    [
      '<table><caption>Beef</caption><tr><th>Cut</th><th>Price</th></tr><tr><td>Rib<br>eye</td></tr><tr><td><s>Rump</s></td><td>9,50 €</td></tr></table>',
      'Beef\nCut\tPrice\nRib eye\nRump\t9,50 €',
      'Beef\n\n| Cut | Price |\n| --- | --- |\n| Rib<br>eye |  |\n| ~~Rump~~ | 9,50 € |',
    ],
    ['A.<div><br></div>B. <p></p>C <b>c</b>', 'A.\n\nB.\n\nC c', 'A.\n\nB.\n\nC **c**'],
    [
      '<ol><li><div><span style="display:block">A.</span><div></div><a style="display: block" href="/x">B</a>C</div></li></ol>',
      'A.\nB\nC',
      '1. A.\n\n   [B](/x)\n\n   C',
    ],
    ['<p>Was <s>$99</s> now $79 *</p>', 'Was $99 now $79 *', 'Was ~~$99~~ now $79 \\*'],
  ];
  for (const [html, plain, markdown] of cases) expect(markdownOf(html, plain)?.markdown).toBe(markdown);
});

test('line breaks and punctuation at the edges of bold words stand outside of the marks', () => {
  const cases = [
    ['<p><b>Hinweis:</b>Das <i>(gilt)</i>.</p>', '**Hinweis**:Das *(gilt)*.'],
    ['<p>これは<b>「引用」</b>です</p>', 'これは「**引用**」です'],
    ['<p>a<b>👩‍🍳 c</b> <b>e\u0301👩‍🍳!</b>d</p>', 'a👩‍🍳 **c** **e\u0301**👩‍🍳!d'],
    ['<p>A <b>bold line<br></b>next<em><br>one</em></p>', 'A **bold line**\nnext\n*one*'],
    ['<p>Wow<b>!!</b><a href="/x">this</a> is <b>good</b></p>', 'Wow!\\![this](/x) is **good**'],
    ['<h2><b>1. The best<br>pan</b></h2>', '## **1\\. The best pan**'],
    ['<b>Prep<br><br>Cook</b>', '**Prep**\n\n**Cook**'],
    ['<b><div>One</div><div>Two</div></b>', '**One**\n\n**Two**'],
    ['<b><span>Tip:<br><br></span></b>oil', '**Tip:**\n\noil'],
    ['<a href="/x"><h3>One</h3><p>Two<br>2</p></a>', '### [One](/x)\n\nTwo 2'],
    ['<a href="/x"><div><img src="http://a/b"></div>c</a>', '![](http://a/b)\n\n[c](/x)'],
  ] as const;
  for (const [html, markdown] of cases) expect(markdownOf(html, 'words')?.markdown).toBe(markdown);
});

test('an address that runs code is removed, and its text stays', () => {
  const addresses = ['javascript:alert(1)', 'jav&#9;ascript:alert(1)', 'VBScript:x', 'data:text/html,x'];
  for (const address of addresses) {
    const html = `<h2>Title</h2><p><a href="${address}">words</a></p>`;
    expect(markdownOf(html, 'Title\nwords')?.markdown).toBe('## Title\n\nwords');
  }
});

test('source, code and text without formatting stay unchanged', () => {
  const cases: [html: string, plain: string][] = [
    [
      `<div style="font-family: Consolas, 'Courier New', monospace;white-space: pre;"><div><span style="color: #808080;">&lt;h2&gt;</span><span>Title</span><span>&lt;/h2&gt;</span></div><div>&lt;p&gt;Some &lt;b&gt;text&lt;/b&gt;.&lt;/p&gt;</div></div>`,
      '<h2>Title</h2>\n<p>Some <b>text</b>.</p>',
    ],
    ['<h1>Title</h1><p><b>x</b></p>', '# Title\n\nSome **bold** text'],
    ['<table><tr><td>[Update] It costs 5 * 3.</td></tr></table>', '[Update] It costs 5 * 3.'],
    ['<p>As said [sic]<b></b>, it is * fine.</p>', 'As said [sic], it is * fine.'],
    ['<div style="display:none"><h2>Title</h2></div>', 'Title'],
    ['<div style="white-space:pre"><span style="color:red">const a = 1;</span></div>', 'const a = 1;'],
  ];
  for (const [html, plain] of cases) expect(markdownOf(html, plain)).toBeNull();
});

test('text that looks like tags stays text, with and without formatting, also in Markdown', () => {
  const cases = [
    ['<p>Use the &lt;p&gt; tag.</p>', 'Use the <p> tag.', 'Use the &lt;p> tag.'],
    [
      '<p>Write &lt;div&gt;&lt;/div&gt; &amp;amp; so on</p>',
      'Write <div></div> &amp; so on',
      'Write &lt;div>&lt;/div> &amp;amp; so on',
    ],
    ['<p># Top</p><p>a &lt;b&gt; and R&amp;D</p>', '# Top\n\na <b> and R&D', '# Top\n\na &lt;b> and R&D'],
    ['<p>1 &lt; 2</p>', '1 < 2', '1 < 2'],
  ] as const;
  for (const [html, plain, content] of cases)
    expect(markdownOf(html, plain)?.markdown ?? plain).toBe(content);
});

const ofWord = (body: string) =>
  `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body><!--StartFragment-->${body}<!--EndFragment--></body></html>`;
const wordItem = (level: number, sign: string, words: string, list = 'l0') =>
  `<p class=MsoListParagraph style='mso-list:${list} level${level} lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>${words}<o:p></o:p></p>`;

test('the lists of Word keep their numbers and levels', () => {
  const between = '<p class=MsoNormal>Wait.</p>';
  const cases: [items: string, markdown: string][] = [
    [wordItem(1, '1.', 'Fill') + between + wordItem(1, '2.', 'Boil'), '1. Fill\n\nWait.\n\n2. Boil'],
    [
      wordItem(1, 'i.', 'Fill') +
        wordItem(2, 'a)', 'A') +
        wordItem(2, 'b)', 'B') +
        between +
        wordItem(1, 'ii.', 'Boil'),
      '1. Fill\n   1. A\n   2. B\n\nWait.\n\n2. Boil',
    ],
    [wordItem(1, '1', 'Fill') + wordItem(1, '2', 'Boil'), '1. Fill\n2. Boil'],
    [wordItem(1, '(4)', 'Fill') + wordItem(2, '4.12.', 'Boil'), '4. Fill\n   12. Boil'],
    [wordItem(1, '一、', 'Fill') + wordItem(1, '二、', 'Boil'), '1. Fill\n2. Boil'],
    [
      wordItem(1, 'o', 'Fill') + wordItem(2, '§', 'Boil') + wordItem(1, 'v', 'Pour'),
      '- Fill\n  - Boil\n- Pour',
    ],
    [wordItem(1, 'Step 1:', 'Fill') + wordItem(1, 'Step 2:', 'Boil'), '- Step 1: Fill\n- Step 2: Boil'],
    [wordItem(1, '1.', 'Fill') + wordItem(1, '1.', 'Boil', 'l1'), '1. Fill\n\n1) Boil'],
    [
      wordItem(2, '·', 'Fill') + wordItem(1, '·', 'Boil') + wordItem(3, '·', 'Pour'),
      '- Fill\n- Boil\n  - Pour',
    ],
    [
      "<h2 style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>1.<span>&nbsp; </span></span>Fill</h2>",
      '## 1\\. Fill',
    ],
    ["<p style='mso-list:none'><b>Fill</b></p>", '**Fill**'],
  ];
  for (const [items, markdown] of cases) expect(markdownOf(ofWord(items), 'words')?.markdown).toBe(markdown);
});

const webItem = (tag: string, level: number, start: number, words: string) =>
  `<div class="ListContainerWrapper SCXW1"><${tag} role="list" start="${start}"><li data-listid="1" data-aria-level="${level}" role="listitem"><span class="ListMarkerWrappingSpan">${start}.</span><p class="Paragraph"><span class="TextRun">${words}</span><span class="EOP">&nbsp;</span></p></li></${tag}></div>`;

test('a paste from Word for the web keeps nested lists, headings and superscripts', () => {
  const cases: [html: string, markdown: string][] = [
    [
      webItem('ul', 1, 1, 'One') + webItem('ul', 2, 1, 'Nested') + webItem('ul', 1, 1, 'Two'),
      '- One\n  - Nested\n- Two',
    ],
    [
      webItem('ol', 1, 1, 'One') +
        webItem('ol', 2, 1, 'Nested') +
        '<p>Wait.</p>' +
        webItem('ol', 1, 2, 'Two'),
      '1. One\n   1. Nested\n\nWait.\n\n2. Two',
    ],
    [
      '<div><p role="heading" aria-level="3"><span>Pans</span></p></div><div><p>Words.</p></div>',
      '### Pans\n\nWords.',
    ],
    [
      '<p><b>It</b> has 3 m<span style="vertical-align: super"><span style="vertical-align:super">2</span></span></p>',
      '**It** has 3 m²',
    ],
  ];
  for (const [html, markdown] of cases) expect(markdownOf(html, 'words')?.markdown).toBe(markdown);
});

const wordMark = `<span class=MsoCommentReference><![if !supportAnnotations]><a class=msocomanchor id="_anchor_1" href="#_msocom_1" name="_msoanchor_1">[AH1]</a><![endif]><span style='mso-special-character:comment'>&nbsp;</span></span>`;
const wordComments = `<div style='mso-element:comment-list'><hr class=msocomoff><div style='mso-element:comment'><div id="_com_1" class=msocomtxt><a name="_msocom_1"></a><p class=MsoCommentText><span style='mso-special-character:comment'>&nbsp;<a href="#_msoanchor_1" class=msocomoff>[AH1]</a></span>Ann, check the price</p></div></div></div>`;

test('comments, deletions, hidden words and signs of editors do not become text', () => {
  const cases: [html: string, markdown: string][] = [
    [
      ofWord(
        `<p>The <a style='mso-comment-reference:AH_1'><b>kettle</b></a>${wordMark} boils.</p>${wordComments}`,
      ),
      'The **kettle** boils.',
    ],
    [
      '<p>The <b>kettle</b><sup><a href="#cmnt1" id="cmnt_ref1">[a]</a></sup> <a href="https://own.example/#cmnt">boils</a>.</p><div style="border:1px solid black"><p><a href="#cmnt_ref1" id="cmnt1">[a]</a>Ann, check</p><p>the price</p></div><p>End.</p>',
      'The **kettle** [boils](https://own.example/#cmnt).\n\nEnd.',
    ],
    [
      '<p>It <b>costs</b> <del cite="mailto:Ann" datetime="2026-01-01">30</del><ins cite="mailto:Ann">40</ins>, was <del datetime="2026-01-01">50</del></p>',
      'It **costs** 40, was ~~50~~',
    ],
    ["<p><b>One</b><span style='display:none;mso-hide:all'> secret</span>.</p>", '**One**.'],
    [
      "<p><b>Flour</b><span style='mso-tab-count:2'>&nbsp;&nbsp;&nbsp;&nbsp; </span>200 g.<span style='mso-spacerun:yes'>&nbsp; </span>Mix.</p>",
      '**Flour** 200 g. Mix.',
    ],
    [
      `<p><b>One</b>.</p><span><br clear=all style='page-break-before:always'></span><p>Two.</p>`,
      '**One**.\n\nTwo.',
    ],
    [
      '<h2>Pans<a href="#p">¶</a></h2><h3><a href="https://s.example/x#q">#</a>Pots</h3><h3>Cups<a href="https://s.example/x#c">\u200B</a></h3><h3><a href="https://own.example/#a">Shop</a></h3>',
      '## Pans\n\n### Pots\n\n### Cups\n\n### [Shop](https://own.example/#a)',
    ],
  ];
  for (const [html, markdown] of cases) expect(markdownOf(html, 'words')?.markdown).toBe(markdown);
});

test('footnotes of Word and marks of a page become marks of Markdown', () => {
  const mark = (own: string, other: string) =>
    `<a style='mso-footnote-id:ftn1' href="#${other}" name="${own}"><span class=MsoFootnoteReference>[1]</span></a>`;
  const notes = `<div style='mso-element:footnote-list'><br clear=all><hr width="33%"><div style='mso-element:footnote' id=ftn1><p>${mark('_ftn1', '_ftnref1')} A note.</p><p>More.</p></div></div>`;
  const cases: [html: string, markdown: string][] = [
    [
      ofWord(`<p><b>Tea</b>${mark('_ftnref1', '_ftn1')} is old.</p>${notes}`),
      '**Tea**[^1] is old.\n\n[^1]: A note.\n\n    More.',
    ],
    [ofWord(`<p><b>Tea</b>${mark('_ftnref1', '_ftn1')} is old.</p>`), '**Tea**[1] is old.'],
    [
      '<p><b>Tea</b><sup><a href="https://s.example/p#cite_note-2">[2]</a></sup> is old.</p>',
      '**Tea**[2] is old.',
    ],
  ];
  for (const [html, markdown] of cases) expect(markdownOf(html, 'words')?.markdown).toBe(markdown);
});

test('a paste from Google Docs keeps code, boxes and superscripts', () => {
  const cases: [html: string, markdown: string][] = [
    [
      '<p>Do <b>this</b>:</p><p><span>\uEC03make  tea</span></p><br><p>&nbsp;&nbsp;drink</p><p>\uEC02</p><p>End \uEC03.</p>',
      'Do **this**:\n\n```\nmake  tea\n\n  drink\n```\n\nEnd .',
    ],
    [
      '<ul><li role="checkbox" aria-checked="true"><img src="data:image/png;base64,AA" alt="checked"><p>Salt</p></li><li role="checkbox" aria-checked="false"><img src="data:image/png;base64,AA"><p>Oil</p></li></ul>',
      '- [x] Salt\n- [ ] Oil',
    ],
    ['<ul><li>More<p>Inside.</p></li></ul>', '- More\n\n  Inside.'],
    [
      '<p><b>It</b> <span style="vertical-align:baseline">has 10</span><span style="font-size:0.6em;vertical-align:super">5</span>, H<span style="vertical-align:sub">2</span>O</p>',
      '**It** has 10⁵, H₂O',
    ],
  ];
  for (const [html, markdown] of cases) {
    const rich = markdownOf(html, 'words');
    expect(rich).toEqual({ markdown, leftOut: 0 });
  }
});

test('words that the plain text has wrong are mended, also without formatting', () => {
  const cases: [html: string, plain: string, content: string][] = [
    ['<p>3 * 5 m<sup>2</sup> [sic]</p>', '3 * 5 m2 [sic]', '3 * 5 m² [sic]'],
    [
      ofWord(`<p>The kettle${wordMark} boils.</p>${wordComments}`),
      'The kettle[AH1] boils.\n[AH1]Ann, check the price',
      'The kettle boils.',
    ],
  ];
  for (const [html, plain, content] of cases) expect(markdownOf(html, plain)?.markdown).toBe(content);
});

test.each([
  ['items', '<ol>', '<li>a'],
  ['nested lists', '', '<ul><li>a'],
  ['nested bold words', '', '<b>'],
  ['lines in nested bold words', '<b>'.repeat(60), 'a<br>'],
  ['rows below a wide one', `<table><tr>${'<td>a'.repeat(2000)}`, '<tr><td>a'],
  ['cells over many rows and columns', '<table><tr>', '<td colspan=1000 rowspan=60000>a'],
  ['fractions', '<p>', '<sup>1</sup>/<sub>2</sub>'],
  [
    'marks of one note',
    '<sup id=r><a href="#n">1</a></sup><div id=n><a href="#r">1</a></div>',
    '<sup><a href="#n">1</a></sup>',
  ],
  ['lines of code', '<pre><code>', '<div>a</div><br>'],
  ['nested formulas', '<math>', '<mrow><msup><mi>a</mi><mn>2</mn></msup>'],
])('a hostile paste of %s is read in linear time', (_, start, part) => {
  const from = performance.now();
  markdownOf(`<b>a</b>${start}${part.repeat(100_000 / part.length)}`, 'words');
  expect(performance.now() - from).toBeLessThan(20_000);
});
