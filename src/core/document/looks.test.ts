import { expect, test } from 'vitest';

import { inlineLooks, lookOfLines } from './looks.ts';

/** Returns the text as a reader sees it: without signs, each look as `kind(words)`. */
function readInline(text: string): string {
  const looks = inlineLooks(text);
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
  ['see [x](/local) and [y][ref]', 'see link(x) and link(y)'],
  ['![A pan](https://a.example/p.jpg)', 'image(A pan)'],
  ['![](p.jpg)', 'image(![](p.jpg))'],
  ['[![A pan](p.jpg)](https://a.example/)', 'link(image(A pan) https://a.example/)'],
  ['<https://a.example/x> it is', 'link(https://a.example/x https://a.example/x) it is'],
  ['2 \\* 3 and `\\*`', '2 * 3 and code(\\*)'],
  ['C:\\\\! x', 'C:\\! x'],
  ['a <!-- more --> b', 'a  b'],
  ['snake_case_word and 2 * 3 * 4', 'snake_case_word and 2 * 3 * 4'],
  ['[x](https://a.example/?a=1&amp;b)', 'link(x)'],
  ['[note] and "quoted" (aside)', '[note] and "quoted" (aside)'],
])('%s is read as %s', (text, read) => {
  expect(readInline(text)).toBe(read);
});

test('each line that is no running text has its look', () => {
  const content =
    '# One\n\nTwo\n===\n\nText\n\n- a\n  - b\n    more\n1. c\n\n> d\n\n```js\n# e\n\nf\n```\n\n|a|b|\n|-|-|\n|c|d|\n\n---\n';
  const looks = lookOfLines(content);
  let at = 0;
  const read = content.split('\n').map((line) => {
    const look = looks.get(at);
    at += line.length + 1;
    return look === undefined ? line : `${look.kind}${look.level} ${line.slice(look.sign)}`;
  });
  expect(read.filter((line) => line !== '')).toEqual([
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

test('hostile text is read in linear time', () => {
  for (const scrap of ['[', '](', '**a', '`', '<!--', '![](', '\\', '[a](b) '])
    expect(inlineLooks(scrap.repeat(20_000)).length).toBeLessThan(200_000);
});
