import { describe, expect, test } from 'vitest';

import { parseDocument } from './document.ts';
import { formatOf } from './text-format.ts';

/** Returns each block as its kind and its sentences. A `|` follows each guarded sentence. */
function outline(content: string): string[] {
  return parseDocument(content).blocks.map(
    (block) =>
      `${block.kind}: ${block.sentences.map((sentence) => content.slice(sentence.start, sentence.end) + (sentence.guarded ? '|' : '')).join(' / ')}`,
  );
}

describe('blocks', () => {
  test.each([
    ['a heading', '# One. Two.', ['heading: # One. Two.|']],
    ['an underlined heading', 'One. Two.\n---', ['heading: One. Two.\n---|']],
    ['fenced code', '```\nOne.\n\nTwo.\n```', ['closed: ']],
    ['code whose fence never ends', '~~~\nOne.\n\nTwo.', ['closed: ']],
    ['indented code', 'One.\n\n    Two.', ['prose: One.', 'closed: ']],
    ['a table', 'a | b\n--|--\nOne. | Two.', ['table: ']],
    ['a table right behind text', 'One.\na | b\n--|--\nTwo. | Three.', ['prose: One.', 'table: ']],
    ['a list with a gap', '- One.\n\n  Two.\n- Three.', ['list: One.', 'list: Two.| / Three.']],
    ['a formula', 'One.\n$$\na\n\nb\n$$\nTwo.', ['prose: One.', 'closed: ', 'prose: Two.']],
    ['a formula that ends within a line', '$$ a\n\nb $$\nTwo.', ['closed: ', 'prose: Two.']],
    ['a formula in one line', '$$a = b$$\nOne. Two.', ['closed: ', 'prose: One. / Two.']],
    ['a formula before text', '$$a$$ is one.\n\nTwo.', ['prose: $$a$$ is one.', 'prose: Two.']],
    ['front matter', '---\ntitle: One.\n---\nTwo.', ['closed: ', 'prose: Two.']],
    ['keys of two words', '---\na: One.\nb c: Two.\n---\nThree.', ['closed: ', 'prose: Three.']],
    [
      'text between two rules',
      '---\nTipp: **Eins.**\n\nZwei.\n\n---\nDrei.',
      ['closed: ', 'prose: Tipp: **Eins.**', 'prose: Zwei.', 'closed: ', 'prose: Drei.'],
    ],
    ['a definition', '[a]: https://a.example "One."', ['closed: ']],
    ['a shortcode', '{{< figure src="a.jpg" >}}', ['closed: ']],
    ['a quotation', '> One.\ntwo.', ['closed: ']],
    ['a fence with a language in code', '```\nOne.\n```js\nTwo.\n```\nThree.', ['closed: ', 'prose: Three.']],
    ['an indented fence in code', '```\nOne.\n    ```\nTwo.\n   ```\nThree.', ['closed: ', 'prose: Three.']],
    ['shorter and other fences in code', '````\n```\n~~~~\nOne.\n`````\t\nTwo.', ['closed: ', 'prose: Two.']],
    [
      'code right behind a quotation',
      '> One.\n```\nTwo.\n\nThree.\n```\nFour.',
      ['closed: ', 'closed: ', 'prose: Four.'],
    ],
    [
      'code right behind a list',
      '- One.\n```\nTwo.\n\nThree.\n```\n- Four.',
      ['list: One.', 'closed: ', 'list: Four.'],
    ],
    ['code in a quotation', '> ```\n> One.\n>\n> Two.\n> ```\n\nThree.', ['closed: ', 'prose: Three.']],
    [
      'a heading right behind a list',
      '- One.\n# Two.\nThree.',
      ['list: One.', 'heading: # Two.|', 'prose: Three.'],
    ],
    ['a list right behind a paragraph', 'One:\n* Two.', ['prose: One:', 'list: Two.']],
  ])('%s', (_, content, expected) => {
    expect(outline(content)).toEqual(expected);
  });
});

describe('a table ends before', () => {
  const table = '| a |\n| - |\nb';
  test.each([
    ['code', '```\nOne.\n\nTwo.\n```\nThree.', ['closed: ', 'prose: Three.']],
    ['indented code', '    One.\nTwo.', ['closed: ', 'prose: Two.']],
    ['a heading', '# One.\nTwo.', ['heading: # One.|', 'prose: Two.']],
    ['a quotation', '> One.\n\nTwo.', ['closed: ', 'prose: Two.']],
    ['a list', '- One.', ['list: One.']],
    ['a rule', '---\nOne.', ['closed: ', 'prose: One.']],
    ['a comment', '<!-- One. -->\nTwo.', ['closed: ', 'prose: Two.']],
    ['an element', '<p>\nOne.', ['prose: One.']],
    ['nothing else', '[One.](a)\n{{ Two. }}\n2. Three.', []],
  ])('%s', (_, below, expected) => {
    for (const above of [table, `x | y\n- | -\n${table}`])
      expect(outline(`${above}\n${below}`)).toEqual(['table: ', ...expected]);
  });
});

describe('HTML in Markdown', () => {
  test.each([
    ['a comment', '<!--', '-->'],
    ['code', '<pre><code>', '</code></PRE> .'],
    ['a script', '<SCRIPT src="a">', '</script>'],
    ['a style', '<style', '</style>'],
    ['a field', ' <textarea>', '</textarea>'],
    ['an instruction', '<?php', '?>'],
    ['marked data', '<![CDATA[', ']]>'],
    ['a declaration', '<!DOCTYPE', 'html>'],
  ])('nothing is written into %s with blank lines', (_, open, close) => {
    const inside = 'One. Two.\n\n# Three.\n\n- Four. Five.\n\n```\nSix.';
    expect(outline(`# T\n\nA.\n${open}\n${inside}\n${close}\nB.`)).toEqual([
      'heading: # T|',
      'prose: A.',
      'closed: ',
      'prose: B.',
    ]);
    expect(outline(`# T\n\n${open}\n${inside}`)).toEqual(['heading: # T|', 'closed: ']);
  });

  test('a list inside <pre> is closed', () => {
    expect(outline('# T\n\n<div><pre>\n\n- One. Two.\n</pre></div>\n\n- Three.')).toEqual([
      'heading: # T|',
      'closed: ',
      'list: Three.',
    ]);
  });

  test('text in a line of tags is prose, and the tags are no words of it', () => {
    expect(outline('# T\n\n<div>\nOne.\n</div>\n\n- Two.')).toEqual([
      'heading: # T|',
      'prose: One.',
      'list: Two.',
    ]);
  });
});

test('nothing is written into the title below a definition', () => {
  for (const title of ['"One. Two."', "  'One. Two.'", '(One. Two.)', '<https://own.example/x.y>'])
    expect(outline(`[a]: https://own.example/\n${title}\n\nThree.`)).toEqual(['closed: ', 'prose: Three.']);
});

describe('HTML', () => {
  test('nothing is written into a link around several blocks', () => {
    const card = '<a href="x"><div>\n<p>One.</p>\n\n<p>Two.</p>\n\n</div></a>';
    const linked = ['prose: One.|', 'prose: Two.|'];
    const shown = (content: string) => outline(content).filter((line) => line.includes('.'));
    expect(shown(`${card}\n\n<p>Three.</p>`)).toEqual([...linked, 'prose: Three.']);
    expect(shown(`<p>Zero.</p><p>0.</p>\n\n<a name="x"><p>One.</p>\n\n<p>Two.</p>`).slice(-1)).toEqual([
      'prose: Two.',
    ]);
    expect(
      shown(`${card.replace('</a>', '')}\n\n<p>Three. <a href="y">Four.</a> Five.</p><p>Six.</p>`),
    ).toEqual([...linked, 'prose: Three. <a href="y">Four.</a> Five.', 'prose: Six.']);
  });

  test('nothing is written into a comment with blank lines', () => {
    const comment = '<!-- Two.\n\nThree. Four.\n\n<p>Five.</p> -->';
    const content = `<p>One.</p>\n${comment}\n<p>Six.</p>\n\n<p>Seven.</p>`;
    expect(outline(content)).toEqual(['prose: One.', `prose: ${comment}|`, 'prose: Six.', 'prose: Seven.']);
    expect(parseDocument(content).blocks.map((block) => block.after > 0)).toEqual([true, false, true, true]);
    // A comment without an end goes on to the end of the text.
    const open = '<!-- Two.\n\nThree. Four.';
    expect(outline(`<p>One.</p>\n\n${open}`)).toEqual(['prose: One.', `prose: ${open}|`]);
  });

  test('gives the items of its lists', () => {
    expect(outline('<p>One.</p><ul>\n<li>Two.</li>\n<li><p>Three</p></li>\n</ul><p>Four.</p>')).toEqual([
      'prose: One.',
      'list: Two.',
      'list: Three',
      'prose: Four.',
    ]);
  });

  test('gives the text of its paragraphs', () => {
    expect(outline('<p>One. Two.</p>\n<p>Three.</p>')).toEqual(['prose: One. / Two.', 'prose: Three.']);
  });

  test('gives several paragraphs for one element with blank lines', () => {
    expect(outline('<p>One.\r\n\r\nTwo.</p><br>')).toEqual(['prose: One.', 'prose: Two.']);
  });

  test.each(['blockquote', 'pre', 'table', 'figure', 'h2', 'ul', 'script'])(
    'keeps <%s> closed over blank lines',
    (name) => {
      expect(outline(`<p>One.</p>\n<${name}>\n\nTwo.\n\n</${name}>\n\nThree.`)).toEqual([
        'prose: One.',
        'closed: ',
        'prose: Three.',
      ]);
    },
  );
});

describe('sentences', () => {
  test.each([
    ['line ends within', 'One goes\non here. Two.', ['One goes\non here.', 'Two.']],
    [
      'abbreviations',
      'Mr. Beecher came, e.g. Monday. He left.',
      ['Mr. Beecher came, e.g. Monday.', 'He left.'],
    ],
    [
      'German abbreviations and dates',
      'Das gilt z. B. am 3. Mai. Gut.',
      ['Das gilt z. B. am 3. Mai.', 'Gut.'],
    ],
    [
      'abbreviations in signs and tags',
      '**Dr.** Beecher and "Mr." Hale came *ca.* Monday to <b>St.</b> Louis (Vgl. Kap.) Now.',
      ['**Dr.** Beecher and "Mr." Hale came *ca.* Monday to <b>St.</b> Louis (Vgl. Kap.) Now.'],
    ],
    ['smileys', 'It broke :( I left. It works :) Now.', ['It broke :( I left.', 'It works :) Now.']],
    ['brackets without spaces', '彼は（はい。ええ。）と言った。', ['彼は（はい。ええ。）と言った。']],
    ['titles without spaces', '我读《你好吗？》这本书。', ['我读《你好吗？》这本书。']],
    ['decimals', 'It is 3.5 Kilos. Heavy.', ['It is 3.5 Kilos.', 'Heavy.']],
    ['links', 'See [One. Two.](a) there. Three.', ['See [One. Two.](a) there.', 'Three.']],
    ['code', 'See `One. Two.` there. Three.', ['See `One. Two.` there.', 'Three.']],
    [
      'tags',
      'See <a title="One. Two.">it. Now</a> there. Three.',
      ['See <a title="One. Two.">it. Now</a> there.', 'Three.'],
    ],
    ['images', 'See ![One. Two.](a.jpg) there. Three.', ['See ![One. Two.](a.jpg) there.', 'Three.']],
    [
      'quotations in corner brackets',
      'パンを焼く。「うまい。」と言った。',
      ['パンを焼く。', '「うまい。」と言った。'],
    ],
  ])('are not cut by %s', (_, content, expected) => {
    expect(outline(content)).toEqual([`prose: ${expected.join(' / ')}`]);
  });

  test('end behind emphasis, in Markdown and HTML', () => {
    const words = 'It is good.';
    for (const [open, close] of [
      ['**', '**'],
      ['_', '_'],
      ['<strong>', '</strong>'],
      ['<em><span>', '</span></em>'],
    ])
      expect(outline(`See: ${open}${words}${close} Then eat.`)).toEqual([
        `prose: See: ${open}${words}${close} / Then eat.`,
      ]);
  });

  test.each(['**One. Two.**', '[One. Two.](a)', '[One. ` Two.](a)', '"One. Two.'])(
    '%s is guarded as a whole',
    (content) => {
      expect(outline(content).join('')).toMatch(/\|$/);
    },
  );
});

test.each([
  ['html', '<p>One</p>\n<p>Two</p>'],
  ['html', '<h2>One</h2> text<br>'],
  ['markdown', '# One'],
  ['markdown', '# One\n\n<figure>\n<img src="x.jpg">\n</figure>\n\n- two'],
  ['markdown', 'One\n\n- two'],
  ['markdown', 'See [this](https://a.example).'],
  ['markdown', 'A **bold** word'],
  ['markdown', 'An *odd* word'],
  ['markdown', '| one | two |\n| --- | --- |'],
  ['markdown', 'Use the &lt;p> tag.'],
  ['plain', '5 * 3 * 2, AT&T and a * b*c'],
  ['plain', 'One. Two < three > two.'],
  ['plain', 'Use the <p> tag.'],
  ['plain', ''],
  ['html', '<p>Use <code>**x**</code>.</p>\n<pre>\n# one\n- two\n```\n</pre>'],
  ['html', '<!--\n# One\n- two\n--><p title="**x**">Tea &amp;amp; &lt;b></p>'],
  ['html', `${'<p>One.</p>\n'.repeat(20)}# 1 of all`],
  [
    'markdown',
    '<p align="center">\n<img src="x.jpg">\n</p>\n\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n\n## One',
  ],
  ['markdown', `Write this:\n\n\`\`\`\n${'<p>One</p>\n'.repeat(30)}\`\`\``],
  ['markdown', 'Was ~~$99~~ now $79.'],
  ['plain', '~~~~~~~~\nSo good~~ I love it~~, 好~~真好~~'],
  ['markdown', `${'A plain sentence. '.repeat(2000)}See [this](https://a.example).`],
  ['markdown', `Write ${'`<p>One</p>`, '.repeat(9)}for **bold**.`],
  ['markdown', 'I cook at <strong>home</strong>. See <a class="x" href="https://own.example/x">my post</a>.'],
  ['markdown', 'It is <EM>old</EM>.'],
  ['markdown', 'One.<br>Two.'],
  ['markdown', 'One.\r\n<hr />\r\nTwo.'],
  ['markdown', 'One.\n\n<!--more-->\n\nTwo.'],
  ['markdown', '<img class="x" src="https://own.example/i.png" alt="" /> One.'],
  ['plain', 'Use <strong> and </strong> for bold, <a href="...">words</a> and <a name="x">y</a> for links.'],
  ['plain', 'The tags <br>, <hr> and "<br />" break a line. <img src="x.jpg"> shows a picture.'],
  ['markdown', 'Write `<b>x</b>` here.'],
  ['plain', 'Write a `back tick. Is a<b and b>c? A List<String> is no <i>.'],
])('a format is recognised, %s: %j', (format, content) => {
  expect(formatOf(content)).toBe(format);
});
