import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { createReplyReader } from './reply-reader.ts';
import { eventsOf, readReply } from './test-events.ts';

/** Returns one line for each edit of the safe version of a reply. */
function asked(section: string, content = ''): string[] {
  return eventsOf([`VERSION: SAFE\n${section}`], content).flatMap((event) => {
    if (event.type === 'version-edit')
      return [`${event.edit.action} ${event.edit.sentence}: ${event.edit.text}`];
    if (event.type === 'version-unreadable') return [`unreadable: ${event.text}`];
    return event.type === 'version-text' ? [`text: ${event.text}`] : [];
  });
}

test('a reply in edits gives each edit of each version', () => {
  const reply = [
    'VERSION: SAFE',
    'INSERT 3: A [[good pan]]((L1)) helps.',
    'VERSION: INTERESTING',
    'REPLACE 2: Two.',
    'INSERT 12: See [[pans]]((L1)).',
    '',
    'VERSION: CRAZY',
    'REPLACE 1: Boo!',
  ].join('\n');
  expect(eventsOf([reply])).toEqual([
    { type: 'version-start', version: 'safe' },
    {
      type: 'version-edit',
      version: 'safe',
      edit: { action: 'insert', sentence: 3, text: 'A [[good pan]]((L1)) helps.' },
    },
    { type: 'version-end', version: 'safe' },
    { type: 'version-start', version: 'exploratory' },
    {
      type: 'version-edit',
      version: 'exploratory',
      edit: { action: 'replace', sentence: 2, text: 'Two.' },
    },
    {
      type: 'version-edit',
      version: 'exploratory',
      edit: { action: 'insert', sentence: 12, text: 'See [[pans]]((L1)).' },
    },
    { type: 'version-end', version: 'exploratory' },
    { type: 'version-start', version: 'experimental' },
    {
      type: 'version-edit',
      version: 'experimental',
      edit: { action: 'replace', sentence: 1, text: 'Boo!' },
    },
    { type: 'version-end', version: 'experimental' },
  ]);
});

describe('an edit line', () => {
  test.each([
    'INSERT 3: A pan.',
    'Insert 3: A pan.',
    'INSERT 3 : A pan.',
    'INSERT 3：A pan.',
    'Insert 3 - A pan.',
    'INSERT 3 — A pan.',
    'INSERT 3 => A pan.',
    'INSERT after 3: A pan.',
    'Insert after sentence 3: A pan.',
    'INSERT [3]: A pan.',
    'INSERT (3): A pan.',
    'INSERT #3: A pan.',
    '- INSERT 3: A pan.',
    '* **INSERT 3:** A pan.',
    '1. INSERT 3: A pan.',
    '**INSERT 3**: A pan.',
    '**INSERT 3: A pan.**',
    '`INSERT 3:` A pan.',
    '  INSERT 3: A pan.\r',
    'INSERT 3:\nA pan.',
    'INSERT 3\nA pan.',
    'INSERT 3:\n\nA pan.\n',
    '```\nINSERT 3: A pan.\n```',
    '```text\nINSERT 3: A pan.\n```\n\n---\n',
    '<edits>\nINSERT 3: A pan.',
    'INSERT 3: A pan.\n\nLet me know if you would like any version revised.',
    '## INSERT 3: A pan.',
  ])('is read: %j', (section) => {
    expect(asked(section)).toEqual(['insert 3: A pan.']);
  });

  test.each([
    ['REPLACE sentence 12: Two.', ['replace 12: Two.']],
    ['replace 12: Two.', ['replace 12: Two.']],
    ['INSERT 3: **Bold** words.', ['insert 3: **Bold** words.']],
    ['INSERT 3: "See [[a pan]]((L1))."', ['insert 3: See [[a pan]]((L1)).']],
    ['INSERT 3: "Well," she said.', ['insert 3: "Well," she said.']],
    ['INSERT 3: A pan\nthat lasts.\nINSERT 5: B.', ['insert 3: A pan that lasts.', 'insert 5: B.']],
    ['INSERT 3: A. INSERT 5: B.', ['insert 3: A.', 'insert 5: B.']],
    ['INSERT 3: A pan. Insert 5 coins: done.', ['insert 3: A pan. Insert 5 coins: done.']],
    [
      'INSERT 3: A.\n\nI chose this place well.\nINSERT 5: B.',
      ['insert 3: A.', 'unreadable: I chose this place well.', 'insert 5: B.'],
    ],
    ['INSERT 3: A.\nDELETE 4: gone', ['insert 3: A.', 'unreadable: DELETE 4: gone']],
    ['INSERT at the end: A.\nINSERT 3: B.', ['unreadable: INSERT at the end: A.', 'insert 3: B.']],
    ['REPLACE 4:\nINSERT 3: B.', ['unreadable: REPLACE 4:', 'insert 3: B.']],
    ['INSERT 3: VERSION 2 is out.', ['insert 3: VERSION 2 is out.']],
  ])('%j', (section, expected) => {
    expect(asked(section)).toEqual(expected);
  });

  test.each([
    'Insert a coin, then press 3: it starts.',
    'Insertion 3 of the list.',
    'Replaceable parts: 12.',
    'Editors know this.',
    'Nothing is lost.',
  ])('is not read as an edit in a version as whole text: %j', (section) => {
    expect(asked(section)).toEqual([`text: ${section}`]);
  });
});

test.each(['(no edits)', 'No edits.', 'None', '**No changes needed**', '<none>'])(
  'a version that needs no edits leaves the content as it is: %s',
  (line) => {
    expect(eventsOf([`VERSION: SAFE\n${line}\nVERSION: CRAZY\nUno.`])).toEqual([
      { type: 'version-start', version: 'safe' },
      { type: 'version-end', version: 'safe' },
      { type: 'version-start', version: 'experimental' },
      { type: 'version-text', version: 'experimental', text: 'Uno.' },
      { type: 'version-end', version: 'experimental' },
    ]);
  },
);

test.each(['No change', '(none)', 'Unchanged.', '[no changes]', 'DELETE', 'Keep as is.', 'Keine Änderung'])(
  'an edit without a text is unreadable: %s',
  (words) => {
    const source = `REPLACE 2: ${words}`;
    expect(asked(`INSERT 1: One.\n${source}`)).toEqual(['insert 1: One.', `unreadable: ${source}`]);
  },
);

test('the user’s own lines that look like edits are text', () => {
  const content = 'INSERT 3: a coin.\nNone\nPlay.';
  expect(readReply(`VERSION: SAFE\n${content}`, content).safe).toBe(content);
  expect(asked('INSERT 1: One.\nINSERT 3: a coin.\nINSERT 3: a pan.', content)).toEqual([
    'insert 1: One.',
    'unreadable: INSERT 3: a coin.',
    'insert 3: a pan.',
  ]);
});

test.each([
  'INSERT 3: A pan.',
  'Sure:\n\n- INSERT 3: A pan.',
  'VERSION: SAFE\nINSERT 3: A pan.',
  '```\nINSERT 3: A pan.\n```',
])('edits without a marker line belong to the only version that was asked for: %j', (reply) => {
  for (const pieces of [[reply], reply.split('')]) {
    const reader = createReplyReader('', 'safe');
    const events = [...pieces.flatMap((piece) => reader.feed(piece)), ...reader.end()];
    expect(events).toEqual([
      { type: 'version-start', version: 'safe' },
      { type: 'version-edit', version: 'safe', edit: { action: 'insert', sentence: 3, text: 'A pan.' } },
      { type: 'version-end', version: 'safe' },
    ]);
  }
  expect(eventsOf([reply.replace('VERSION: SAFE', '')])).toEqual([]);
});

test('an edit is reported as soon as its line has ended', () => {
  const reader = createReplyReader();
  expect(reader.feed('VERSION: SAFE\nINSERT 3: A pan.\n')).toEqual([
    { type: 'version-start', version: 'safe' },
    { type: 'version-edit', version: 'safe', edit: { action: 'insert', sentence: 3, text: 'A pan.' } },
  ]);
});

test('an edit that stops within a sentence is reported when the next line does not belong to it', () => {
  const reader = createReplyReader();
  reader.feed('VERSION: SAFE\nINSERT 3: A pan\n');
  expect(reader.feed('INSERT 5: B\n')).toEqual([
    { type: 'version-start', version: 'safe' },
    { type: 'version-edit', version: 'safe', edit: { action: 'insert', sentence: 3, text: 'A pan' } },
  ]);
});

test('a line of a whole text is passed on when it has ended', () => {
  const reader = createReplyReader();
  reader.feed('VERSION: SAFE\n');
  expect(reader.feed('Pans.\n\n')).toEqual([
    { type: 'version-start', version: 'safe' },
    { type: 'version-text', version: 'safe', text: 'Pans.' },
  ]);
  expect(reader.feed('Go.\n')).toEqual([{ type: 'version-text', version: 'safe', text: '\n\nGo.' }]);
});

const line = fc.constantFrom(
  'VERSION: SAFE',
  '**Version: Interesting**',
  'VERSION: CRAZY (edits)',
  'INSERT 3: A pan.',
  '**INSERT 4:** B.',
  '- replace 12 - C',
  'INSERT 3',
  'REPLACE 4-6: D.',
  'INSERT 3: E. INSERT 5: F.',
  'INSERT the end: G.',
  'INSERT 7: own',
  'INSERT 7: own words',
  'Insert a coin',
  'more of it',
  '(none)',
  'no edits',
  'no edition',
  '<edits>',
  '---',
  '```',
  '',
  '',
  '\r',
  'INSERT 8: H.\rI.',
  `INSERT 9${' '.repeat(60)}`,
  '  ',
  'Let me know if you want to adjust these versions.',
  'INSERT 2: x\r',
  '1',
  'I',
  'RE',
);
const text = fc.array(line, { maxLength: 20 }).map((lines) => lines.join('\n'));

test('the same edits are read however the reply is cut', () => {
  fc.assert(
    fc.property(
      text,
      fc.array(fc.nat(40), { maxLength: 12 }),
      fc.constantFrom('', 'INSERT 7: own\nINSERT 7: own words', '(none)\n---'),
      (rest, steps, content) => {
        const whole = `VERSION: SAFE\n${rest}`;
        const pieces: string[] = [];
        let at = 0;
        for (const step of steps) pieces.push(whole.slice(at, (at += step)));
        pieces.push(whole.slice(at));
        const expected = eventsOf([whole], content);
        expect(eventsOf(pieces, content)).toEqual(expected);
        expect(eventsOf(whole.split(''), content)).toEqual(expected);
      },
    ),
    { numRuns: 500 },
  );
});

test.each([
  `INSERT 4${' '.repeat(60)}: A pan.`,
  'INSERT 3: A.\rINSERT 4: B.',
  'INSERT 3: A.\u2028B.',
  'REPLACE 3:\r\r\nA.\r',
])('%j is read in the same way in one piece and sign by sign', (reply) => {
  const read = (pieces: readonly string[]) => {
    const reader = createReplyReader('', 'safe');
    return [...pieces.flatMap((piece) => reader.feed(piece)), ...reader.end()];
  };
  expect(read(reply.split(''))).toEqual(read([reply]));
  expect(read([reply])).toContainEqual({ type: 'version-start', version: 'safe' });
});

test('a version consists of texts or of edits, never of both', () => {
  fc.assert(
    fc.property(text, (rest) => {
      const forms = new Map<string, Set<boolean>>();
      for (const { type, version } of eventsOf([`VERSION: SAFE\n${rest}`])) {
        if (type !== 'version-text' && type !== 'version-edit') continue;
        forms.set(version, (forms.get(version) ?? new Set()).add(type === 'version-text'));
      }
      for (const form of forms.values()) expect(form.size).toBe(1);
    }),
  );
});

test.each([
  'Here are the edits:',
  '**Here are the insertions for this version:**',
  'Sure, these edits:',
  'DELETE 3',
])('edits are read behind %s', (lead) => {
  const events = eventsOf([`VERSION: SAFE\n${lead}\n\nINSERT 1: A [[pan]]((L1)).`]);
  expect(events.filter(({ type }) => type === 'version-text')).toEqual([]);
  expect(events).toContainEqual({
    type: 'version-edit',
    version: 'safe',
    edit: { action: 'insert', sentence: 1, text: 'A [[pan]]((L1)).' },
  });
});
