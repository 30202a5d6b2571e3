import fc from 'fast-check';
import { Tokenizer, type Token } from 'parse5';
import { expect, test } from 'vitest';

import { htmlPieces } from './html-pieces.ts';
import { character } from '#scripts/property-values.ts';

const lookOfText = (words: string) => words.replaceAll('<', '&lt;');

function lookOfTag(
  attributes: readonly { name: string; value: string }[],
  name: string,
  closes: boolean,
): string {
  if (closes) return `</${name}>`;
  return `<${[name, ...attributes.map((attribute) => `${attribute.name}="${attribute.value}"`)].join(' ')}>`;
}

/** Returns what a browser reads: words, `<p a="b">`, `</p>`, and `<!>` for a comment. */
function looksOf(html: string): string {
  const looks = [...htmlPieces(html)].map((piece) => {
    if (piece.kind === 'text') return lookOfText(piece.source);
    const { source, name, closes, attributes, closesItself, content } = piece;
    if (name === '') return source === '</>' ? '' : '<!>';
    const end = content === null ? '' : `${lookOfText(content)}</${name}>`;
    return `${lookOfTag(attributes, name, closes)}${closesItself && !closes ? '/' : ''}${end}`;
  });
  return looks.join('');
}

test.each([
  ['a < b <3 <', 'a &lt; b &lt;3 &lt;'],
  ['<P/ID="a"TITLE=\'b\'hidden>t', '<p id="a" title="b" hidden="">t'],
  ['<p\fa=1\n\tb\r=\f2>', '<p a="1" b="2">'],
  ['<p a=1 A=2 a>', '<p a="1">'],
  ['<p a=b/>', '<p a="b/">'],
  ['<p a=b /><br/>', '<p a="b">/<br>/'],
  ['<p a=>x<p a= >', '<p a="">x<p a="">'],
  ['<p =a==b "c\'=`d`<e>', '<p =a="=b" "c\'="`d`<e">'],
  ['<p a=">" b=\'>\'>', '<p a=">" b=">">'],
  ['<p<b a>', '<p<b a="">'],
  ['<p\u00A0a>x', '<p\u00A0a>x'],
  ['</p a=">">', '</p>'],
  ['</ p></>x</3>', '<!>x<!>'],
  ['<!-->a<!--->b<!-- c --!>d<!-- > --- -->e<!--!>-->', '<!>a<!>b<!>d<!>e<!>'],
  ['<![if !lists]>a<![endif]><?x?><!doctype "a>b', '<!>a<!><!><!>b'],
  ['<![CDATA[<p>]]>', '<!>]]>'],
  ['<Script a>if (a<b) "</scripty>"</SCRIPT b=">">c', '<script a="">if (a&lt;b) "&lt;/scripty>"</script>c'],
  ['<script>a</\u017Fcript></script>', '<script>a&lt;/\u017Fcript></script>'],
  ['<title><p></title><textarea></textarea\n>', '<title>&lt;p></title><textarea></textarea>'],
  [
    '<svg><script/><p>a</script></svg><script/><p>a</script>',
    '<svg><script>/<p>a</script></svg><script>/&lt;p>a</script>',
  ],
  // A browser would hide the rest. Here the author's words stay.
  ['<style>a<b>c', '<style>a<b>c'],
  ['<p a="b', '&lt;p a="b'],
  ['a<!-- <b>', 'a&lt;!-- <b>'],
])('%j is cut like in a browser', (html, looks) => {
  expect(looksOf(html)).toBe(looks);
});

/** Returns the same, as parse5 reads it. */
function looksByParse5(html: string): string {
  const looks: string[] = [];
  const note = (look: string) => void looks.push(look);
  const noteText = ({ chars }: Token.CharacterToken) => note(lookOfText(chars));
  const handler = {
    onComment: () => note('<!>'),
    onDoctype: () => note('<!>'),
    onStartTag: ({ attrs, tagName, selfClosing }: Token.TagToken) =>
      note(lookOfTag(attrs, tagName, false) + (selfClosing ? '/' : '')),
    onEndTag: ({ attrs, tagName }: Token.TagToken) => note(lookOfTag(attrs, tagName, true)),
    onCharacter: noteText,
    onNullCharacter: noteText,
    onWhitespaceCharacter: noteText,
    onEof: () => {},
  };
  new Tokenizer({}, handler).write(html, true);
  return looks.join('');
}

const scraps = [
  '<!--',
  '-->',
  '--!>',
  '<![CDATA[',
  '<!doctype',
  '</',
  ...'<<<<>/=="\'!?-- \t\n\fabAB`]['.split(''),
];
const scrap = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...scraps) },
  { weight: 1, arbitrary: character },
);
/** Ends every tag and comment. */
const end = 'x\'">-->';

test('tags, attributes, comments and words equal those of parse5 for any input', () => {
  fc.assert(
    fc.property(fc.array(scrap, { maxLength: 30 }), (signs) => {
      // We do not read entities, line ends and NUL.
      const html = signs.join('').replace(/[&\0\r]/gu, '') + end;
      expect([...htmlPieces(html)].map(({ source }) => source).join('')).toBe(html);
      expect(looksOf(html)).toBe(looksByParse5(html));
    }),
    { numRuns: 5000 },
  );
});

// The usual time is far below the limit. Reading the rest of the text again at each tag would exceed it.
test.each<[begun: string, times: number]>([
  ['<a ="', 300_000],
  ['<!--', 300_000],
  ['<script>', 120_000],
])('text full of %j is not read again and again', { timeout: 30_000 }, (begun, times) => {
  const html = begun.repeat(times);
  for (const text of [html, `${html}>`])
    expect([...htmlPieces(text)].reduce((sum, { source }) => sum + source.length, 0)).toBe(text.length);
});
