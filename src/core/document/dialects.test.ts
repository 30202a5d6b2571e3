import { describe, expect, test } from 'vitest';

import { readConstructs } from './dialects.ts';
import { parseDocument } from './document.ts';
import { numberSentences } from './numbered-sentences.ts';

/** Returns each construct as its kind and its source. */
function found(text: string, html = false): string[] {
  return readConstructs(text, html).map(({ kind, start, end }) => `${kind}: ${text.slice(start, end)}`);
}

/** Returns what may be touched: sentences with a place behind them, with words for a link, or to replace. */
function touchable(content: string): string[] {
  return numberSentences(parseDocument(content))
    .filter(({ insertable, linkable, replaceable }) => insertable || linkable || replaceable)
    .map(({ start, end }) => content.slice(start, end));
}

describe('a construct', () => {
  test.each([
    ['Hugo', '{{< figure src="a" >}}'],
    ['Hugo with Markdown', '{{% callout\n\nnote="It is old."\n%}}'],
    ['Liquid', '{% include a.html b="c" %}'],
    ['Liquid without spaces', '{%- assign a = "b" -%}'],
    ['a value of a template', '{{ page.title | upcase }}'],
    ['raw Handlebars', '{{{ body }}}'],
    ['a comment of Jinja', '{# My kettle.\n\nIt is old. #}'],
    ['a comment of MDX', '{/* My kettle.\n\nIt is old. */}'],
    ['an expression of MDX', "{show && 'My steel kettle. It is old.'}"],
    ['ERB', '<%= link_to "My kettle. It is old." %>'],
    ['PHP', '<?php\n\necho "My kettle. It is old.";\n?>'],
    ['a comment of Obsidian', '%% My kettle. It is old. %%'],
    ['a comment of HTML', '<!-- My kettle.\n\nIt is old. -->'],
    ['attributes of kramdown', '{: .a title="My kettle. It is old."}'],
    ['a shortcode', '[affiliate url="https://own.example/?a=1"]'],
    ['a shortcode over lines', '[affiliate\n  url="https://own.example/?a=1"\n]'],
  ])('of %s is opaque, alone and between words', (_, source) => {
    expect(found(source)).toEqual([`opaque: ${source}`]);
    expect(found(`Words ${source} here.`)).toEqual([`opaque: ${source}`]);
    expect(touchable(`${source}\n\nText is here.`)).toEqual(['Text is here.']);
  });

  test.each([
    ['Hugo', '{{< code >}}', '{{< /code >}}'],
    ['Hugo with Markdown', '{{% quote author="Ann" %}}', '{{%/quote%}}'],
    ['Jekyll', '{% highlight js %}', '{% endhighlight %}'],
    ['Hexo', '{% blockquote Ann %}', '{% endblockquote %}'],
    ['kramdown', '{::comment}', '{:/comment}'],
    ['WordPress', '[caption id="a"]', '[/caption]'],
    ['BBCode', '[quote=Ann]', '[/quote]'],
    ['BBCode without a value', '[code]', '[/code]'],
  ])('between two tags of %s is closed', (_, open, close) => {
    for (const source of [
      `${open}My kettle. It is old.${close}`,
      `${open}\nMy kettle.\n\n- It is old.\n${close}`,
    ]) {
      expect(found(source)).toEqual([`closed: ${source}`]);
      expect(touchable(`${source}\n\nText is here.`)).toEqual(['Text is here.']);
      expect(touchable(`<p>One.</p>\n${source}\n<p>Text is here.</p>`)).toEqual(['One.', 'Text is here.']);
    }
  });

  test.each([
    ['{{% notice tip %}}', '{{% /notice %}}'],
    ['{% if a %}', '{% endif %}'],
    ['[vc_column_text]', '[/vc_column_text]'],
    ['[et_pb_text admin_label="Text"]', '[/et_pb_text]'],
    ['{{#if a}}', '{{/if}}'],
    ['<Tip>\n', '\n</Tip>'],
    [':::tip\n', '\n:::'],
  ])('leaves running text between %s and %s', (open, close) => {
    expect(touchable(`${open}\nText is here.\n${close}`)).toEqual(['Text is here.']);
  });

  test.each([
    ["export const a = 'My kettle. It is old.';", ''],
    ["import a from 'b';\nimport { c } from 'd';", ''],
    ['export const a = [\n\n  "My kettle. It is old.",\n\n].map((b) => {\n\n  return b;\n});', ''],
    ['--8<-- "steel kettle.md"', ''],
    ['--8<--\na kettle.md\nb kettle.md\n--8<--', ''],
    ['=== "My kettle. It is old."', ''],
    ['!!! note "My kettle. It is old."', ''],
  ])('is a block of its own: %j', (source) => {
    expect(touchable(`One is here.\n\n${source}\n\nText is here.`)).toEqual([
      'One is here.',
      'Text is here.',
    ]);
  });

  test('ends a module before a line with a tag, and code between fences is a block at any indent', () => {
    const code = 'My kettle is old. It is here.\n\nimport a from "b";';
    for (const source of [
      `{% highlight js %}\n${code}\n{% endhighlight %}`,
      `{{< highlight js >}}\n${code}\n{{< /highlight >}}`,
      `<Tabs>\n  <TabItem>\n    \`\`\`js\n    ${code}\n    \`\`\`\n  </TabItem>\n</Tabs>`,
      `\`\`\` md\n    \`\`\`\n${code}\n    \`\`\`\n\`\`\``,
      `<!DOCTYPE html>`,
      '+---+---+\n| a | b |\n+===+===+\n| My kettle is old. | x |\n+---+---+',
      '\\[\nE = \\text{my kettle. It is old.}\n\\]',
      '\\begin{equation}\nMy kettle. It is old.\n\\end{equation}',
      'key:: my kettle is old.\nauthor:: Ann Hill.',
      '[![A kettle](https://own.example/b.svg)](https://own.example/1)\n[![B kettle](https://own.example/c.svg)](https://own.example/2)',
    ])
      expect([source, touchable(`${source}\n\nText is here.`)]).toEqual([source, ['Text is here.']]);
    expect(touchable('<figure>\n    <img src="a">\n{{< x >}}\n    </figure>\n\nText is here.')).toEqual([
      'Text is here.',
    ]);
    expect(touchable('<figure>\n<img src="a">\n\n# A\n\nText is here.')).toContain('Text is here.');
    expect(touchable('==One is here. Two is here.== Three is here.')).toEqual([
      '==One is here. Two is here.==',
      'Three is here.',
    ]);
  });

  test.each([
    ['<Table\n  rows={[\n\n    "My kettle. It is old.",\n\n  ]}\n/>'],
    ['<img\n  src="/a.jpg"\n  alt="My kettle. It is old."\n>'],
    ['<Faq items={[{ q: "Old?", a: <b>Yes. It is.</b> }]} />'],
  ])('is a tag of several lines: %j', (source) => {
    expect(found(source)).toEqual([`tag: ${source}`]);
    expect(touchable(`One is here.\n\n${source}\n\nText is here.`)).toEqual([
      'One is here.',
      'Text is here.',
    ]);
  });

  test.each([
    'Write {{< here, or {% there.',
    'A set {a, b and a tag <b of c.',
    '100 %% of it, 8< and 10:30:15.',
    'Use `{{< a >}}` or `{% b %}`.',
    'See [a note] and [this](b) or [x][y], [x=(y](z) or [a b="c"][d].',
    'import duties are high.\nexport them.',
    '\\{a\\} and \\[b c="d"\\]',
    '\\[toc\\]',
    'No {a\n\nb} over paragraphs. No {{ a\n\nb }} either.',
  ])('is not in %j', (text) => {
    expect(found(text)).toEqual([]);
  });

  test('is not read in code between fences', () => {
    const [one, other] = ['```\n{{< a >}}\n```', '~~~\n{% b %}\n~~~'];
    expect(found(`${one}\n${other}\n`)).toEqual([`code: ${one}`, `code: ${other}`]);
    expect(found(`> ${one.replaceAll('\n', '\n> ')}\n\n- ${one.replaceAll('\n', '\n  ')}`)).toEqual([]);
  });

  test('is read on a line behind signs that begin none there', () => {
    for (const sign of ['file:///a', 'Cut 8<-- here', '10:30:15', '$5'])
      expect(found(`${sign} {{< a >}} is here.`)).toEqual(['opaque: {{< a >}}']);
  });

  test('inside of another one is a part of it', () => {
    const source = '{{< code >}}[gallery ids="1"] {% a %} {{< b >}}{{< /code >}}';
    expect(found(`${source} {{< c >}}`)).toEqual([`closed: ${source}`, 'opaque: {{< c >}}']);
  });
});

test('hidden words get nothing', () => {
  const hidden = ['hidden', 'style="display: none"', 'aria-hidden="true"'];
  for (const attribute of hidden) {
    const content = `<p>One is here.</p><div ${attribute}><p>My kettle. It is old.</p></div><p>Text is here.</p>`;
    expect(touchable(content)).toEqual(['One is here.', 'Text is here.']);
  }
  expect(touchable('<p hidden>My kettle.<p>Text is here.</p></p><p>More.</p>')).toEqual([
    'Text is here.',
    'More.',
  ]);
});

test('a sentence that also stands in the attributes of its block is closed', () => {
  const answer = 'Yes. My steel kettle \\u003cb\\u003eboils\\u003c/b\\u003e in two minutes.';
  const block = `<!-- wp:a/faq {"questions":[{"answer":["${answer}"]}]} -->\n<div><p>Yes. My steel kettle <b>boils</b> in two minutes.</p></div>\n<!-- /wp:a/faq -->`;
  const other = '<!-- wp:paragraph {"align":"left"} --><p>My steel kettle is old.</p><!-- /wp:paragraph -->';
  expect(touchable(`${block}\n\n${other}`)).toEqual(['My steel kettle is old.']);
});

test('a caption below a picture, and a definition, are closed', () => {
  for (const source of [
    '![a](/a.jpg)\n*My kettle. It is old.*',
    '![a](/a.jpg){ width=300 }\n_My kettle. It is old._',
    '[![a](/a.jpg)](/b)\n**My kettle. It is old.**',
    '<img src="/a.jpg"><br>\n<em>My kettle. It is old.</em>',
    'Kettle\n: A pot for water. It is old.',
    'Kettle\n\n:   A pot for water. It is old.',
  ])
    expect(touchable(`${source}\n\nText is here.`).filter((text) => text.includes('old'))).toEqual([]);
});
