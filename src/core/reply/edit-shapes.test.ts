import { describe, expect, test } from 'vitest';

import { told } from './test-events.ts';

const asked = (section: string, content = '') =>
  told(`VERSION: SAFE\n${section}`, content).map((line) => line.replace('safe ', ''));

describe('an insertion is read', () => {
  test.each([
    '<INSERT 3: A pan.>',
    '<INSERT 3>: A pan.',
    '<INSERT 3> A pan.',
    '[INSERT 3] A pan.',
    '(INSERT 3: A pan.)',
    'INSERT 3 | A pan.',
    'INSERT | 3 | A pan.',
    'INSERT 2-3: A pan.',
    'INSERT 2 to 3: A pan.',
    'INSERT after sentence 3: A pan.',
    'INSERT right behind [3]: A pan.',
    'INSERT [3]: A pan.',
    'INSERT [3+]: A pan.',
    'INSERT 3+: A pan.',
    'INSERT S3: A pan.',
    'INSERT n=3: A pan.',
    'INSERT {3}: A pan.',
    'INSERT <3>: A pan.',
    'INSERT of L1, after 3: A pan.',
    'INSERT 3 (L1): A pan.',
    'INSERT 3 (behind the mill): A pan.',
    '- INSERT 3 - A pan.',
    '_INSERT 3_: A pan.',
    '> **INSERT 3** — A pan.',
    '2) `INSERT 3: A pan.`',
    'insert 3: A pan.',
    '3: INSERT A pan.',
    '[3]: INSERT: A pan.',
    '3 | INSERT | A pan.',
    '| INSERT | 3 | A pan. |',
    '| 3 | **INSERT** | A pan. |',
    '| A pan. | INSERT 3 |',
    '| Action | Sentence | Text |\n|---|:-:|---|\n| INSERT | [3] | A pan. |',
    '<insert sentence="3">A pan.</insert>',
    '<insert after="3">\nA pan.\n</insert>',
    '<edits>\n<edit action="insert" n="3">A pan.</edit>\n</edits>',
    "<edit type='INSERT' sentence='[3+]' >A pan.</edit>",
    '\uFEFFIN\u200BSERT\u00A0３：A pan.',
    'INSERT 3:\n\n\nA pan.',
    'INSERT 3: A\npan.',
    '{"action": "insert", "sentence": 3, "text": "A pan."}',
    '{"type":"INSERT","n":"3","content":"A pan."},',
    '{"op":"insert_after","id":3,"new_text":"A pan."}',
    '{"after": 3, "insertion": "A pan."}',
    '{"insert": 3, "text": "A pan."}',
    '{"INSERT 3": "A pan."}',
    '{"inserts": [{"sentence": 3, "text": "A pan."}]}',
    '["INSERT 3: A pan."]',
    '```json\n[{"action":"insert","number":3,"text":"A pan."},]\n```',
    '{\n  "edits": [\n    {\n      "action": "insert",\n      "sentence": 3,\n      "text": "A pan."\n    }\n  ]\n}',
  ])('%j', (section) => {
    expect(asked(section)).toEqual(['insert 3: A pan.']);
    expect(asked(section.replaceAll('\n', '\r\n'))).toEqual(['insert 3: A pan.']);
  });
});

describe('a replacement is read', () => {
  test.each([
    'REPLACE 4-6: Two.',
    'REPLACE 4–6 with: Two.',
    'REPLACE sentences 4 to 6: Two.',
    'REPLACE [4]-[6]: Two.',
    '| REPLACE | 4-6 | Two. |',
    '<replace n="4-6">Two.</replace>',
    '{"action":"replace","sentence":"4-6","replacement":"Two."}',
    '{"action":"replace","sentence":[4,6],"replacement":"Two."}',
  ])('of several sentences: %j', (section) => {
    expect(asked(section)).toEqual(['replace 4-6: Two.']);
  });

  test.each([
    ['REPLACE 29 with: Two.', ['replace 29: Two.']],
    ['REPLACE 4, 5: Two.', ['replace 4-5: Two.']],
    ['REPLACE 5-4: Two.', ['replace 4-5: Two.']],
    ['REPLACE 4 - 6 pans.', ['replace 4: 6 pans.']],
    ['REPLACE 4, 9: Two.', ['unreadable: REPLACE 4, 9: Two.']],
  ])('%j', (section, expected) => {
    expect(asked(section)).toEqual(expected);
  });
});

test.each([
  ['INSERT 3 (L3): A [[good pan]] is [[hot]].', 'insert 3: A [[good pan]]((L3)) is [[hot]].'],
  ['INSERT 3 (L3): A [good pan] is.', 'insert 3: A [[good pan]]((L3)) is.'],
  ['INSERT 3, L3: A [[good pan]] is.', 'insert 3: A [[good pan]]((L3)) is.'],
  ['INSERT 3. A [[pan]]((L3)) is.', 'insert 3: A [[pan]]((L3)) is.'],
  ['INSERT 3; a [[pan]]((L3)) is.', 'insert 3: a [[pan]]((L3)) is.'],
  ['| INSERT | 3 | L3 | A [[good pan]] is. |', 'insert 3: A [[good pan]]((L3)) is.'],
  [
    '{"action":"insert","after":3,"link":"L3","text":"A [[good pan]] is."}',
    'insert 3: A [[good pan]]((L3)) is.',
  ],
  ['INSERT 3 (L3): A [[pan]]((L3)) is [[hot]].', 'insert 3: A [[pan]]((L3)) is [[hot]].'],
  ['INSERT 3 (L3): A [pan](https://a.example) is.', 'insert 3: A [pan](https://a.example) is.'],
  ['INSERT 3 (L3): A pan.', 'insert 3: A pan.'],
])('a label in the head goes behind the first anchor without a target: %j', (section, expected) => {
  expect(asked(section)).toEqual([expected]);
});

describe('a finished edit takes no further line', () => {
  test.each(['.', '!', '?', '…', '。', '؟', '।', '.”', '.»', '.)', '."', '.*'])('behind %j', (end) => {
    const [edit, rest] = asked(`INSERT 3: A pan${end}\nand more of it`);
    expect([edit, rest]).toEqual([`insert 3: A pan${end}`, 'unreadable: and more of it']);
  });

  test.each(['Explanation: it fits.', '(3 links used)', 'Note: fits.', 'This follows the sentence on pans.'])(
    'and a remark about it is reported as unreadable: %s',
    (remark) => {
      expect(asked(`INSERT 3: A pan.\n${remark}`)).toEqual(['insert 3: A pan.', `unreadable: ${remark}`]);
      expect(asked(`INSERT 3: A [[pan]]((L1))\n${remark}`)).toEqual([
        'insert 3: A [[pan]]((L1))',
        `unreadable: ${remark}`,
      ]);
    },
  );

  test.each(['', '---', '```', '<edits>', '</edits>', '[[anchor text]]', '</safe>', '|---|---|', 'no edits'])(
    'and a line that says nothing is not reported: %j',
    (line) => {
      expect(asked(`INSERT 3: A pan.\n${line}\nINSERT 5: B.`)).toEqual(['insert 3: A pan.', 'insert 5: B.']);
    },
  );

  test('but an edit without a text takes lines until it is finished, or until the next edit', () => {
    expect(asked('INSERT 3:\nA pan\nthat lasts.\nIt does.')).toEqual([
      'insert 3: A pan that lasts.',
      'unreadable: It does.',
    ]);
    expect(asked('INSERT 3:\nA pan\nINSERT 5:\nINSERT 7: B.')).toEqual([
      'insert 3: A pan',
      'unreadable: INSERT 5:',
      'insert 7: B.',
    ]);
  });
});

describe('JSON', () => {
  const edit = (version: string, text = 'A pan.') =>
    `{"version":"${version}","action":"insert","sentence":3,"text":"${text}"}`;
  const all = ['safe insert 3: A pan.', 'experimental insert 3: A pan.'];
  const bare = '{"action":"insert","sentence":3,"text":"A pan."}';

  test.each([
    `{"SAFE": [${bare}], "CRAZY": [${bare}]}`,
    `{"versions": {"safe": {"edits": [${bare}]}, "crazy_version": {"edits": [${bare}]}}}`,
    `{"safe": "INSERT 3: A pan.", "crazy": ["INSERT 3: A pan."]}`,
    `{"safe": {"INSERT 3": "A pan."}, "crazy": {"INSERT 3": "A pan."}}`,
    `[${edit('SAFE')},${edit('CRAZY')}]`,
    `[{"version":"SAFE","edits":[${bare}]},{"edits":[${bare}],"version":"Crazy"}]`,
    `${edit('SAFE')}\n${edit('CRAZY')}`,
    `${edit('SAFE')} ${edit('CRAZY')}`,
    `VERSION: SAFE\n${bare}\nVERSION: CRAZY\n[\n${bare},\n]`,
    `VERSION: SAFE {"edits": [${bare}]}\nVERSION: CRAZY\n${bare}`,
    `Here it is:\n\`\`\`json\n{"SAFE": [${bare},], "CRAZY": [${bare}],}\n\`\`\``,
  ])('is read by version: %s', (reply) => {
    expect(told(reply)).toEqual(all);
  });

  test('that is cut off counts up to its last complete value', () => {
    const whole = `{"SAFE": [${bare}, ${bare.replace('3', '5')}], "CRAZY": [${bare}]}`;
    expect(told(whole.slice(0, whole.indexOf(']') - 3))).toEqual(['safe insert 3: A pan.']);
    expect(told(whole.slice(0, -4))).toEqual(['safe insert 3: A pan.', 'safe insert 5: A pan.']);
    expect(told(whole.slice(0, -1))).toEqual([
      'safe insert 3: A pan.',
      'safe insert 5: A pan.',
      'experimental insert 3: A pan.',
    ]);
  });

  test('may hold whole texts', () => {
    expect(told(JSON.stringify({ SAFE: 'One.\n\nTwo.', CRAZY: 'Uno.' }))).toEqual([
      'safe text: One.\n\nTwo.',
      'experimental text: Uno.',
    ]);
  });

  test('with line breaks in its strings is read', () => {
    expect(told('{"SAFE": "INSERT 3: A pan.\nINSERT 5: B.", "CRAZY": "Uno."}')).toEqual([
      'safe insert 3: A pan.',
      'safe insert 5: B.',
      'experimental text: Uno.',
    ]);
  });

  test('that is broken ends at a marker or an edit', () => {
    expect(told(`{"SAFE": [\nVERSION: SAFE\nINSERT 3: A pan.`)).toEqual(['safe insert 3: A pan.']);
  });

  test('in the author’s text is text', () => {
    const content = '{"safe": ["INSERT 3: A pan."]}\n\nThat is JSON.';
    expect(told(`VERSION: CRAZY\n${content}`, content)).toEqual([`experimental text: ${content}`]);
  });

  test('without an action is not text', () => {
    expect(told('{"SAFE": [{"sentence": 3, "text": "A pan."}]}')).toEqual([]);
  });

  test('without versions belongs to the assumed version, or to none', () => {
    expect(told(`[${bare}]`, '', 'safe')).toEqual(['safe insert 3: A pan.']);
    expect(told(`[${bare}]`)).toEqual([]);
  });
});

test('rows of a table may name their versions', () => {
  const rows = ['SAFE', 'CRAZY', 'SAFE'].map((name, index) => `| ${name} | INSERT | ${index} | A pan. |`);
  expect(told(`| Version | Action | Sentence | Text |\n|---|---|---|---|\n${rows.join('\n')}`)).toEqual([
    'safe insert 0: A pan.',
    'experimental insert 1: A pan.',
    'safe insert 2: A pan.',
  ]);
});
