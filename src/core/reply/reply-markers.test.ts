import { describe, expect, test } from 'vitest';

import { eventsOf, told } from './test-events.ts';

const edits = 'INSERT 3: A pan.';
const all = ['safe insert 3: A pan.', 'exploratory insert 3: A pan.', 'experimental insert 3: A pan.'];

function reply(
  write: (name: string, index: number) => string,
  names = ['SAFE', 'INTERESTING', 'CRAZY'],
): string {
  return names.map((name, index) => `${write(name, index)}\n${edits}\n`).join('');
}

function titled(name: string): string {
  return name.slice(0, 1) + name.slice(1).toLowerCase();
}

describe('sections are read', () => {
  test.each<[string, (name: string, index: number) => string]>([
    ['VERSION: SAFE', (name) => `VERSION: ${name}`],
    ['Version 1: SAFE', (name, index) => `Version ${index + 1}: ${name}`],
    ['**Version 1: SAFE**', (name, index) => `**Version ${index + 1}: ${name}**`],
    ['### Version 1 – Safe', (name, index) => `### Version ${index + 1} – ${titled(name)}`],
    ['### SAFE VERSION', (name) => `### ${name} VERSION`],
    ['## Safe', (name) => `## ${titled(name)}`],
    ['SAFE:', (name) => `${name}:`],
    ['Safe', titled],
    ['safe:', (name) => `${name.toLowerCase()}:`],
    ['[SAFE]', (name) => `[${name}]`],
    ['=== SAFE ===', (name) => `=== ${name} ===`],
    ['=== VERSION: SAFE ===', (name) => `=== VERSION: ${name} ===`],
    ['--- SAFE ---', (name) => `--- ${name} ---`],
    ['1. SAFE', (name, index) => `${index + 1}. ${name}`],
    ['1) **Safe**:', (name, index) => `${index + 1}) **${titled(name)}**:`],
    ['**SAFE** (minimal changes)', (name) => `**${name}** (minimal changes)`],
    ['<safe>', (name) => `<${name.toLowerCase()}>`],
    ['</version> and <version name="safe">', (name) => `</version>\n<version name="${name.toLowerCase()}">`],
    ['<SAFE_VERSION>', (name) => `<${name}_VERSION>`],
    ['<h2>Safe</h2>', (name) => `<h2>${titled(name)}</h2>`],
    ['| SAFE | | |', (name) => `| ${name} | | |`],
    ['behind a byte order mark', (name) => `\uFEFFVERSION: ${name}`],
    ['with a no-break space', (name) => `VERSION:\u00A0${name}`],
    ['with other spaces', (name) => `\u2003VERSION\u202F:\u3000${name}\u2009`],
    ['with a full-width colon', (name) => `VERSION：${name}`],
    ['in full-width letters', (name) => `ＶＥＲＳＩＯＮ：${name}`],
    ['with zero-width signs', (name) => `VER\u200BSION:\u2060 ${name.slice(0, 2)}\u200C${name.slice(2)}`],
  ])('by %s', (_, write) => {
    expect(told(reply(write))).toEqual(all);
    expect(told(reply(write).replaceAll('\n', '\r\n'))).toEqual(all);
  });

  test('by the names SAFE, EXPLORATORY and EXPERIMENTAL', () => {
    const names = ['Safe', 'Exploratory', 'EXPERIMENTAL'];
    expect(told(reply((name) => `VERSION: ${name}`, names))).toEqual(all);
    expect(told(reply((name) => `## ${name}`, names))).toEqual(all);
  });

  test.each([
    ['VERSION: SAFE INSERT 3: A pan.', 'VERSION: CRAZY - <INSERT 5: B.>'],
    ['**SAFE:** INSERT 3: A pan.', '**CRAZY:** INSERT 5: B.'],
    ['SAFE: INSERT 3: A pan.', '3. CRAZY — INSERT 5: B.'],
    ['<safe>INSERT 3: A pan.</safe>', '<crazy>INSERT 5: B.</crazy>'],
  ])('with an edit on the line: %s', (safe, crazy) => {
    const expected = ['safe insert 3: A pan.', 'experimental insert 5: B.'];
    expect(told(`${safe}\n${crazy}`)).toEqual(expected);
    expect(told(`${safe}${' '.repeat(300)}\n${crazy}`)).toEqual(expected);
  });

  test.each(['(no edits)', ': none', ' - no edits', ' NO EDITS'])(
    'that need no edits: VERSION: SAFE%s',
    (none) => {
      expect(eventsOf([`VERSION: SAFE${none}\nVERSION: CRAZY\n${edits}`]).slice(0, 2)).toEqual([
        { type: 'version-start', version: 'safe' },
        { type: 'version-end', version: 'safe' },
      ]);
    },
  );
});

describe('markers within a line', () => {
  test.each([
    'Here is VERSION: SAFE\nINSERT 3: A pan.\nAnd now VERSION: CRAZY\nINSERT 5: B.',
    'VERSION: SAFE INSERT 3: A pan. VERSION: CRAZY INSERT 5: B.',
    'Sure: **VERSION: SAFE** INSERT 3: A pan. **VERSION: CRAZY** INSERT 5: B.',
    'PLAN L1: 3 "pan" VERSION: SAFE INSERT 3: A pan. VERSION: CRAZY INSERT 5: B.',
  ])('begin their versions: %j', (answer) => {
    expect(told(answer).filter((line) => !line.includes('unreadable'))).toEqual([
      'safe insert 3: A pan.',
      'experimental insert 5: B.',
    ]);
  });

  test('begin a version behind a whole text, if they are announced', () => {
    expect(told('VERSION: SAFE\nOne.\nHere is VERSION: CRAZY\nUno.')).toEqual([
      'safe text: One.',
      'experimental text: Uno.',
    ]);
    const text = 'One.\nWe love our VERSION: SAFE';
    expect(told(`VERSION: CRAZY\n${text}`)).toEqual([`experimental text: ${text}`]);
  });
});

test('a text may begin on the marker’s line, however long', () => {
  const text = 'Pans last for a lifetime, and that is that. '.repeat(40).trim();
  expect(told(`VERSION: SAFE: ${text}\nTwo.`)).toEqual([`safe text: ${text}\nTwo.`]);
  expect(told(`<safe>${text}\nTwo.</safe>`)).toEqual([`safe text: ${text}\nTwo.`]);
});

describe('no section begins', () => {
  test.each(['Safe', 'Crazy:', '- interesting', '1. Crazy', 'Safe version', 'It is SAFE.', 'SAFE or sorry'])(
    'within a text at a bare word: %s',
    (line) => {
      expect(told(`VERSION: SAFE\nOne.\n${line}\nTwo.`)).toEqual([`safe text: One.\n${line}\nTwo.`]);
    },
  );

  test.each([
    '## Safe',
    '**Crazy**',
    'CRAZY',
    '[SAFE]',
    '=== CRAZY ===',
    '<safe>',
    'Crazy',
    'VERSION: CRAZY',
  ])('at one of the author’s lines: %s', (line) => {
    const content = `One.\n\n${line}\n\nTwo.`;
    expect(told(`VERSION: INTERESTING\n${content}`, content)).toEqual([`exploratory text: ${content}`]);
  });

  test('at one of the author’s headings in another form', () => {
    const content = 'One.\n\n## Crazy\n\nTwo.';
    const version = content.replace('## Crazy', '**Crazy**');
    expect(told(`VERSION: INTERESTING\n${version}`, content)).toEqual([`exploratory text: ${version}`]);
  });
});

describe('a section', () => {
  test('with a heading of its own below the marker begins once', () => {
    expect(told('VERSION: SAFE\n\n**SAFE VERSION**\n\nOne.')).toEqual(['safe text: One.']);
    expect(told(`VERSION: SAFE\n## Safe\n${edits}`)).toEqual(['safe insert 3: A pan.']);
  });

  test.each(['', '\n\n', '---\n', '```\n```\n', '<edits>\n', '<text>', '[[anchor text]]', '…', '[...]'])(
    'with nothing in it has no start: %j',
    (nothing) => {
      const events = eventsOf([`VERSION: SAFE\n${nothing}\nVERSION: CRAZY\n${edits}`]);
      expect(
        events.filter(({ version, type }) => version === 'safe' && type !== 'version-unreadable'),
      ).toEqual([]);
      expect(events.at(-2)).toMatchObject({ version: 'experimental', type: 'version-edit' });
    },
  );

  test('that cannot be read has no start, and its lines are reported', () => {
    expect(eventsOf(['VERSION: SAFE\nINSERT at the end: A.\nVERSION: CRAZY\nno edits'])).toEqual([
      { type: 'version-unreadable', version: 'safe', text: 'INSERT at the end: A.' },
      { type: 'version-start', version: 'experimental' },
      { type: 'version-end', version: 'experimental' },
    ]);
  });

  test('that comes twice counts when it first has any content', () => {
    expect(
      told(`VERSION: SAFE\nINSERT the end: A.\nVERSION: CRAZY\n${edits}\nVERSION: SAFE\n${edits}`),
    ).toEqual([
      'safe unreadable: INSERT the end: A.',
      'experimental insert 3: A pan.',
      'safe insert 3: A pan.',
    ]);
    expect(told(`VERSION: SAFE\n${edits}\nVERSION: CRAZY\n${edits}\nVERSION: SAFE\nINSERT 9: Z.`)).toEqual([
      'safe insert 3: A pan.',
      'experimental insert 3: A pan.',
    ]);
  });
});

describe('a marker line without the name of a version', () => {
  test.each([
    ['VERSION: SICHER', 'VERSION: INTERESSANT', 'VERSION: VERRÜCKT'],
    ['VERSIÓN: SEGURA', 'VERSIÓN: INTERESANTE', '**VERSIÓN: LOCA**'],
    ['VERSION 1', 'VERSION 2', 'VERSION 3'],
    ['Version: Sicher', 'Version: Interessant', 'Version: Verrückt'],
    ['**Version 1:**', '**Version 2:**', '**Version 3:**'],
    ['### Version 1: Sicher', '### Version 2: Interessant', '### Version 3: Verrückt'],
    ['VERSION: SAFE', 'VERSION: INTRESTING', 'VERSION: CRAZY'],
    ['VERSION: SAFE', '## VERSION: INTERESSANT', 'VERSION: VERRÜCKT'],
  ])('begins a version by its number or its place: %s', (...names) => {
    expect(told(reply((name) => name, names))).toEqual(all);
    expect(told(names.map((name) => `${name}\nPans last.`).join('\n\n'))).toEqual([
      'safe text: Pans last.',
      'exploratory text: Pans last.',
      'experimental text: Pans last.',
    ]);
  });

  test('begins the version that is the only one', () => {
    for (const line of ['VERSION: VERRÜCKT', 'VERSION 1'])
      expect(told(`${line}\nOne.`, '', 'experimental')).toEqual(['experimental text: One.']);
  });

  test.each(['Version 2', 'VERSION: STABLE', '## Version 1: Start', '- Version 1'])(
    'is text if the author has one: %s',
    (line) => {
      const content = `One.\n\n${line}\n\nTwo.`;
      for (const text of [content, content.replace(line, `**${line}**`)])
        expect(told(`VERSION: SAFE\n${text}`, content)).toEqual([`safe text: ${text}`]);
    },
  );

  test.each([
    'Version 2.1',
    'Version 2024',
    'VERSION: it is out',
    'Version: Beta',
    'VERSION: NOTES',
    'VERSION 2 is out.',
    'VERSION: ORIGINAL',
  ])('is only a line with nothing else: %s', (line) => {
    expect(told(`VERSION: SAFE\nOne.\n${line}\nTwo.`)).toEqual([`safe text: One.\n${line}\nTwo.`]);
  });

  test('is not one of the author’s text or of a draft', () => {
    expect(told(`VERSION: ORIGINAL\nOne.\nVERSION: SAFE\n${edits}`)).toEqual(['safe insert 3: A pan.']);
  });
});
