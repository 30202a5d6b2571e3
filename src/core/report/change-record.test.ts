import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { marked, type Token } from 'marked';
import { describe, expect, test } from 'vitest';

import { onOneLine } from '#core/lib/helpers.ts';
import type { Edit } from '#core/edits/edit.ts';
import type { ChosenLink } from '#core/links/link.ts';

import { writeChangeRecord, type RecordTexts } from './change-record.ts';
import { checkEditedVersion, type RecordedFacts } from './report.ts';

const texts: RecordTexts = {
  untitled: 'Untitled',
  about: 'Safe version, 6 April 2025',
  linksAdded: 'Links added',
  linksExchanged: 'Links exchanged',
  rewritten: 'Sentences rewritten',
  before: 'Before',
  after: 'After',
  removed: '(removed)',
  added: 'Sentences added',
  addedInside: 'Words added inside sentences',
  notAdded: 'Links not added',
  noReason: 'no reason given',
  noPassage: 'nothing in the text matches',
  removedByUser: 'removed by hand',
  claims: 'Claims to check',
  claimKinds: {
    experience: 'About the author',
    price: 'A price',
    figure: 'A figure',
    superlative: 'A superlative',
    health: 'About health',
  },
  unchanged: 'Nothing was changed.',
};

const [pan, knife] = ['https://shop.example/pan_(28)?tag=me-21', 'https://knives.example/ü x'] as const;
const links = [linkTo(pan, 'A pan'), linkTo(knife, 'A knife')];

function linkTo(url: string, description: string): ChosenLink {
  return { id: url, url, description, integrations: 1 };
}

function edit(start: number, end: number, text: string, more: Partial<Edit> = {}): Edit {
  return { id: `${start}`, start, end, text, by: 'model', ...more };
}

function recordOf(
  content: string,
  edits: readonly Edit[],
  chosen: readonly ChosenLink[] = links,
  facts: RecordedFacts = {},
  original: readonly Edit[] = edits,
): string {
  const { report } = checkEditedVersion(content, edits, chosen, facts);
  const { report: first } = checkEditedVersion(content, original, chosen, facts);
  return writeChangeRecord({ content, edits, links: chosen, report, original: first }, texts);
}

const content = '# Steak for two\n\nThe pan is hot. Salt early. Rest long.\n';
const at = (words: string) => content.indexOf(words);

describe('a change record', () => {
  test('lists links with their sentences, rewritten and added sentences, and links that are missing', () => {
    const salt = at('Salt early.');
    const edits = [
      edit(at('pan'), at('pan') + 3, `[[pan]]((${pan}))`),
      edit(salt, salt + 11, 'Salt the meat early.'),
      edit(content.length - 1, content.length - 1, ' It costs $30.'),
    ];
    expect(recordOf(content, edits)).toBe(`# Steak for two

Safe version, 6 April 2025

## Links added (1)

1. **pan** <${pan}>
   > The pan is hot.

## Sentences rewritten (1)

- **Before:** Salt early.
  **After:** Salt the meat early.

## Sentences added (1)

- It costs $30.

## Links not added (1)

- **A knife** \`${knife}\`: no reason given

## Claims to check (1)

- A price: It costs $30.
`);
  });

  test('of a version without changes says so', () => {
    expect(recordOf('\n', [], [])).toBe('# Untitled\n\nSafe version, 6 April 2025\n\nNothing was changed.\n');
  });

  test('says of a link that the user removed that it was removed', () => {
    const written = [edit(at('pan'), at('pan') + 3, `[[pan]]((${pan}))`)];
    expect(recordOf(content, [], links, {}, written)).toContain(`- **A pan** \`${pan}\`: removed by hand\n`);
  });

  test('shows an exchanged address once, with the old one', () => {
    const text = 'See [it](https://old.example/a) and [that](https://old.example/a). ';
    const relinks = [...text.matchAll(/https:\/\/old\.example\/a/gu)].map(({ 0: from, index }) =>
      edit(index, index + from.length, pan, {
        by: 'user',
        relink: { from, url: pan, source: { linkId: pan } },
      }),
    );
    const record = recordOf(text, relinks);
    expect(record).toContain(`## Links exchanged (1)\n\n- \`https://old.example/a\` → <${pan}>\n`);
    expect(record).not.toContain('Sentences');
  });

  test('of a sentence without an end, such as a huge table, shows the words around the link', () => {
    const long = `${'word '.repeat(50_000)}pan${' word'.repeat(50_000)}`;
    const place = long.indexOf('pan');
    const record = recordOf(long, [edit(place, place + 3, `[[pan]]((${pan}))`)]);
    expect(record.length).toBeLessThan(2000);
    expect(record).toMatch(/> … word .*\bpan\b.* …\n/u);
  });

  test('keeps right-to-left words and puts an address that no reader of Markdown takes into code', () => {
    const arabic = 'اشترِ مقلاة جيدة. ثم اطبخ.';
    const word = arabic.indexOf('مقلاة');
    const odd = 'ftp://a.example/`x`';
    const record = recordOf(arabic, [edit(word, word + 5, `[[مقلاة]]((${odd}))`)], [linkTo(odd, 'مقلاة')]);
    expect(record).toContain(`1. **مقلاة** \`\` ${odd} \`\`\n   > اشترِ مقلاة جيدة.\n`);
  });
});

/** Returns the addresses of all links and the visible words of Markdown, as marked reads it. */
function readBack(markdown: string): { hrefs: string[]; text: string } {
  const hrefs: string[] = [];
  const words: string[] = [];
  const walk = (tokens: readonly Token[]): void => {
    for (const token of tokens) {
      if (token.type === 'link' || token.type === 'image') hrefs.push(String(token['href']));
      if (token.type === 'html') words.push('HTML!');
      const inner: readonly Token[] | undefined = token.type === 'list' ? token['items'] : undefined;
      if (inner !== undefined) walk(inner);
      else if ('tokens' in token && token.tokens !== undefined) walk(token.tokens);
      else if ('text' in token && typeof token.text === 'string')
        words.push(token.type === 'codespan' ? token.text : decoded(token.text));
    }
  };
  walk(marked.lexer(markdown));
  return { hrefs, text: onOneLine(words.join('')) };
}

function decoded(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

const signs = fc
  .array(
    fc.constantFrom(
      ...'# - * _ ` [ ] ( ) < > ! \\ | ~ & ; : . 1. = + @ / " \' a b Ä ש 家 😀'.split(' '),
      ' ',
      '\n',
      '\n\n',
      '&amp;',
      '<b>',
      'https://own.example/a_b*',
      'www.own.example',
      'Word. ',
      '```',
      '> ',
    ),
    { maxLength: 25 },
  )
  .map((all) => all.join(''));

describe('for any content and any words,', () => {
  test('each link of a record is a chosen one or the new address of an exchanged one', () => {
    fc.assert(
      fc.property(signs, signs, signs, (before, added, reason) => {
        const text = `Start ${before} here. End.`;
        const place = text.length - 5;
        const edits = [edit(place, place, ` ${added} [[a ${added} pan]]((${pan})).`)];
        const record = recordOf(text, edits, [
          linkTo(pan, reason),
          linkTo('https://left.example/`?a=b', `${added} ${reason}`),
        ]);
        const { hrefs, text: words } = readBack(record);
        expect(hrefs.filter((href) => href !== pan)).toEqual([]);
        expect(words).not.toContain('HTML!');
        const headings = fromMarkdown(record).children.filter(({ type }) => type === 'heading').length;
        expect(headings).toBe(record.split('\n').filter((line) => /^##? \S/u.test(line)).length);
      }),
    );
  });

  test('an added sentence reads back as its words', () => {
    fc.assert(
      fc.property(signs, (words) => {
        const sentence = onOneLine(`New ${words} words here.`);
        const text = 'One is here.\n';
        const record = recordOf(text, [edit(12, 12, ` ${sentence}`)], []);
        const shown = onOneLine(sentence).replace(/\s+/gu, '');
        const read = readBack(record).text.replace(/\s+/gu, '');
        // A sentence may be read as several ones, each of which is an item.
        for (const part of shown.split(/(?<=[.!?…])/u).filter((each) => /[\p{L}\p{N}]/u.test(each)))
          expect(read).toContain(part);
      }),
    );
  });
});
