import process from 'node:process';

import { expect, test } from 'vitest';

import { checkAddress } from './import-plan.ts';
import { createTableReader } from './link-table.ts';
import { readLinkText } from './read-text.ts';

/** Returns the address and the description of each link, or `refused`; `ask` if the user must choose the column. */
function read(text: string, name: string | null = 'links.csv') {
  const result = readLinkText({ text, name });
  if (!('found' in result)) return result;
  const { found } = result;
  if (found.choices === null) return found.links.map((link) => outcomeOf(link));
  if (found.choices.url === null) return { ask: found.candidates.map((index) => found.columns[index]) };
  const reader = createTableReader(found, found.choices, found.delimiter);
  return found.rows.flatMap((row, index) => {
    const link = reader(row, index);
    return link === null ? [] : [outcomeOf(link)];
  });
}

function outcomeOf(link: Parameters<typeof checkAddress>[0]) {
  const { url, description, problem } = checkAddress(link);
  return problem === undefined ? [url, description] : 'refused';
}

const mine = 'https://go.example/?aff=me';
const plain = 'https://shop.example/pan';
const cell = (words: string) => `"${words.replaceAll('"', '""')}"`;

test.each([
  ['title,product_url,affiliate_url', ['Pan', plain, mine]],
  ['Name,URL,Affiliate URL', ['Pan', plain, mine]],
  ['Name,Link,Affiliate Link', ['Pan', plain, mine]],
  ['Program,Website,Affiliate Link', ['Pan', plain, mine]],
  ['Merchant,Website,Tracking URL', ['Pan', plain, mine]],
  ['Ad Name,Landing Page URL,Tracking Link', ['Pan', plain, mine]],
  ['Link Name,Landing URL,Click URL', ['Pan', plain, mine]],
  ['NAME,CLICK URL,DESTINATION', ['Pan', mine, plain]],
  ['product_name,merchant_deep_link,aw_deep_link', ['Pan', plain, mine]],
  ['AdName,LandingPageUrl,TrackingLink', ['Pan', plain, mine]],
  ['Name,Original URL,Partner link', ['Pan', plain, mine]],
  ['Produktname,Produkt-URL,Affiliate-Link', ['Pan', plain, mine]],
  ['Nom,Lien du site,Lien affilié', ['Pan', plain, mine]],
  ['Nombre,Página web,Enlace de afiliado', ['Pan', plain, mine]],
  ['Nome,Sito,Link di affiliazione', ['Pan', plain, mine]],
  ['Productnaam,Website,Affiliatelink', ['Pan', plain, mine]],
  ['Nazwa,Strona,Link partnerski', ['Pan', 'https://shop.example/pan', mine]],
  ['Nome,Site,Link de afiliado', ['Pan', plain, mine]],
  ['商品名,商品URL,アフィリエイトリンク', ['Pan', plain, mine]],
  ['Namn,Webbplats,Affiliatelänk', ['Pan', plain, mine]],
])('of a plain and an affiliate address under %s, the affiliate one is read', (header, row) => {
  expect(read(`${header}\n${row.map(cell).join()}`)).toEqual([[mine, 'Pan']]);
});

test.each([
  ['Link,Custom Link,Destination URL', ['https://bit.example/x', 'https://bit.example/pan', plain]],
  ['link,long_url,title', ['https://bit.example/x', plain, 'Pan']],
  ['Short Link,Long URL', ['https://bit.example/x', plain]],
])('of a short link and its target under %s, the target is read', (header, row) => {
  expect(read(`${header}\n${row.join()}`)).toMatchObject([[plain, expect.anything()]]);
});

const picture = 'https://img.example/pan.jpg';

test.each([
  ['Product,Image,Amazon Link', ['Pan', picture, mine]],
  ['Name,Image URL,Primary URL', ['Pan', 'https://img.example/1', mine]],
  ['Bild;Deeplink;Name', [picture, mine, 'Pan']],
  ['Bild;Amazon-Link;Name', [picture, mine, 'Pan']],
  ['Nom;Image;Lien affilié', ['Pan', picture, mine]],
  ['Nome;Immagine;Link di affiliazione', ['Pan', picture, mine]],
  ['Naam;Afbeelding;Affiliatelink', ['Pan', picture, mine]],
  ['Nazwa;Zdjęcie;Link', ['Pan', picture, mine]],
  ['商品名;画像;リンク', ['Pan', picture, mine]],
  ['Name;Preview;Link', ['Pan', `${picture}?w=80`, mine]],
])('a column of pictures under %s is no link', (header, row) => {
  expect(read(`${header}\n${row.join(header.includes(';') ? ';' : ',')}`)).toEqual([[mine, 'Pan']]);
});

test('a table with pictures alone has no link', () => {
  expect(read(`Name,Image URL\nPan,https://img.example/1\nWok,https://img.example/2`)).toEqual({ ask: [] });
});

test('an address that each row repeats is no link', () => {
  const header = 'PROGRAMNAME,PROGRAMURL,LASTUPDATED,NAME,KEYWORDS,DESCRIPTION,BUYURL,IMPRESSIONURL,IMAGEURL';
  const row = (name: string) =>
    `Shop,https://shop.example,2026-01-02,${name},pans,Iron,https://net.example/${name},https://px.example/${name},https://img.example/${name}`;
  expect(read([header, row('Pan'), row('Wok')].join('\n'))).toEqual([
    ['https://net.example/Pan', 'Pan'],
    ['https://net.example/Wok', 'Wok'],
  ]);
  expect(read(`Name,Shop,Go\nPan,https://s.example,${mine}\nWok,https://s.example,${mine}2`)).toEqual([
    [mine, 'Pan'],
    [`${mine}2`, 'Wok'],
  ]);
});

test.each([
  ['most cells are empty', `${mine}\n`, '\n'],
  ['most cells have other words', `${mine}\n`, 'n/a\n'],
  ['all cells repeat', `${mine}\n`, `${mine}\n`],
  ['no cell has http', 'go.example/?aff=me\n', 'go.example/?aff=you\n'],
])('a column with affiliate links in its name is read if %s', (_words, first, others) => {
  const rows = [first, others, others].map((address, index) => `Pan,${plain}/${index},${address}`);
  expect(read(`Name,URL,Affiliate URL\n${rows.join('')}`)).toMatchObject([
    [first.trim(), 'Pan'],
    [others.trim(), 'Pan'],
    {},
  ]);
});

test('a column whose name says that it earns, with other words, is no link', () => {
  expect(read(`Name,URL,Affiliate link\nPan,${plain},yes\nWok,${plain}2,no`)).toEqual([
    [plain, 'Pan'],
    [`${plain}2`, 'Wok'],
  ]);
});

test.each([
  ['two names of the same rank', 'Name,Link,URL', ['Link', 'URL']],
  ['an unknown name beside a known one', 'Name,URL,Awin', ['URL', 'Awin']],
  ['unknown names', 'Name,DE,US', ['DE', 'US']],
])('the user is asked with %s', (_words, header, ask) => {
  const rows = `Pan,https://a.example/1,https://b.example/1\nWok,https://a.example/2,https://b.example/2`;
  expect(read(`${header}\n${rows}`)).toEqual({ ask });
});

test('without a header, two columns of addresses are asked for', () => {
  expect(
    read('Pan,https://a.example/1,https://b.example/1\nWok,https://a.example/2,https://b.example/2'),
  ).toEqual({
    ask: [null, null],
  });
});

test.each([
  ['keyword,url,title', `pan-1,${mine},Pan`],
  ['Notes,URL,Name', `bought,${mine},Pan`],
  ['Comments,URL,Title', `,${mine},Pan`],
  ['Keywords,Link,Title', `iron,${mine},Pan`],
  ['Label,URL,Name', `A,${mine},Pan`],
  ['Brand,Item,Link', `Smith,Pan,${mine}`],
  ['Código,Nome,Link do afiliado', `A1,Pan,${mine}`],
  ['Description,URL,Name', `Made of iron,${mine},Pan`],
  ['Comments,URL,Title', `Pan,${mine},`],
  ['Title,Description,Notes,URL', `,,Pan,${mine}`],
  ['Merchant Name,Product Name,URL', `Smith,Pan,${mine}`],
])('the best column describes a link under %s', (header, row) => {
  expect(read(`${header}\n${row}`)).toEqual([[mine, 'Pan']]);
});

const comma = 'https://shop.example/p/a,12345.html?tag=me-20';

test.each([
  ['Name,URL', `Pan,${comma}`, [[comma, 'Pan']]],
  ['Name,URL', 'Pan,https://shop.example/1,2,3', [['https://shop.example/1,2,3', 'Pan']]],
  ['Name,URL', 'Pan,https://a.example/1,https://a.example/2', ['refused']],
  ['Name,URL,Clicks', `Pan,${comma},7`, ['refused']],
  ['Name,URL,Clicks', `Pan,${comma}`, ['refused']],
  ['URL,Name', `${comma},Pan`, ['refused']],
  ['URL,Name', comma, ['refused']],
  ['URL,Name', 'https://shop.example/x,Pan, red and big', [['https://shop.example/x', 'Pan, red and big']]],
  ['URL,Name', 'https://shop.example/x,A red pan,big', [['https://shop.example/x', 'A red pan,big']]],
  ['URL,Name', `"${comma}",Pan`, [[comma, 'Pan']]],
])('an address with a separator is whole or refused: %s, %s', (header, row, links) => {
  expect(read(`${header}\n${row}`)).toEqual(links);
});

test.each([
  ['a zero-width space', '\u200Bhttps://shop.example/a\u200B'],
  ['a mark of direction', '\u200Ehttps://shop.example/a\u200E'],
  ['a word joiner', 'https://shop.example/a\u2060'],
])('%s at an end of an address is no part of a cell', (_words, address) => {
  const result = readLinkText({ text: `Name,URL\nPan,${address}`, name: 'a.csv' });
  expect(result).toMatchObject({ found: { choices: { url: 1, description: 0 } } });
});

test('rows with a title above the header are no links', () => {
  expect(read(`My links,,\n,,\nURL,Name,Notes\n${mine},Pan,iron`)).toEqual([[mine, 'Pan']]);
  expect(read(`My links\n\nURL,Name\n${mine},Pan`)).toEqual([[mine, 'Pan']]);
});

test.each([
  ['a formula', '=HYPERLINK("https://go.example/?aff=me","Pan")'],
  ['a formula of another language', '=LIEN_HYPERTEXTE("https://go.example/?aff=me";"Pan")'],
  ['HTML', '<a href="https://go.example/?aff=me">Pan</a>'],
  ['Markdown', '[Pan](https://go.example/?aff=me)'],
  ['BBCode', '[url=https://go.example/?aff=me]Pan[/url]'],
])('a cell with %s has an address and a name', (_words, words) => {
  expect(read(`Nr,URL\n1,${cell(words)}`)).toEqual([[mine, 'Pan']]);
  expect(read(`URL,Name\n${cell(words)},Wok`)).toEqual([[mine, 'Wok']]);
});

test('a product feed of Rakuten is read by its places', () => {
  const row = (name: string) =>
    [`1${name}`, name, 'S1', 'Kitchen', '', `https://click.example/${name}`, `https://img.example/${name}`]
      .concat(
        `https://click.example/cart/${name}`,
        'Short words',
        'Long words',
        ...Array<string>(28).fill('Y'),
      )
      .join('|');
  const feed = ['HDR|38801|Shop|2026-01-02/10:11:12', row('Pan'), row('Wok'), 'TRL|2'].join('\r\n');
  expect(read(feed, 'feed.txt')).toEqual([
    ['https://click.example/Pan', 'Pan'],
    ['https://click.example/Wok', 'Wok'],
  ]);
});

test('a list of links of Impact is read', () => {
  const header = 'Id,Name,Description,Campaign,Type,Tracking Link,Landing Page,Image Url,Start Date';
  const row = `7,Pan,Iron pan,Smith,TEXT_LINK,${mine},${plain},,2026-01-02`;
  expect(read(`${header}\n${row}`)).toEqual([[mine, 'Pan']]);
});

test('of HTML, the links are read, and addresses outside of them', () => {
  const html =
    '<a href="https://a.example/1">Pan</a><img src="https://px.example/1">\nhttps://a.example/2 Wok\nBuy now';
  expect(read(html, null)).toEqual([
    ['https://a.example/1', 'Pan'],
    ['https://a.example/2', 'Wok'],
  ]);
  expect(read('1 <a 2', null)).toEqual([['', '1 <a 2']]);
});

test('a spreadsheet that was saved as HTML is a table', () => {
  const html = `<table><tr><td>Name</td><td>URL</td><td>Affiliate URL</td></tr>
    <tr><td>Pan</td><td>${plain}</td><td><a href="${mine}">${mine}</a></td></tr></table>`;
  expect(read(html, 'links.xls')).toEqual([[mine, 'Pan']]);
});

const links = [
  ['https://a.example/1', 'Pan #kitchen #cast-iron'],
  ['https://a.example/2', 'Wok'],
];

test.each([
  [
    'Pinboard',
    [
      {
        href: 'https://a.example/1',
        description: 'Pan',
        extended: 'Heavy',
        tags: 'kitchen cast-iron',
        shared: 'no',
      },
      { href: 'https://a.example/2', description: 'Wok', extended: '', tags: '', shared: 'no' },
    ],
  ],
  [
    'Linkwarden',
    {
      id: 1,
      collections: [
        {
          name: 'A',
          owner: { image: 'https://img.example/me' },
          links: [linkwarden(1, 'Pan', 'kitchen', 'cast iron')],
        },
        { name: 'B', owner: { image: 'https://img.example/me' }, links: [linkwarden(2, 'Wok')] },
      ],
      pinnedLinks: [],
    },
  ],
  [
    'Raindrop',
    {
      result: true,
      items: [
        {
          link: 'https://a.example/1',
          title: 'Pan',
          excerpt: 'Heavy',
          cover: 'https://img.example/1',
          tags: ['kitchen', 'cast iron'],
          media: [{ link: 'https://img.example/2' }],
        },
        { link: 'https://a.example/2', title: 'Wok', cover: '', tags: [], media: [] },
      ],
    },
  ],
  [
    'Karakeep',
    {
      bookmarks: [
        {
          createdAt: 1,
          title: 'Pan',
          tags: ['kitchen', 'cast iron'],
          content: { type: 'link', url: 'https://a.example/1' },
        },
        {
          createdAt: 2,
          title: 'Wok',
          tags: [],
          content: { type: 'link', url: 'https://a.example/2' },
          note: null,
        },
        { createdAt: 3, title: 'A note', tags: [], content: { type: 'text', text: 'No link' } },
      ],
    },
  ],
  [
    'a browser',
    {
      roots: {
        bar: {
          type: 'folder',
          children: [
            { name: 'Pan', type: 'url', url: 'https://a.example/1', tags: ['kitchen', 'cast-iron'] },
            {
              name: 'Folder',
              type: 'folder',
              children: [{ name: 'Wok', type: 'url', url: 'https://a.example/2' }],
            },
          ],
        },
      },
    },
  ],
])('JSON of %s is read from a file and from a pasted text', (_words, value) => {
  expect(read(JSON.stringify(value), 'links.json')).toEqual(links);
  expect(read(JSON.stringify(value, null, 2), null)).toEqual(links);
});

function linkwarden(id: number, name: string, ...tags: readonly string[]) {
  return {
    id,
    name,
    url: `https://a.example/${id}`,
    description: '',
    type: 'url',
    tags: tags.map((tag) => ({ name: tag })),
  };
}

test.each([
  [
    'lines of JSON',
    '{"url":"https://a.example/1","title":"Pan"}\n{"url":"https://a.example/2","title":"Wok"}\n',
  ],
  ['one object', '{"url":"https://a.example/1","title":"Pan"}'],
  ['addresses', '["https://a.example/1", "https://a.example/2"]'],
])('pasted JSON with %s is read', (_words, text) => {
  expect(read(text, null)).toMatchObject([
    ['https://a.example/1', expect.any(String)],
    ...(text.includes('/2') ? [['https://a.example/2', expect.any(String)]] : []),
  ]);
});

test.each([
  ['a pasted text', '[{"url":"https://a.example/1",}]', null],
  ['a pasted text without links', '{"links":[]}', null],
  ['a file', 'https://a.example/1', 'links.json'],
  ['a deep value', `${'['.repeat(5000)}{"url":"https://a.example"}${']'.repeat(5000)}`, null],
])('%s of broken JSON has a message', (_words, text, name) => {
  expect(read(text, name)).toEqual({ problem: expect.stringContaining('No list of links was found') });
});

test('words in brackets are no JSON', () => {
  expect(read('[Pan] https://a.example/1', null)).toEqual([['https://a.example/1', '[Pan]']]);
  expect(read('{Pan} https://a.example/1', null)).toEqual([['https://a.example/1', '{Pan}']]);
});

test.each([
  ['YAML', '- title: Pan\n  url: https://a.example/1\n- title: "Wok"\n  url: https://a.example/2'],
  [
    'YAML with the address first',
    '---\nlinks:\n  - url: https://a.example/1\n    title: Pan\n\n  - url: https://a.example/2\n    title: Wok\n',
  ],
  ['names before each value', 'Name: Pan\nURL: https://a.example/1\n\nName: Wok\nURL: https://a.example/2'],
  [
    'German names',
    'Titel: Pan\nAffiliate-Link: https://a.example/1\nTitel: Wok\nAffiliate-Link: https://a.example/2',
  ],
])('%s is read', (_words, text) => {
  expect(read(text, null)).toEqual([
    ['https://a.example/1', 'Pan'],
    ['https://a.example/2', 'Wok'],
  ]);
});

test('lists of YAML are tags', () => {
  const text =
    '- title: Pan\n  url: https://a.example/1\n  tags:\n    - kitchen\n    - cast-iron\n- title: Wok\n  url: https://a.example/2\n  tags: []';
  expect(read(text, 'links.yaml')).toEqual(links);
});

test('tags and anchors in columns become parts of the description', () => {
  const text = `Title,URL,Tags,Anchor text\nPan,https://a.example/1,"kitchen, cast iron",a pan for life\nWok,https://a.example/2,,`;
  expect(read(text)).toEqual([
    ['https://a.example/1', 'Pan anchor: "a pan for life" #kitchen #cast-iron'],
    ['https://a.example/2', 'Wok'],
  ]);
  expect(read(`Link text,URL\nPan,https://a.example/1`)).toEqual([['https://a.example/1', 'Pan']]);
});

const long = 100_000;

test.each([
  ['a table', `title,url\n${'Pan,https://a.example/x\n'.repeat(long / 24)}`],
  ['a row of many cells', `title,url\n${'a,'.repeat(long / 2)}`],
  ['a header of many cells', `${'a,'.repeat(long / 2)}\nhttps://a.example`],
  ['a name of many words', `${'link'.repeat(long / 4)},url\nPan,https://a.example`],
  ['HTML', '<a href="https://a.example">x'.repeat(long / 28)],
  ['open HTML', '<a href="https://a.example'.repeat(long / 26)],
  ['a table of HTML', `<table>${'<tr><td><a href=https://a.example>'.repeat(long / 34)}`],
  ['JSON', `[${'{"url":"https://a.example"},'.repeat(long / 28)}{}]`],
  [
    'JSON of many names',
    `[${Array.from({ length: long / 40 }, (_, n) => `{"k${n}":1,"url":"https://a.example"}`).join()}]`,
  ],
  ['lines of JSON', '{"url":"https://a.example"}\n'.repeat(long / 28)],
  ['broken JSON', `[${'{"a":'.repeat(long / 5)}`],
  ['YAML', '- title: Pan\n  url: https://a.example\n'.repeat(long / 40)],
  ['a long name in YAML', `title: ${' '.repeat(long)}x\nurl: https://a.example`],
  ['quotation marks', `a,b\n${'"a""b",'.repeat(long / 7)}`],
  ['spaces before quotation marks', `a,b\n${' "a" b,'.repeat(long / 7)}`],
  ['formulas', `Name,URL\n${`"=HYPERLINK(""${'""'.repeat(20)}",x\n`.repeat(long / 60)}`],
])('hostile %s is read in little time', (_words, text) => {
  // Time of the processor, so that other work of the machine does not count.
  const start = process.cpuUsage();
  readLinkText({ text, name: 'links.txt' });
  expect(process.cpuUsage(start).user).toBeLessThan(1_500_000);
});

test.each([
  ['lines', '{"url":"https://a.example/1","title":"Pan"}\n{"url":"https://a.example/2","ti'],
  ['a list', '[\n  {"url":"https://a.example/1","title":"Pan"},\n  {"url":"https://a.example/2","ti'],
  ['lines with a damaged one', '{"url":"https://a.example/1","title":"Pan"}\r\n{"url":oops}\r\n'],
])('of pasted JSON in %s, only what is cut off or damaged is left out, with a note', (_words, text) => {
  expect(read(text, null)).toEqual([['https://a.example/1', 'Pan']]);
  expect(readLinkText({ text, name: null })).toMatchObject({
    notes: [expect.stringContaining('cut off or damaged')],
  });
});

test('a pasted text without a link is not called a file', () => {
  const problem = expect.stringContaining('the pasted JSON');
  expect(readLinkText({ text: '{"links":[]}', name: null })).toEqual({ problem });
  expect(readLinkText({ text: '{"url":"https://a.ex', name: null })).toEqual({ problem });
  expect(readLinkText({ text: '{"links":[]}', name: 'a.json' })).not.toEqual({ problem });
});

test.each([
  ['<DT><H3>Kitchen</H3><DL>', 1],
  ['<DD>A note.', 1],
  ['', 0],
])('bookmarks with %j have %i notes on what is not imported', (more, count) => {
  const link = '<DL><DT><A HREF="https://a.example/pan">Pan</A>';
  const text = `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n${link}\n${more}</DL>`;
  expect(readLinkText({ text, name: 'bookmarks.html' })).toMatchObject({
    notes: count === 0 ? [] : ['Folders and notes of bookmarks are not imported.'],
  });
});
