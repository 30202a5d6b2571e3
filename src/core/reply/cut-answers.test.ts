import { describe, expect, test } from 'vitest';

import { createReplyReader } from './reply-reader.ts';
import { eventsOf, told, toldInPieces } from './test-events.ts';

const before = 'VERSION: SAFE\nINSERT 1: A pan.\n';

describe('a last line without a line end', () => {
  test.each([
    'INSERT 2: My secret is the [[pan]]((L1)), and si',
    'INSERT 2: My secret is the [[pa',
    'INSERT 2: My secret is the [[pan]]',
    'INSERT 2: My secret is the [[pan]]((L',
    'INSERT 2: My secret,',
    'REPLACE 2: My secret is 3',
    'LINK 2: [[the pan]]((L',
    'ADD 2 "secret": , the [[pan]](',
    'INSERT 2:',
    'INSERT 2: One.\nINSERT 3: It begins\nand goes',
  ])('that is half an edit is reported and not written: %j', (line) => {
    const source = line.includes('\n') ? 'INSERT 3: It begins' : line;
    const whole = line.includes('\n')
      ? ['safe insert 1: A pan.', 'safe insert 2: One.']
      : ['safe insert 1: A pan.'];
    expect(told(before + line)).toEqual([...whole, `safe unreadable: ${source}`]);
    expect(toldInPieces(before + line, 1)).toEqual(told(before + line));
  });

  test.each([
    ['INSERT 2: My secret is the [[pan]]((L1)).', 'insert 2: My secret is the [[pan]]((L1)).'],
    ['INSERT 2: See [[the pan]]((L1))', 'insert 2: See [[the pan]]((L1))'],
    ['INSERT 2: It is hot 🔥', 'insert 2: It is hot 🔥'],
    ['LINK 2: [[the pan]]((L1))', 'link 2: [[the pan]]((L1))'],
    ['ADD 2 "secret": , the [[pan]]((L1)) of iron', 'add 2 behind secret: , the [[pan]]((L1)) of iron'],
    ['(INSERT 2: My secret)', 'insert 2: My secret'],
    ['| INSERT | 2 | My secret |', 'insert 2: My secret'],
  ])('that is a whole edit is read: %j', (line, edit) => {
    expect(told(before + line)).toEqual(['safe insert 1: A pan.', `safe ${edit}`]);
  });

  test('with a line end, a text without a full stop is read', () => {
    expect(told(`${before}INSERT 2: My secret\n`)).toEqual([
      'safe insert 1: A pan.',
      'safe insert 2: My secret',
    ]);
  });
});

describe('a plan before the versions is dropped', () => {
  const versions = 'VERSION: SAFE\nLINK 4: [[good shoes]]((L1))\nVERSION: CRAZY\nINSERT 5: B.\n';
  const all = ['safe link 4: [[good shoes]]((L1))', 'experimental insert 5: B.'];

  test.each([
    'PLAN\nL1: 4 "good walking shoes"\nL2: none\n',
    '**Plan**\n- L1 4 "good\n- L2 none\n',
    '## Plan\nL1 | 4 | "INSERT 3: A pan."\n',
    'PLAN:\n1. **L1**: 4 “good walking shoes”\n',
    'L1: 4 "good walking shoes"\nL2: 7 "VERSION: SAFE"\n',
    'PLAN: L1: 4 "good walking shoes"\n',
    '| L1 | 4 | "good walking shoes" |\n| L2 | none | |\n',
  ])('%j', (plan) => {
    expect(told(plan + versions)).toEqual(all);
    expect(told(plan + versions, '', 'safe')).toEqual(
      expect.arrayContaining(['safe link 4: [[good shoes]]((L1))']),
    );
    expect(toldInPieces(plan + versions, 1)).toEqual(all);
  });

  test('and does not hold the versions back, however long it is', () => {
    const plan = `PLAN\n${'L1: 4 "good walking shoes that the author bought"\n'.repeat(40)}`;
    const reader = createReplyReader();
    reader.feed(plan);
    expect(reader.feed('VERSION: SAFE\nINSERT 3: A pan.\n').map(({ type }) => type)).toEqual([
      'version-start',
      'version-edit',
    ]);
  });

  test.each([
    ['L4: unfit, nobody here hikes', 'L4: nobody here hikes'],
    ['- **L4**: unfit: nobody here hikes', 'L4: nobody here hikes'],
    ['L4: skip - nobody here hikes', 'L4: nobody here hikes'],
    ['| L4 | unfit | nobody here hikes |', 'L4: nobody here hikes'],
    ['L4: ungeeignet (nobody here hikes)', 'L4: nobody here hikes'],
    ['L4: unfit', 'L4: '],
  ])('except for a link that it leaves out: %j', (line, skip) => {
    const skips = eventsOf([`PLAN\nL2: none\n${line}\n${versions}`]).flatMap((event) =>
      event.type === 'version-skip' ? [`${event.version} ${event.skip.link}: ${event.skip.reason}`] : [],
    );
    expect(skips).toEqual(['safe', 'exploratory', 'experimental'].map((name) => `${name} ${skip}`));
  });

  test('also of a draft that the model gave up', () => {
    const events = eventsOf([`PLAN\nL4: unfit, no\n</think>\nPLAN\nL2: none\n${versions}`]);
    expect(events.filter(({ type }) => type === 'version-skip')).toEqual([]);
  });
});

test('a line of the plan below a marker is no text of the version', () => {
  expect(
    told('VERSION: SAFE\nL1: 4 "good shoes"\nLINK 4: [[good shoes]]((L1))\n', 'Some good shoes.'),
  ).toEqual(['safe link 4: [[good shoes]]((L1))']);
});
