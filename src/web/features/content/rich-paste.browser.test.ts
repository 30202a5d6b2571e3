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
