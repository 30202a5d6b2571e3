import { expect, test } from 'vitest';

import { inlineLooks } from './inline-looks.ts';
import { documentLooks } from './line-looks.ts';

/** Returns the text as a reader sees it: without signs, each look as `kind(words)`. */
function readInline(text: string, content = ''): string {
  const looks = inlineLooks(text, documentLooks(content).labels);
  const isSign = (at: number) =>
    looks.some(({ kind, start, end }) => kind === 'sign' && start <= at && at < end);
  let read = '';
  for (let at = 0; at <= text.length; at += 1) {
    for (const { kind, end, url } of looks.toReversed())
      if (kind !== 'sign' && end === at) read += url === null ? ')' : ` ${url})`;
    for (const { kind, start } of looks) if (kind !== 'sign' && start === at) read += `${kind}(`;
    if (at < text.length && !isSign(at)) read += text[at];
  }
  return read;
}

test.each([
  ['a **b** c', 'a strong(b) c'],
  ['a *b* and _c_', 'a em(b) and em(c)'],
  ['***both***', 'strong(em(both))'],
  ['~~old~~ new', 'struck(old) new'],
  ['run `npm *x*` now', 'run code(npm *x*) now'],
  ['see [the *pan*](https://a.example/?x=1&y=2 "t").', 'see link(the em(pan) https://a.example/?x=1&y=2).'],
  ['see [x](/local) and [y]()', 'see link(x) and link(y)'],
  ['see [a ` b](https://a.example) c', 'see link(a ` b https://a.example) c'],
  ['[a `` b](/c) and ` d', 'link(a `` b) and ` d'],
  ['![A pan](https://a.example/p.jpg)', 'image(A pan)'],
  ['![](p.jpg)', 'image(![](p.jpg))'],
  ['[![A pan](p.jpg)](https://a.example/)', 'link(image(A pan) https://a.example/)'],
  ['<https://a.example/x> it is', 'link(https://a.example/x https://a.example/x) it is'],
  ['2 \\* 3 and `\\*`', '2 * 3 and code(\\*)'],
  ['C:\\\\! x', 'C:\\! x'],
  ['a <!-- more --> b', 'a  b'],
  ['snake_case_word and 2 * 3 * 4', 'snake_case_word and 2 * 3 * 4'],
  ['a 5*3*2 box, 5*x*2', 'a 5*3*2 box, 5em(x)2'],
  ['[x](https://a.example/?a=1&amp;b)', 'link(x)'],
  ['[note] and "quoted" (aside)', '[note] and "quoted" (aside)'],
])('%s is read as %s', (text, read) => {
  expect(readInline(text)).toBe(read);
});

test.each([
  'heat.[1][2][3]',
  'matrix[i][j]',
  '[sic](as in the original text)',
  '[a](b "no end)',
  '[a]("two words")',
  '![a](b c)',
  'one <!-- two **three**',
])('%s stays as it is', (text) => {
  expect(readInline(text)).toBe(text);
});

test.each([
  ['[a](<b c> "t")', 'link(a)'],
  ["[a](b\n't')", 'link(a)'],
  ['[a](b (t))', 'link(a)'],
  ['[a](b(c(d))\\) "t")', 'link(a)'],
  ['[a [b](c) d](e)', '[a link(b) d](e)'],
  ['[a](b`c)`d)', '[a](bcode(c))d)'],
  ['<!-- a --> b <!-- c', ' b <!-- c'],
])('%s is a link, or a comment, as far as its signs go', (text, read) => {
  expect(readInline(text)).toBe(read);
});

const definitions =
  '[One  two]: /x "t"\n[b]: <https://b.example/>\n\n[no]: two words\n\n[c]: /c\n\n[^1]: https://source.example/a\n';

test.each([
  ['[a][one Two]', 'link(a)'],
  ['[B][] and ![b][]', 'link(B) and image(b)'],
  ['[a][b][c]', 'link(a)link(c)'],
  ['[a][no]', '[a][no]'],
  ['[a][x]', '[a][x]'],
  ['[x][c]', 'link(x)'],
  ['a [b], [one\nTWO], ![c] and [x]', 'a link(b), link(one\nTWO), image(c) and [x]'],
  ['[b](two words) and [a [b] c](/d)', 'link(b)(two words) and [a link(b) c](/d)'],
  ['[a](/d[b]) and \\[b] and `[b]`', 'link(a) and [b] and code([b])'],
  ['small[^1] and ![^1] and [b][^1]', 'small[^1] and ![^1] and [b][^1]'],
  ['[b][no], [b][', '[b][no], link(b)['],
])('%s is a link if its label is defined', (text, read) => {
  expect(readInline(text, definitions)).toBe(read);
});

/** Returns each line that is not blank with its look. */
function readLines(content: string): string[] {
  const { lines } = documentLooks(content);
  let at = 0;
  const read = content.split('\n').map((line) => {
    const look = lines.get(at);
    at += line.length + 1;
    return look === undefined ? line : `${look.kind}${look.level} ${line.slice(look.sign)}`;
  });
  return read.filter((line) => line !== '');
}

test('each line that is no running text has its look', () => {
  const content =
    '# One\n\nTwo\n===\n\nText\n\n- a\n  - b\n    more\n1. c\n\n> d\n\n```js\n# e\n\nf\n```\n\n|a|b|\n|-|-|\n|c|d|\n\n---\n';
  expect(readLines(content)).toEqual([
    'heading1 One',
    'heading1 Two',
    'hidden0 ===',
    'Text',
    'item0 a',
    'item1 b',
    'continued2 more',
    'numbered0 1. c',
    'quote0 d',
    'hidden0 ```js',
    'code0 # e',
    'code0 ',
    'code0 f',
    'hidden0 ```',
    'row0 |a|b|',
    'hidden0 |-|-|',
    'row0 |c|d|',
    'rule0 ---',
  ]);
});

test('only the second line of a table is its delimiter row', () => {
  expect(readLines('| a | b |\n| - | - |\n| - | - |\n|---|')).toEqual([
    'row0 | a | b |',
    'hidden0 | - | - |',
    'row0 | - | - |',
    'row0 |---|',
  ]);
});

test('in indented code, no line is a fence', () => {
  expect(readLines('    ```js words\n    x\n    ```')).toEqual([
    'code0     ```js words',
    'code0     x',
    'code0     ```',
  ]);
});

test('a line of code with words behind a fence stays', () => {
  expect(readLines('~~~\n```js words\n~~~')).toEqual(['hidden0 ~~~', 'code0 ```js words', 'hidden0 ~~~']);
  expect(readLines('```\na\n``` b')).toEqual(['hidden0 ```', 'code0 a', 'code0 ``` b']);
});

test('a fence with a language closes no code', () => {
  expect(readLines('```\na\n```js\n# b\n    ```\n ````\nc')).toEqual([
    'hidden0 ```',
    'code0 a',
    'code0 ```js',
    'code0 # b',
    'code0     ```',
    'hidden0  ````',
    'c',
  ]);
});

test('code in a quotation is code', () => {
  const content =
    '> a\n>     b\n>\n>     c\n>\n> ```js\n>   d\n> > e\n>\n> ```\n> f\n> > ~~~\n> > g\n> h\ni\n\n>     j\n> - k\n>   ```\n>   l';
  expect(readLines(content)).toEqual([
    'quote0 a',
    'quote0     b',
    'quote0 ',
    'code1     c',
    'quote0 ',
    'hidden1 ```js',
    'code1   d',
    'code1 > e',
    'code1 ',
    'hidden1 ```',
    'quote0 f',
    'hidden2 ~~~',
    'code2 g',
    'quote0 h',
    'quote0 i',
    'code1     j',
    'quote0 - k',
    'hidden1   ```',
    'code1   l',
  ]);
});

test('raw HTML is shown as its source up to its end', () => {
  const content =
    '<!-- a\n\n# b\n-->\n*c*\n\n<div class="*">\n- *d*\n# e\n</div>\n\n- f\n\ng\n<p>*h*\n\n<img\n\n<my-tag a="b">\n*i*\n\n<b>j</b>\n<br>\n\n<https://k.example>';
  expect(readLines(content)).toEqual([
    'note0 <!-- a',
    'note0 ',
    'note0 # b',
    'note0 -->',
    '*c*',
    'html0 <div class="*">',
    'html0 - *d*',
    'html0 # e',
    'html0 </div>',
    'item0 f',
    'g',
    'html0 <p>*h*',
    '<img',
    'html0 <my-tag a="b">',
    'html0 *i*',
    '<b>j</b>',
    '<br>',
    '<https://k.example>',
  ]);
});

test('a table ends where another block begins', () => {
  expect(readLines('|a|\n|-|\nb\n```\nc\n\nd\n```\n|e|\n# f')).toEqual([
    'row0 |a|',
    'hidden0 |-|',
    'row0 b',
    'hidden0 ```',
    'code0 c',
    'code0 ',
    'code0 d',
    'hidden0 ```',
    'row0 |e|',
    'heading1 f',
  ]);
});

test('in a list, only fences of their item are hidden', () => {
  const content =
    '- a\n  ```js\n  ```x y\n  b\n  ````\n- ```c` d\n\n      ```e f\n\n  ~~~\n  g\n- h\n      ```i\n  ```\n  j';
  expect(readLines(content)).toEqual([
    'item0 a',
    'hidden0   ```js',
    'code0   ```x y',
    'code0   b',
    'hidden0   ````',
    'item0 ```c` d',
    'continued0 ',
    'code0       ```e f',
    'continued0 ',
    'hidden0   ~~~',
    'code0   g',
    'item0 h',
    'continued3 ```i',
    'hidden0   ```',
    'code0   j',
  ]);
});

test('hostile text is read in linear time', () => {
  for (const scrap of [
    '> ```\n',
    '>',
    '> > ~~~\n> a\n',
    '```js\n',
    '- a\n```\n',
    '|a|\n|-|\n',
    '<!--\n',
    '<div>\n',
    '<pre>',
    '<a ',
  ])
    expect(documentLooks(scrap.repeat(20_000)).lines.size).toBeLessThan(60_000);
  for (const scrap of ['[', '](', '**a', '`', '<!--', '![](', '\\', '[a](b) '])
    expect(inlineLooks(scrap.repeat(20_000), new Set()).length).toBeLessThan(200_000);
  for (const [open = '', close = ''] of [
    ['[a](b', ' c)'],
    ['[a](b "', '")'],
    ["[a](b\n'\\", ')'],
    ['[a][', ']'],
    ['[', '](b c)'],
  ])
    expect(inlineLooks(open.repeat(20_000) + close.repeat(20_000), new Set(['a'])).length).toBeLessThan(
      200_000,
    );
});
