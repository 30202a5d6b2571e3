import { existsSync, readFileSync } from 'node:fs';

import fc from 'fast-check';
import { parse, serialize, type DefaultTreeAdapterTypes } from 'parse5';
import { expect, test } from 'vitest';

import { character } from '#scripts/property-values.ts';

import { hideAttributes, hidePasted, showHidden } from './quiet-html.ts';

/** Returns what is read from a paste: without the attributes that have hidden names. */
function readFrom(paste: string): string {
  return hidePasted(paste).replace(/ =?\uFDD2[^\t\n\f\r />=]*="[^"]*"/gu, '');
}

test.each([
  ['<p onclick="x()" id=y>a</p>', '<p>a</p>'],
  ['<P/ONCLICK=x/style = "a:url(b)"data-x\fonload=\'y\'title>a', '<p>a'],
  ['<p/style=color:red>a', '<p>a'],
  ['<p sTyLe=\'font:"A"\' style="b" data-inert-style="c">a', '<p>a'],
  [
    '<a/href=https://a.example/?a&amp;b#"c ping=//d target=_top>a</a>',
    '<a href="https://a.example/?a&amp;b#&quot;c">a</a>',
  ],
  ['<a name=x href = \'/"b"\'>a</a>', '<a href="/&quot;b&quot;">a</a>'],
  ['<img/src=x alt=">" srcset="y 2x" onerror=z loading=lazy>', '<img src="x" alt="&gt;">'],
  ['<ol start=3 type=a><li value=4>a</ol>', '<ol start="3"><li value="4">a</ol>'],
  ['<code class="language-js" id=x>a</code>', '<code class="language-js">a</code>'],
  ['<b style="font-weight:normal" id="docs-internal-guid-1">a</b>', '<b>a</b>'],
  [
    '<base href=/x><link rel=stylesheet href=y><meta http-equiv=refresh content=0>a<track src=x default><embed src=y>',
    'a',
  ],
  [
    '<svg onload=x><style>p{}</style><a href=y>b</a></svg>a<math href=x><mi style=x>b</mi></math>',
    'a<math><mi>b</mi></math>',
  ],
  ['<math><annotation-xml encoding="text/html"><p onclick=x>a</annotation-xml></math>', '<math><p>a</math>'],
  ['<input type=image src=x onfocus=y autofocus>a<sup>b</sup>', '<input>a<sup>b</sup>'],
  ['<svg><svg></svg>b</svg>a<svg/><object data=x><p>b</object>c<svg>d', 'acd'],
  ['<video poster=x><source src=y><track src=z>b</video>a<audio autoplay>b</audio><canvas>b</canvas>', 'a'],
  ['<iframe src=x><p>b</iframe>a<script>b("<p>")</script><STYLE>b</sTyle ><template><p>b</template>c', 'ac'],
  ['<noscript><img src=x></noscript><title>b</title><textarea><p>b</textarea><xmp><p>b</xmp>a', 'a'],
  ['<html><head><script>open</head><body onload=x bgcolor=red>a</body>', 'opena'],
  ['<o:p>a</o:p> <u>b</u><custom-x is=y>c</custom-x><p<b>d', 'a bcd'],
  [
    '<![if !supportLists]>a<![endif]><!--[if mso]><p onclick=x><![endif]-->b<?xml a?><!doctype html></ p>c</>',
    'abc',
  ],
  ['<!--><p onclick=x>a<!--->b<!-- --!>c<!-- <p>', '<p>abc&lt;!-- <p>'],
  ['<![CDATA[<p onclick=x>]]>', ']]>'],
  [
    '&lt;script&gt; a < b <3 &amp;lt; <p title="<b',
    '&lt;script&gt; a &lt; b &lt;3 &amp;lt; &lt;p title="&lt;b',
  ],
  ['<plaintext><p onclick=x>a', '<p>a'],
  ['</br></p><br/><hr noshade>', '</br></p><br/><hr>'],
  ['<p a=b\u00A0onclick=c\u0000style=d>a', '<p>a'],
])('%j keeps nothing that runs or loads', (html, allowed) => {
  expect(readFrom(html)).toBe(allowed);
});

test('elements that are too deep are left out, and their words stay', () => {
  expect(hidePasted(`${'<b>'.repeat(66)}a${'</b>'.repeat(66)}<i>b</i>`)).toBe(
    `${'<b>'.repeat(64)}a${'</b>'.repeat(64)}<i>b</i>`,
  );
  const items = '<p>a<li>b<td>c'.repeat(99);
  expect(hidePasted(items)).toBe(items);
});

test('text with stray tags keeps its words', () => {
  const endless = '<a b="'.repeat(300);
  expect(hidePasted(endless)).toBe(endless.replaceAll('<', '&lt;'));
});

type Seen = { readonly elements: readonly string[]; readonly attributes: readonly string[] };

/** Returns all that a browser's parser finds in a document without a window, in which scripts are off. */
function seenIn(html: string): Seen {
  const elements = new Set<string>();
  const attributes = new Set<string>();
  const walk = (node: DefaultTreeAdapterTypes.Node) => {
    if ('attrs' in node) {
      elements.add(node.tagName);
      for (const { name } of node.attrs) attributes.add(name);
    }
    if ('content' in node) walk(node.content);
    if ('childNodes' in node) node.childNodes.forEach(walk);
  };
  walk(parse(html, { scriptingEnabled: false }));
  return { elements: [...elements], attributes: [...attributes] };
}

const harmless =
  /^(?:a|address|article|aside|b|blockquote|body|br|caption|center|code|d[dlt]|del|details|dialog|dir|div|em|fieldset|fig(?:caption|ure)|font|footer|form|h[1-6]|head|header|hgroup|hr|html|i|img|input|li|main|menu|nav|ol|output|p|pre|s|search|section|span|strike|strong|su[bp]|summary|table|t(?:body|d|foot|h|head|r)|ul|annotation|m(?:action|ath|enclose|error|fenced|frac|i|multiscripts|n|o|over|padded|phantom|root|row|s|space|sqrt|style|su[bp]|subsup|table|td|text|tr|under|underover)|semantics)$/u;
const read = /^(?:href|src|alt|start|value|class|align)$|^=?\uFDD2/u;

/** Returns what a paste should not contain. */
function forbiddenIn(html: string): string[] {
  const { elements, attributes } = seenIn(hidePasted(html));
  return [
    ...elements.filter((name) => !harmless.test(name)),
    ...attributes.filter((name) => !read.test(name)),
  ];
}

/** Returns what the content security policy may check in the author’s own HTML. */
function shownIn(html: string): string[] {
  const { elements, attributes } = seenIn(hideAttributes(html));
  return [...elements.filter((name) => name === 'style'), ...attributes.filter((name) => !read.test(name))];
}

const names =
  'p a b img svg math style script title textarea template noscript iframe xmp plaintext object video table td select base link body foreignObject desc mi annotation-xml P SCRIPT'.split(
    ' ',
  );
const tag = fc
  .record({
    start: fc.constantFrom('<', '<', '<', '</', '< ', '<!', '<?', '</ '),
    name: fc.constantFrom(...names),
    attributes: fc.array(
      fc
        .tuple(
          fc.constantFrom(' ', '/', '\f', '\n', '', ' / ', '\0'),
          fc.constantFrom('onclick', 'STYLE', 'href', 'src', 'oNerror', 'x', '"', '=', '<p', '\uFDD2'),
          fc.constantFrom('=', ' = ', '', '=\t', '=='),
          fc.constantFrom('"a>b"', "'<p onclick=x>'", 'c', '"', "'", '`d`', '', 'e/'),
        )
        .map((parts) => parts.join('')),
      { maxLength: 4 },
    ),
    end: fc.constantFrom('>', '>', '>', '/>', ' >', ''),
  })
  .map(({ start, name, attributes, end }) => start + name + attributes.join('') + end);
const sign = fc.constantFrom(
  '<!--',
  '-->',
  '--!>',
  '<!-->',
  '<![CDATA[',
  ']]>',
  '<',
  '>',
  '"',
  "'",
  '&lt;',
  '&',
  'words ',
  '\0',
);
const hostile = fc
  .array(fc.oneof({ weight: 6, arbitrary: tag }, { weight: 3, arbitrary: sign }, character), {
    maxLength: 25,
  })
  .map((parts) => parts.join(''));

test('in any paste a parser sees only allowed elements and attributes', () => {
  fc.assert(
    fc.property(hostile, (html) => {
      expect(forbiddenIn(html)).toEqual([]);
    }),
    { numRuns: 3000 },
  );
});

test('in any HTML of the author a parser sees no style sheet and no attribute by its name', () => {
  fc.assert(
    fc.property(hostile, (html) => {
      expect(shownIn(html)).toEqual([]);
    }),
    { numRuns: 3000 },
  );
});

const corpus = new URL('../../../../shared/corpora/xss-payloadbox/xss-payload-list.txt', import.meta.url);
const isHere = existsSync(corpus);
if (!isHere) console.info('hostile HTML skipped, the corpora are not here');

test.runIf(isHere)('in known attacks a parser sees nothing else', () => {
  const attacks = readFileSync(corpus, 'utf8').split(/\r?\n/u);
  expect(attacks.length).toBeGreaterThan(1000);
  expect(attacks.flatMap(forbiddenIn)).toEqual([]);
  expect(attacks.flatMap(shownIn)).toEqual([]);
});

/** Returns HTML as a browser writes it after reading it. */
const rewritten = (html: string) => serialize(parse(html, { scriptingEnabled: false }));

test.each([
  '<svg><iframe><p onclick=x></p></iframe></svg>',
  '<math><xmp><p style=x></p></xmp></math>',
  '<script><!--<script></script><p onclick=x>--></script>',
  '<svg><script/><p onclick=x></p></svg>',
  '<svg><![CDATA[><p onclick=x>]]></svg>',
  '<noscript><p onclick=x></noscript><template><p onclick=x></template>',
])('%s is hidden, although a browser reads another element than we do', (html) => {
  expect(shownIn(html)).toEqual([]);
});

test('hidden parts are restored in the written HTML', () => {
  const own =
    '<p class="x" onclick="go(\'&lt;\')" STYLE="a:b">Fish &amp; <a ONCLICK="y" href="/z?a&amp;b" rel="c">chips</a></p>' +
    '<svg viewBox="0 0 1 1" onload="x"><script href="x"/><path d="M0 0"/><title>a</title></svg><img src="a" srcset="b 2x" alt="">' +
    '<script async>if (a<b) go("<p onclick=x>")</script><iframe src="x"><p onclick="y"></iframe>' +
    '<video controls><track src="t" default></video><noscript><img src="n" style="a"></noscript>' +
    '<template><p style="t">u</p></template><textarea name="v"><p style="w"></textarea><!-- <p style="x"> -->';
  const hidden = rewritten(hideAttributes(`<!-- --><body>${own}`));
  expect(hidden).toContain('<p \uFDD2class="x" \uFDD2onclick=');
  expect(rewritten(showHidden(hidden))).toBe(rewritten(`<!-- --><body>${own}`));
});
