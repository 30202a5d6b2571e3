import { describe, expect, test } from 'vitest';

import { eventsOf, told } from './test-events.ts';

const asked = (section: string, content = '') =>
  told(`VERSION: SAFE\n${section}\n`, content).map((line) => line.replace('safe ', ''));

describe('a link on words of the author is read', () => {
  test.each([
    'LINK 4: [[good walking shoes]]((L1))',
    '- **LINK 4:** [[good walking shoes]]((L1))',
    'LINK [4] - [[good walking shoes]]((L1))',
    'LINK 4 (L1): [[good walking shoes]]',
    'LINK 4 "good walking shoes": L1',
    'LINK 4: "good walking shoes" → L1',
    'LINK 4: "good walking shoes" -> [[good walking shoes]]((L1))',
    '[4] LINK: [[good walking shoes]]((L1))',
    'VERLINKEN 4: [[good walking shoes]]((L1))',
    '| LINK | 4 | [[good walking shoes]]((L1)) |',
    '<link sentence="4">[[good walking shoes]]((L1))</link>',
    '{"action":"link","sentence":4,"text":"[[good walking shoes]]((L1))"}',
    '{"action":"link","sentence":4,"words":"good walking shoes","link":"L1"}',
  ])('%j', (line) => {
    expect(asked(line)).toEqual(['link 4: [[good walking shoes]]((L1))']);
  });

  test('and takes no further line', () => {
    expect(asked('LINK 4: [[shoes]]((L1))\nand so on')).toEqual([
      'link 4: [[shoes]]((L1))',
      'unreadable: and so on',
    ]);
  });
});

describe('a clause is read with its first sign', () => {
  test.each([
    'ADD 7 "the old mill": , near the [[café]]((L2))',
    'ADD 7 behind "the old mill": , near the [[café]]((L2))',
    'ADD 7 after “the old mill”: , near the [[café]]((L2))',
    'INSERT 7 after "the old mill": , near the [[café]]((L2))',
    'ADD 7 „the old mill“: , near the [[café]]((L2))',
    'ADD 7 « the old mill »: , near the [[café]]((L2))',
    'ADD 7 «the old mill»: , near the [[café]]((L2))',
    'ADD [7] | "the old mill" | , near the [[café]]((L2))',
    'ADD 7: "the old mill": , near the [[café]]((L2))',
    'ERGÄNZEN 7 hinter „the old mill“: , near the [[café]]((L2))',
    '- **ADD 7 "the old mill":** , near the [[café]]((L2))',
    'INSERT 7: After "the old mill" add: , near the [[café]]((L2))',
    '| ADD | 7 | "the old mill" | , near the [[café]]((L2)) |',
    '<add sentence="7" after="the old mill">, near the [[café]]((L2))</add>',
    '{"action":"add","sentence":7,"after":"the old mill","text":", near the [[café]]((L2))"}',
  ])('%j', (line) => {
    expect(asked(line).map((each) => each.replaceAll(' the old mill ', 'the old mill'))).toEqual([
      'add 7 behind the old mill: , near the [[café]]((L2))',
    ]);
  });

  test.each([
    ['ADD 7 "the mill":  with it', 'add 7 behind the mill:  with it'],
    ['ADD 7 "the mill":with it', 'add 7 behind the mill: with it'],
    ['ADD 7 "the mill": (a good one)', 'add 7 behind the mill: (a good one)'],
    ['ADD 7 "the mill": – a good one', 'add 7 behind the mill: – a good one'],
    ["ADD 7 'the miller's mill': , too", "add 7 behind the miller's mill: , too"],
    ['ADD 7 "the "old" mill": , too', 'add 7 behind the "old" mill: , too'],
    ['ADD 7 "the mill’s door": , too', 'add 7 behind the mill’s door: , too'],
    ['ADD 4: A whole sentence.', 'insert 4: A whole sentence.'],
  ])('%j', (line, expected) => {
    expect(asked(line)).toEqual([expected]);
  });
});

describe('words of command are read in the languages of the built-in writer', () => {
  test.each([
    'EINFÜGEN 3: A pan.',
    'Einfügen nach Satz 3: A pan.',
    'INSERTAR 3: A pan.',
    'Insertar después de la frase 3: A pan.',
    'INSÉRER 3: A pan.',
    'INSERER après la phrase 3: A pan.',
    'INSERISCI dopo la frase 3: A pan.',
    'INSERIR 3: A pan.',
    'INVOEGEN na zin 3: A pan.',
    'WSTAW 3: A pan.',
    'INFOGA efter mening 3: A pan.',
    '挿入 3：A pan.',
    '[3] INSERT: A pan.',
    '[3] EINFÜGEN: A pan.',
    'After sentence 3 add: A pan.',
    'After [3], insert: A pan.',
    'Nach Satz 3 einfügen: A pan.',
    '"INSERT 3: A pan."',
  ])('%j', (line) => {
    expect(asked(line)).toEqual(['insert 3: A pan.']);
  });

  test.each([
    'ERSETZEN 3: A pan.',
    'REEMPLAZAR 3: A pan.',
    'REMPLACER 3 par : A pan.',
    'Change sentence 3 to: A pan.',
  ])('%j', (line) => {
    expect(asked(line)).toEqual(['replace 3: A pan.']);
  });
});

describe('of a pair of old and new text, the new one is read', () => {
  const content = 'The old pan rusts. It is of iron.';

  test.each([
    'REPLACE 3: "The old pan rusts." with "A new [[pan]]((L1)) does not."',
    'REPLACE 3 "The old pan rusts." with "A new [[pan]]((L1)) does not."',
    'REPLACE 3: "The old pan rusts." -> "A new [[pan]]((L1)) does not."',
    'REPLACE 3: The old pan rusts. → A new [[pan]]((L1)) does not.',
    'REPLACE 3: The old pan rusts. => A new [[pan]]((L1)) does not.',
    'REPLACE 3: Old: The old pan rusts. New: A new [[pan]]((L1)) does not.',
    'REPLACE 3\nOld: The old pan rusts.\nNew: A new [[pan]]((L1)) does not.',
    'REPLACE 3:\n**Original:** The old pan rusts.\n**New:** "A new [[pan]]((L1)) does not."',
    'ERSETZEN 3:\nAlt: The old pan rusts.\nNeu: A new [[pan]]((L1)) does not.',
    'REPLACE 3: New: A new [[pan]]((L1)) does not.',
  ])('%j', (section) => {
    expect(asked(section, content)).toEqual(['replace 3: A new [[pan]]((L1)) does not.']);
  });

  test.each(['REPLACE 3: Go to Tools → Pans.', 'REPLACE 3: "Well," she said with a "smile".'])(
    'and a text that only looks like one stays: %j',
    (line) => {
      expect(asked(line, content)).toEqual([`replace 3: ${line.slice(11)}`]);
    },
  );
});

test.each([
  'After "the pan for $300." add: The [[kettle]]((L1)) helps.',
  'Change paragraph 2 to: The [[kettle]]((L1)) helps.',
  'INSERT 3: Change paragraph 2 to: The [[kettle]]((L1)) helps.',
])('a command without a numbered place is reported and not written: %j', (line) => {
  expect(asked(`INSERT 1: One.\n${line}`)).toEqual(['insert 1: One.', `unreadable: ${line}`]);
  expect(asked(line)).toEqual([`unreadable: ${line}`]);
});

describe('a link that stays out is reported with its reason', () => {
  const skips = (reply: string, assumed: 'safe' | null = null) =>
    eventsOf([reply], '', assumed).flatMap((event) =>
      event.type === 'version-skip' ? [`${event.version} ${event.skip.link}: ${event.skip.reason}`] : [],
    );

  test.each([
    'SKIP L1: no reader needs it',
    'SKIP L1 - no reader needs it',
    '- **SKIP L1**: no reader needs it',
    'SKIP: L1 (no reader needs it)',
    'SKIP [L1]: no reader needs it',
    '(SKIP L1: no reader needs it)',
    'SKIP 0: [[no reader needs it]]((L1))',
    'SKIP link L1, no reader needs it',
    'AUSLASSEN L1: no reader needs it',
    'OMITIR L1: no reader needs it',
    '| SKIP | L1 | no reader needs it |',
    '<skip link="L1">no reader needs it</skip>',
    '{"action":"skip","link":"L1","reason":"no reader needs it"}',
  ])('%j', (line) => {
    const reply = `VERSION: SAFE\nINSERT 1: A pan.\n${line}\nVERSION: CRAZY\nINSERT 1: A pan.`;
    expect(skips(reply)).toEqual(['safe L1: no reader needs it']);
    expect(told(reply)).toEqual(['safe insert 1: A pan.', 'experimental insert 1: A pan.']);
    expect(skips(`${line}\nVERSION: SAFE\nINSERT 1: A pan.`)).toEqual([
      'safe L1: no reader needs it',
      'exploratory L1: no reader needs it',
      'experimental L1: no reader needs it',
    ]);
  });

  test('for each of several labels, and without a reason', () => {
    expect(skips('VERSION: SAFE\nSKIP L1, L3 and L4: too far off')).toEqual([
      'safe L1: too far off',
      'safe L3: too far off',
      'safe L4: too far off',
    ]);
    expect(skips('VERSION: SAFE\nSKIP L1\nSKIP https://a.example/b: sold out')).toEqual([
      'safe L1: ',
      'safe https://a.example/b: sold out',
    ]);
  });

  test('and a version that only skips links has no edits', () => {
    expect(eventsOf(['VERSION: SAFE\nSKIP L1: no'])).toEqual([
      { type: 'version-skip', version: 'safe', skip: { link: 'L1', reason: 'no' } },
      { type: 'version-start', version: 'safe' },
      { type: 'version-end', version: 'safe' },
    ]);
    expect(eventsOf(['SKIP L1: no'], '', 'safe').map(({ type }) => type)).toEqual([
      'version-skip',
      'version-start',
      'version-end',
    ]);
  });

  test('also before a whole text', () => {
    expect(told('VERSION: SAFE\nSKIP L1: no\n\nPans last.', 'Pans last.')).toEqual(['safe text: Pans last.']);
  });
});
