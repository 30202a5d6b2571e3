import { expect, test } from 'vitest';

import { ownLinksOf } from '#core/document/own-links.ts';
import { applyEdits } from '#core/edits/edit.ts';
import { readMarkup } from '#core/links/link-markup.ts';

import { relinkEdits } from './relink-edits.ts';
import { relinkOffers } from './relink-offers.ts';

const pan = 'https://shop.example/pan';
const own = `${pan}?ref=me`;
const awin = `https://www.awin1.com/cread.php?awinmid=1&awinaffid=22&ued=${encodeURIComponent('https://pots.example/pot')}`;
const amazon = 'https://www.amazon.de/dp/B00EXAMPL1?tag=me-21';
const links = [own, awin, amazon].map((url, index) => ({ id: `l${index + 1}`, url }));
const templates = [{ shop: 'spoons.example', template: 'https://go.example/?to={url}&by=me' }];

function offered(content: string) {
  return relinkOffers(content, links, templates).map(({ url, reason, isForeign }) => [
    url,
    reason,
    isForeign,
  ]);
}

function exchanged(content: string): string {
  return applyEdits(content, relinkEdits(content, relinkOffers(content, links, templates)));
}

test.each([
  ['the same page', `See [it](${pan}?utm_source=x).`, [[own, 'same-page', false]]],
  [
    'a page inside a redirect that is saved',
    'See [it](https://pots.example/pot/).',
    [[awin, 'inside-redirect', false]],
  ],
  [
    'a page inside somebody’s redirect',
    `See [it](https://go.skimresources.com/?id=9X9&url=${encodeURIComponent(pan)}).`,
    [[own, 'inside-redirect', true]],
  ],
  [
    'the same product',
    'See [it](https://www.amazon.com/Pan/dp/B00EXAMPL1).',
    [[amazon, 'same-product', false]],
  ],
  [
    'the link of somebody else',
    'See [it](https://amazon.de/dp/B00EXAMPL1?tag=other-21).',
    [[amazon, 'same-product', true]],
  ],
  [
    'a shop with a template',
    'See [it](https://www.spoons.example/a?b=1&c=ä).',
    [
      [
        'https://go.example/?to=https%3A%2F%2Fwww.spoons.example%2Fa%3Fb%3D1%26c%3D%C3%A4&by=me',
        'template',
        false,
      ],
    ],
  ],
  ['a link that is saved', `See [it](${own}).`, []],
  ['a link that pays the visitor already', 'See [it](https://www.amazon.com/dp/B00EXAMPL1?tag=me-21).', []],
  ['another product', 'See [it](https://www.amazon.de/dp/B00EXAMPL2).', []],
  ['an image', `See ![it](${pan}).`, []],
  ['code', `Write \`[it](${pan})\`.`, []],
  ['a host that contains the name of a shop', 'See [it](https://myspoons.example/a).', []],
])('%s gives these offers', (_, content, offers) => {
  expect(offered(content)).toEqual(offers);
});

test('a saved link that earns nothing replaces no link', () => {
  const plain = [{ id: 'a', url: pan }];
  expect(relinkOffers(`See [it](${pan}?utm_source=x).`, plain, [])).toEqual([]);
  expect(relinkOffers(`See [it](${pan}).`, [...plain, { id: 'b', url: own }], [])).toMatchObject([
    { url: own, source: { linkId: 'b' } },
  ]);
});

test('an address is one offer with the words of all its places', () => {
  const content = `See [my *pan*](${pan}), [the pan][1] and [it][1].\n\n<${pan}> is here.\n\n[1]: ${pan} "Pan"`;
  const [offer, ...more] = relinkOffers(content, links, templates);
  expect(more).toEqual([]);
  expect(offer?.places.map(({ start, end, words }) => [content.slice(start, end), words])).toEqual([
    [pan, 'my pan'],
    [pan, pan],
    [pan, 'the pan, it'],
  ]);
});

test.each([
  ['a link', `[a](${pan} "T")`, `[a](${own} "T")`],
  ['a destination in signs', `[a](<${pan}>)`, `[a](<${own}>)`],
  ['an autolink', `Is <${pan}> good?`, `Is <${own}> good?`],
  ['a bare address', `It is at ${pan}.`, `It is at ${own}.`],
  ['a bare address in parentheses', `It (${pan}) is good.`, `It (${own}) is good.`],
  ['a definition', `See [a].\n\n[a]: ${pan} 'T'`, `See [a].\n\n[a]: ${own} 'T'`],
  [
    'an attribute',
    `<p>A <a class="x" href="${pan}">b</a></p><p>C</p>`,
    `<p>A <a class="x" href="${own}">b</a></p><p>C</p>`,
  ],
  [
    'an attribute in single quotes',
    `<p>A <A\nHREF = '${pan}'>b</A></p><p>C</p>`,
    `<p>A <A\nHREF = '${own}'>b</A></p><p>C</p>`,
  ],
  [
    'an attribute without quotes',
    `<p>A <a href=${pan}>b</a></p><p>C</p>`,
    `<p>A <a href=${own}>b</a></p><p>C</p>`,
  ],
  ['HTML in Markdown', `# A\n\nB <a href="${pan}">c</a>.`, `# A\n\nB <a href="${own}">c</a>.`],
  [
    'a block of WordPress with its comment',
    `<!-- wp:x/button {"url":"${pan}","a":1} -->\n<p><a href="${pan}">b</a></p>\n<!-- /wp:x/button -->`,
    `<!-- wp:x/button {"url":"${own}","a":1} -->\n<p><a href="${own}">b</a></p>\n<!-- /wp:x/button -->`,
  ],
  [
    'a block of WordPress that is only a comment',
    `<!-- wp:x/b {"text":"Buy","link":"${pan}"} /-->\n<p>A.</p>\n<p>B.</p>`,
    `<!-- wp:x/b {"text":"Buy","link":"${own}"} /-->\n<p>A.</p>\n<p>B.</p>`,
  ],
  ['a link around an image', `[![pan](${pan}.jpg)](${pan})`, `[![pan](${pan}.jpg)](${own})`],
  ['a cell of a table', `| a |\n| - |\n| [b](${pan}) |`, `| a |\n| - |\n| [b](${own}) |`],
])('in %s only the address changes', (_, content, expected) => {
  expect(exchanged(content)).toBe(expected);
});

const odd = `${pan}?ref=me&a=(b)&c=%20|"d"'e'&copy;=<f>\\[[g]]((h))*i*`;

test.each([
  ['a link', `[a](${pan})`],
  ['a destination in signs', `[a](<${pan}> "T")`],
  ['a definition', `See [a].\n\n[a]: ${pan}`],
  ['an attribute', `<p>A <a href="${pan}">b</a></p><p>C</p>`],
  ['an attribute in single quotes', `<p>A <a href='${pan}'>b</a></p><p>C</p>`],
  ['an attribute without quotes', `<p>A <a href=${pan} rel=x>b</a></p><p>C</p>`],
  ['a block that is only a comment', `<!-- wp:x/b {"link":"${pan}"} /-->\n<p>A.</p>\n<p>B.</p>`],
])('in %s an address with any sign is read back', (_, content) => {
  const relinks = [{ from: pan, url: odd, source: { linkId: 'a' } }];
  const text = applyEdits(content, relinkEdits(content, relinks));
  expect(ownLinksOf(text, content).map(({ address }) => address)).toEqual([odd]);
  expect(readMarkup(text, []).filter(({ type }) => type !== 'text')).toEqual([]);
});

test.each([`Is <${pan}> good?`, `It is at ${pan}.`])(
  'an address that "%s" cannot hold is not offered',
  (content) => {
    const link = [{ id: 'a', url: `${pan}?ref=me me` }];
    expect(relinkOffers(content, link, [])).toEqual([]);
    expect(relinkOffers(`[a](${pan})`, link, [])).toHaveLength(1);
  },
);
