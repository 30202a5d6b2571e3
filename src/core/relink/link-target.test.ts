import fc from 'fast-check';
import { expect, test } from 'vitest';

import { readTarget } from './link-target.ts';

const pan = 'https://shop.example/pans/cast-iron?variant=3';
const inQuery = encodeURIComponent(pan);
const asin = 'https://www.amazon.de/dp/B00EXAMPL1';
const item = 'https://www.ebay.com/itm/123456789012';

const same: readonly (readonly [what: string, a: string, b: string])[] = [
  ['campaign parameters', `${pan}&utm_source=mail&utm_medium=x`, pan],
  ['a click id', `${pan}&gclid=abc`, 'https://shop.example/pans/cast-iron?fbclid=1&variant=3'],
  ['the parameter of an affiliate', `${pan}&ref=someone`, pan],
  ['the parameters of UpPromote', `${pan}&sca_ref=1.abc&sca_source=x`, pan],
  ['the parameter of Refersion', `${pan}&rfsn=1.a`, `${pan}&aff=2`],
  ['the fragment of Post Affiliate Pro', `${pan}#a_aid=me`, pan],
  ['a place in the page', `${pan}#reviews`, pan],
  ['the scheme', pan.replace('https', 'http'), pan],
  ['www', pan.replace('//', '//www.'), pan],
  ['capitals of the host', pan.replace('shop', 'Shop'), pan],
  ['the usual port', pan.replace('.example', '.example:443'), pan],
  ['a slash at the end', 'https://shop.example/pans/cast-iron/', 'https://shop.example/pans/cast-iron'],
  ['the order of parameters', 'https://shop.example/p?a=1&b=2', 'https://shop.example/p?b=2&a=1'],
  ['percent signs', 'https://shop.example/t%C3%B6pfe?q=%7Ea', 'https://shop.example/töpfe?q=~a'],
  ['dots and empty segments', 'https://shop.example/a/../pans//./x', 'https://shop.example/pans/x'],
  ['an index page', 'https://shop.example/pans/index.html', 'https://shop.example/pans/'],
  ['no path', 'https://shop.example', 'https://www.shop.example/?utm_source=a'],
  ['a tag of Amazon', `${asin}?tag=someone-21&linkCode=ll1`, asin],
  [
    'a title before an ASIN',
    'https://www.amazon.de/Some-Pan-26-cm/dp/B00EXAMPL1/ref=sr_1_3?keywords=pan',
    asin,
  ],
  ['Amazon of another country', 'https://www.amazon.co.uk/dp/B00EXAMPL1?th=1&psc=1', asin],
  ['gp/product', 'https://amazon.com/gp/product/B00EXAMPL1', asin],
  ['the mobile page of Amazon', 'https://www.amazon.it/gp/aw/d/B00EXAMPL1', asin],
  ['an old address of Amazon', 'http://www.amazon.com/exec/obidos/ASIN/B00EXAMPL1/someone-20', asin],
  ['another language of Amazon', 'https://www.amazon.de/-/en/dp/b00exampl1/', asin],
  ['Smile', 'https://smile.amazon.com/product/B00EXAMPL1', asin],
  ['Awin', `https://www.awin1.com/cread.php?awinmid=11&awinaffid=22&ued=${inQuery}`, pan],
  ['an old parameter of Awin', `https://www.awin1.com/cread.php?awinmid=11&awinaffid=22&p=${inQuery}`, pan],
  ['CJ', `https://www.anrdoezrs.net/click-111-222?url=${inQuery}`, pan],
  ['a deep link of CJ', `https://www.jdoqocy.com/links/111/type/dlg/sid/x/${pan}`, pan],
  ['Rakuten', `https://click.linksynergy.com/deeplink?id=abc&mid=1&murl=${inQuery}`, pan],
  ['Impact', `https://brand.pxf.io/c/111/222/333?subId1=x&u=${inQuery}`, pan],
  ['Impact at a domain of the brand', `https://goto.brand.example/c/111/222/333?u=${inQuery}`, pan],
  ['Skimlinks', `https://go.skimresources.com?id=1X2&xs=1&url=${inQuery}`, pan],
  ['ShareASale', `https://shareasale.com/r.cfm?b=1&u=2&m=3&urllink=${inQuery}`, pan],
  ['Partnerize', `https://brand.prf.hn/click/camref:11abc/pubref:x/destination:${inQuery}`, pan],
  [
    'Webgains without escapes',
    `https://track.webgains.com/click.html?wgcampaignid=1&wgprogramid=2&wgtarget=${pan}`,
    pan,
  ],
  ['Tradedoubler', `https://clk.tradedoubler.com/click?p(1)a(2)g(3)url(${pan})`, pan],
  ['TradeTracker', `https://tc.tradetracker.net/?c=1&m=2&a=3&r=&u=${inQuery}`, pan],
  ['Sovrn', `https://redirect.viglink.com/?key=abc&u=${inQuery}`, pan],
  ['Admitad', `https://ad.admitad.com/g/abc123/?i=5&ulp=${inQuery}`, pan],
  [
    'a redirect inside a redirect',
    `https://www.awin1.com/cread.php?awinaffid=2&ued=${encodeURIComponent(`https://go.redirectingat.com/?id=1&url=${inQuery}`)}`,
    pan,
  ],
  [
    'AliExpress',
    'https://s.click.aliexpress.com/deep_link.htm?aff_short_key=ab&dl_target_url=https%3A%2F%2Fde.aliexpress.com%2Fitem%2F1005001234567890.html',
    'https://www.aliexpress.com/item/1005001234567890.html?spm=a.b',
  ],
  ['eBay Partner Network', `${item}?mkevt=1&mkcid=1&mkrid=711-53200&campid=533&toolid=10001`, item],
  [
    'an old redirect of eBay',
    `https://rover.ebay.com/rover/1/711/1?campid=5&mpre=${encodeURIComponent(item)}`,
    'https://www.ebay.de/itm/Some-pan/123456789012',
  ],
  [
    'Etsy',
    'https://www.etsy.com/de/listing/123456789/clay-pot?click_key=a&ref=b',
    'https://www.etsy.com/listing/123456789',
  ],
  [
    'Walmart',
    'https://www.walmart.com/ip/Some-Pan/12345678?athcpid=1',
    'https://www.walmart.com/ip/12345678',
  ],
];

const other: readonly (readonly [what: string, a: string, b: string])[] = [
  ['variants of Shopify', pan, pan.replace('3', '4')],
  ['a variant and none', pan, 'https://shop.example/pans/cast-iron'],
  ['products by id', 'https://shop.example/product?id=1', 'https://shop.example/product?id=2'],
  ['pages of WordPress', 'https://shop.example/?p=10', 'https://shop.example/?p=11'],
  ['videos', 'https://videos.example/watch?v=aaa', 'https://videos.example/watch?v=bbb'],
  ['a home page and a product', 'https://shop.example/', pan],
  ['a category and a product', 'https://shop.example/pans', 'https://shop.example/pans/cast-iron'],
  ['locales', 'https://shop.example/de/pan', 'https://shop.example/fr/pan'],
  ['a locale and none', 'https://shop.example/pan', 'https://shop.example/de/pan'],
  ['shops', 'https://shop.example/pan', 'https://other.example/pan'],
  ['countries of a shop', 'https://shop.example/pan', 'https://shop.test/pan'],
  ['subdomains', 'https://blog.shop.example/pan', 'https://shop.example/pan'],
  ['a domain with www in its name', 'https://www2.shop.example/pan', 'https://shop.example/pan'],
  ['ports', 'https://shop.example:8443/pan', 'https://shop.example/pan'],
  ['capitals of a path', 'https://shop.example/Pan', 'https://shop.example/pan'],
  ['routes of a page', 'https://shop.example/#/pan/1', 'https://shop.example/#/pan/2'],
  ['a route and its page', 'https://shop.example/#!/pan', 'https://shop.example/'],
  [
    'a tag that filters a collection',
    'https://shop.example/collections/all?tag=red',
    'https://shop.example/collections/all',
  ],
  ['pages of a list', 'https://shop.example/pans?page=2', 'https://shop.example/pans'],
  ['searches', 'https://shop.example/search?q=pan', 'https://shop.example/search?q=pot'],
  ['an escaped slash', 'https://shop.example/a%2Fb', 'https://shop.example/a/b'],
  ['a plus and a space in a path', 'https://shop.example/a+b', 'https://shop.example/a%20b'],
  ['ASINs', asin, 'https://www.amazon.de/dp/B00EXAMPL2'],
  ['a product and its reviews', asin, 'https://www.amazon.de/product-reviews/B00EXAMPL1'],
  ['a product and Amazon’s home page', asin, 'https://www.amazon.de/?tag=someone-21'],
  ['searches at Amazon', 'https://www.amazon.de/s?k=pan', 'https://www.amazon.de/s?k=pot'],
  ['searches in two countries', 'https://www.amazon.de/s?k=pan', 'https://www.amazon.com/s?k=pan'],
  ['a shop with a name like Amazon', asin, 'https://amazon.de.shop.example/dp/B00EXAMPL1'],
  ['a host that ends like Amazon', asin, 'https://notamazon.de/dp/B00EXAMPL1'],
  ['a longer number', asin, 'https://www.amazon.de/dp/B00EXAMPL12'],
  ['short links of Amazon', 'https://amzn.to/3aBc', 'https://amzn.to/3abc'],
  ['a short link and a product', 'https://amzn.to/3aBc', asin],
  ['short links', 'https://bit.ly/aaa', 'https://bit.ly/bbb'],
  [
    'short links of AliExpress',
    'https://s.click.aliexpress.com/e/_a1',
    'https://s.click.aliexpress.com/e/_a2',
  ],
  ['items of eBay', item, 'https://www.ebay.com/itm/123456789013'],
  ['variants of eBay', `${item}?var=1`, `${item}?var=2`],
  ['a catalogue page of eBay', 'https://www.ebay.com/p/123456789012', item],
  [
    'targets inside Awin',
    `https://www.awin1.com/cread.php?awinmid=1&ued=${inQuery}`,
    `https://www.awin1.com/cread.php?awinmid=1&ued=${inQuery}4`,
  ],
  [
    'programs of Awin without a target',
    'https://www.awin1.com/awclick.php?mid=1&id=9',
    'https://www.awin1.com/awclick.php?mid=2&id=9',
  ],
  [
    'links of CJ without a target',
    'https://www.anrdoezrs.net/click-1-2',
    'https://www.anrdoezrs.net/click-1-3',
  ],
  ['an unknown redirect', `https://unknown.example/?url=${inQuery}`, pan],
  ['a search for an address', `https://www.google.com/search?q=${inQuery}`, pan],
  [
    'a target that is no web address',
    'https://www.awin1.com/cread.php?awinmid=1&ued=javascript%3Aalert(1)',
    'https://www.awin1.com/cread.php?awinmid=1&ued=data%3A1',
  ],
  ['listings of Etsy', 'https://www.etsy.com/listing/123456789', 'https://www.etsy.com/listing/123456780'],
];

test.each(same)('%s makes no difference', (_, a, b) => {
  expect(readTarget(a)?.key).toBe(readTarget(b)?.key);
  expect(readTarget(a)).not.toBeNull();
});

test.each(other)('%s are two things', (_, a, b) => {
  expect(readTarget(a)?.key).not.toBe(readTarget(b)?.key);
});

test('there are at least forty pairs of each kind', () => {
  expect(Math.min(same.length, other.length)).toBeGreaterThanOrEqual(40);
});

test.each([
  ['https://www.amazon.de/dp/B00EXAMPL1?tag=me-21', ['amazon tag me-21']],
  ['https://www.amazon.com/exec/obidos/ASIN/B00EXAMPL1/me-20', ['amazon tag me-20']],
  ['https://www.awin1.com/cread.php?awinmid=1&awinaffid=22&ued=https%3A%2F%2Fshop.example%2F', ['Awin 22']],
  [
    'https://www.anrdoezrs.net/links/33/type/dlg/https://shop.example/?ref=me',
    ['CJ 33', 'shop.example ref me'],
  ],
  ['https://brand.prf.hn/click/camref:ab1/destination:https://shop.example/', ['Partnerize ab1']],
  ['https://clk.tradedoubler.com/click?p(1)a(2)g(3)url(https://shop.example/)', ['Tradedoubler 2']],
  ['https://www.ebay.com/itm/123456789012?campid=77', ['ebay campid 77']],
  ['https://shop.example/p?utm_source=x', []],
  ['https://www.google.com/url?url=https%3A%2F%2Fshop.example%2F', []],
  ['https://amzn.to/3aBc', []],
])('%s names its affiliates', (address, affiliates) => {
  expect(readTarget(address)?.affiliates).toEqual(affiliates);
});

test('what is no web address has no target', () => {
  for (const text of [
    '',
    'shop.example',
    'javascript:alert(1)',
    'mailto:a@b.example',
    'https://',
    'https:///x',
  ])
    expect(readTarget(text)).toBeNull();
});

test('any address is read without an exception', () => {
  const part = fc.constantFrom(
    'https://',
    'www.awin1.com/',
    '?ued=',
    '%',
    '%zz',
    '&',
    '=',
    '/dp/',
    '#',
    '@',
    ':',
    '\ud800',
    'http%3A//',
    '..',
    ';',
    '(',
    '[[',
  );
  const address = fc.array(fc.oneof(part, fc.string()), { maxLength: 12 });
  fc.assert(
    fc.property(address, (parts) => {
      const text = `https://a.example/${parts.join('')}`;
      expect(typeof (readTarget(text)?.key ?? '')).toBe('string');
    }),
  );
});

// Each takes a few milliseconds. If the time grew with the square of the length, it would exceed the limit.
test.each([
  ['parameters', `https://a.example/?${'a=1&'.repeat(25_000)}`],
  ['slashes', `https://a.example/${'/'.repeat(100_000)}`],
  ['percent signs', `https://a.example/${'%'.repeat(100_000)}`],
  ['labels', `https://${'a.'.repeat(50_000)}example/`],
  ['redirects', `${'https://www.awin1.com/cread.php?ued='.repeat(3000)}https://a.example`],
  ['targets in a path', `https://www.anrdoezrs.net/links/1/${'/https:'.repeat(14_000)}`],
  ['ASINs', `https://www.amazon.de/${'dp/B00EXAMPL12/'.repeat(6000)}`],
  ['marks', `https://a.example/${'a\u0301'.repeat(50_000)}`],
])(
  'an address of 100,000 %s is read in linear time',
  (_, address) => {
    expect(readTarget(address)).not.toBeNull();
  },
  15_000,
);
