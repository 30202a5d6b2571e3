import { describe, expect, test } from 'vitest';

import { one, two, built } from './test-built-version.ts';

describe('an addition', () => {
  test.each([
    ['stands right behind its sentence', 'One is. Two is.', 1, 'One is. A [[thing]]((U)). Two is.'],
    ['keeps two spaces', 'One.  Two.  Three.  Four.', 2, 'One.  Two.  A [[thing]]((U)).  Three.  Four.'],
    [
      'takes its own line if sentences do',
      'One is.\r\nTwo is.',
      1,
      'One is.\r\nA [[thing]]((U)).\r\nTwo is.',
    ],
    [
      'moves from a heading to the text below it',
      '# Top\n\nOne is. Two.',
      1,
      '# Top\n\nOne is. A [[thing]]((U)). Two.',
    ],
    [
      'moves from code to the text before it',
      'One is.\n\n```\nx\n```\n',
      2,
      'One is. A [[thing]]((U)).\n\n```\nx\n```\n',
    ],
    ['moves out of a quotation', 'One.\n\n> Two.\n\nThree.', 2, 'One.\n\n> Two.\n\nThree. A [[thing]]((U)).'],
    ['goes behind its list', '- One is.\n- Two is.', 1, '- One is.\n- Two is.\n\nA [[thing]]((U)).'],
    [
      'has no space behind a full stop that needs none',
      '你好。我很好。',
      1,
      '你好。A [[thing]]((U)).我很好。',
    ],
    ['becomes a paragraph where no sentence may be followed', '# Top', 1, '# Top\n\nA [[thing]]((U)).'],
    ['goes to the end for a number beyond it', 'One is. Two is.', 99, 'One is. Two is. A [[thing]]((U)).'],
    [
      'is in the paragraph of HTML',
      '<p>One is.</p>\n<p>Two is.</p>',
      1,
      '<p>One is. A [[thing]]((U)).</p>\n<p>Two is.</p>',
    ],
  ])('%s', (_, content, number, expected) => {
    const { text, dropped } = built(content, [`INSERT ${number}: A [[thing]]((L1)).`], 'safe');
    expect(text).toBe(expected.replace('U', one));
    expect(dropped).toEqual([]);
  });

  test('loses only the sentence with foreign text', () => {
    const { text, builder } = built('One is. Two is.', [
      'INSERT 1: A good [[cast iron pan]]((L1)) helps. See www.evil.example for more.',
    ]);
    expect(text).toBe(`One is. A good [[cast iron pan]]((${one})) helps. Two is.`);
    expect(builder.unknownUrls()).toEqual(['www.evil.example']);
  });

  test('may contain words of the author or of a link', () => {
    const content = 'I bought it at Booking.com for 20 €.';
    const { text } = built(content, ['INSERT 1: The [[thing]]((L1)) is not from Booking.com.']);
    expect(text).toBe(`${content} The [[thing]]((${one})) is not from Booking.com.`);
  });

  test.each([
    ['\u202Eelpmaxe', 'elpmaxe'],
    ['o\u200Bn\u2060e', 'one'],
    ['H~2~O', 'H2O'],
    ['@@ sentence 15 @@ this', 'this'],
    ['this (L1)', 'this'],
    ['&lt;b&gt;this&amp;that', 'this&that'],
  ])('brings no sign that works: %s', (hostile, left) => {
    const { text } = built('One is. Two is.', [`INSERT 1: See ${hostile} and [[pans]]((L1)).`]);
    expect(text).toBe(`One is. See ${left} and [[pans]]((${one})). Two is.`);
  });

  test('loses the number of a sentence before it', () => {
    expect(built('One is.', ['INSERT 1: [6] See [3] pans and [[pans]]((L1)).']).text).toBe(
      `One is. See (3) pans and [[pans]]((${one})).`,
    );
  });

  test('moves past a line that introduces a list', () => {
    expect(built('You need:\n\n- flour\n- water\n', ['INSERT 1: A [[x]]((L1)).']).text).toBe(
      `You need:\n\n- flour\n- water\n\nA [[x]]((${one})).\n`,
    );
  });

  test('moves into another paragraph only with a link', () => {
    const { text, dropped } = built('# Top\n\nOne is.', ['INSERT 1: Indeed.', 'INSERT 1: A [[x]]((L1)).']);
    expect(text).toBe(`# Top\n\nOne is. A [[x]]((${one})).`);
    expect(dropped).toEqual(['no-place']);
  });

  test.each(['(', '[', ')', '（'])('takes linear time behind an endless row of %s', (sign) => {
    const content = sign.repeat(100_000);
    const { builder } = built(`One is. ${content}`, ['REPLACE 1: Now it is.', `REPLACE 2: ${content} A.`]);
    expect(builder.edits().length).toBeLessThanOrEqual(2);
  });

  test('has no place in code without an end', () => {
    expect(built('```\nOne. Two.', ['INSERT 1: A [[thing]]((L1)).']).dropped).toEqual(['no-place']);
  });

  test('cannot open a block, an element or markup', () => {
    const { text } = built('One is. Two is.', [
      'INSERT 1: ## <script>x</script> A `[[thing]]((L1))`\n\n- is <b>bold</b> [here](https://evil.example) ```',
    ]);
    expect(text).toBe(`One is. x A [[thing]]((${one})) - is bold here. Two is.`);
  });

  test.each(['<*b onclick=x>', '<`b onclick=x>', '<~~b onclick=x>', '<{{b onclick=x>', '<\\b onclick=x>'])(
    'opens no tag if a sign inside it is removed: %s',
    (tag) => {
      expect(built('One.', [`INSERT 1: So ${tag} is.`]).text).toBe('One. So b onclick=x> is.');
    },
  );

  test('opens no tag with the text behind it', () => {
    expect(built('你好。', ['INSERT 1: Two is.< ', 'INSERT 1: A [[pan]]((L1)).']).text).toBe(
      `你好。Two is.A [[pan]]((${one})).`,
    );
  });

  test('keeps its order among others at the same sentence', () => {
    expect(built('One is. Two is.', ['INSERT 1: A [[x]]((L1)).', 'INSERT 1: B [[y]]((L2)).']).text).toBe(
      `One is. A [[x]]((${one})). B [[y]]((${two})). Two is.`,
    );
  });

  test('is broken into lines like the paragraph', () => {
    const line = 'word '.repeat(12).trim();
    const content = `${line}\n${line}\n${line}\n${line}.\n\nTwo is.`;
    const { text } = built(content, [`INSERT 1: ${line} [[a b]]((L1)) ${line}.`]);
    for (const each of text.split('\n')) expect(each.replace(`((${one}))`, '').length).toBeLessThan(70);
  });

  test('with a link that the version already has becomes plain words', () => {
    const { text, builder } = built('One is. Two is.', [
      'INSERT 1: A [[x]]((L1)).',
      'INSERT 2: B [[y]]((L1)).',
    ]);
    expect(text).toBe(`One is. A [[x]]((${one})). Two is. B y.`);
    expect(builder.missing().map(({ url }) => url)).toEqual([two]);
  });

  test('with only an unknown address is dropped, and the address is reported', () => {
    const { text, builder, dropped } = built('One is.', ['INSERT 1: A [[x]]((https://evil.example)) b.']);
    expect({ text, dropped }).toEqual({ text: 'One is.', dropped: ['foreign'] });
    expect(builder.unknownUrls()).toEqual(['https://evil.example']);
  });

  test('keeps the words of an unknown link next to a selected link', () => {
    const { text, builder } = built('One is.', [
      'INSERT 1: The [[best pan]]((https://evil.example)) and [[a pot]]((L1)) last.',
    ]);
    expect(text).toBe(`One is. The best pan and [[a pot]]((${one})) last.`);
    expect(builder.unknownUrls()).toEqual(['https://evil.example']);
  });

  test('adds only the part that does not repeat its sentence', () => {
    const content = 'The dough rests for one hour. Then it is baked.';
    const again = 'INSERT 1: The dough rests for one hour. A [[proofing basket]]((L1)) keeps its shape.';
    expect(built(content, [again]).text).toBe(
      `The dough rests for one hour. A [[proofing basket]]((${one})) keeps its shape. Then it is baked.`,
    );
    const nearly = 'INSERT 1: The dough rests for an hour. A [[proofing basket]]((L1)) keeps its shape.';
    expect(built(content, [nearly]).text).toBe(built(content, [again]).text);
    expect(built(content, ['INSERT 2: The dough rests for one hour.']).dropped).toEqual(['repeated']);
    const far = 'One is. Two is here. Three is here. Four is. Five is.';
    expect(built(far, ['INSERT 5: Two is here. Three is here.']).dropped).toEqual(['repeated']);
  });

  test('is limited in length and number, and not repeated', () => {
    const long = 'word '.repeat(100);
    expect(built('One is.', [`INSERT 1: ${long}.`]).dropped).toEqual(['too-long']);
    const bare = Array.from({ length: 6 }, (_, index) => `INSERT 1: So it is ${index} times.`);
    expect(built('One is.', bare).dropped).toEqual(['too-many', 'too-many', 'too-many', 'too-many']);
    expect(built('One is.', ['INSERT 1: So it is.', 'INSERT 1: so it is']).dropped).toEqual(['repeated']);
  });

  test.each(['0', 'x', '1.5', '無', 'No-op!'])(
    'that is no sentence and has no link is refused: %s',
    (word) => {
      for (const content of ['One is. Two is.', '- One\n- Two', '你好。我很好。']) {
        const { text, dropped } = built(content, [`INSERT 1: ${word}`]);
        expect({ text, dropped }).toEqual({ text: content, dropped: ['unreadable'] });
      }
    },
  );

  const shortWords = 'So true!|Enjoy!|Polecam!|맛있습니다!|最高！|おすすめです。|ดีมาก|[[Pans]]((L1))|3 pans';

  test.each(shortWords.split('|'))('may be short: %s', (words) => {
    expect(built('One is. Two is.', [`INSERT 1: ${words}`]).dropped).toEqual([]);
  });

  test('beyond the limit is not read', () => {
    const flood = Array.from(
      { length: 300 },
      (_, index) => `INSERT 1: See http://evil.example/${index} now.`,
    );
    const { builder } = built('One is.', flood);
    expect(builder.unknownUrls().length).toBeLessThan(60);
    expect(new Set(builder.dropped().map(({ reason }) => reason))).toEqual(new Set(['foreign', 'too-many']));
  });

  test('at another place than the one that was asked for is reported', () => {
    const { builder } = built('# Top\n\nOne is.', [
      'INSERT 1: A [[thing]]((L1)).',
      'INSERT 2: B [[it]]((L2)).',
    ]);
    expect(builder.moved()).toEqual(['1']);
  });
});

describe('a replacement', () => {
  const content = 'One is here. Two is there. Three is far.';

  test('replaces its sentence, also with an addition behind it', () => {
    expect(built(content, ['REPLACE 2: Two [[moved]]((L1)).', 'INSERT 2: Then [[sat]]((L2)).']).text).toBe(
      `One is here. Two [[moved]]((${one})). Then [[sat]]((${two})). Three is far.`,
    );
  });

  test('counts once for each sentence', () => {
    const { text, dropped } = built(content, ['REPLACE 2: A.', 'REPLACE 2: B.'], 'experimental');
    expect(text).toBe('One is here. A. Three is far.');
    expect(dropped).toEqual(['too-many']);
  });

  test('that would overlap an earlier edit of its sentence is dropped and reported', () => {
    const lines = [
      'REPLACE 2: Two is with [[the pan]]((L1)) there.',
      'REPLACE 2: A [[pot]]((L2)) waits near me.',
    ];
    const { builder, text, dropped } = built(content, lines, 'experimental');
    expect(text).toBe(`One is here. Two is with [[the pan]]((${one})) there. Three is far.`);
    expect(dropped).toEqual(['too-many']);
    expect(builder.missing().map(({ url }) => url)).toEqual([two]);
  });

  test('becomes an addition if it contains the author’s sentence', () => {
    const { text, builder } = built(content, ['REPLACE 2: Two is there. And [[more]]((L1)).'], 'safe');
    expect(text).toBe(`One is here. Two is there. And [[more]]((${one})). Three is far.`);
    expect(builder.edits().every(({ start, end }) => start === end)).toBe(true);
  });

  test('is dropped in safe', () => {
    const { text, dropped } = built(content, ['REPLACE 2: Two [[moved]]((L1)).'], 'safe');
    expect({ text, dropped }).toEqual({ text: content, dropped: ['not-safe'] });
  });

  test('beyond the limit only adds its sentences with links', () => {
    const { text, dropped } = built(`${content} See [it](a) now.`, [
      'REPLACE 1: One [[thing]]((L1)).',
      'REPLACE 4: It is gone for good. Take [[the other]]((L2)).',
      'REPLACE 2: No.',
    ]);
    expect(text).toBe(
      `One [[thing]]((${one})). Two is there. Three is far. See [it](a) now. Take [[the other]]((${two})).`,
    );
    expect(dropped).toEqual(['too-many']);
  });

  test('keeps the emphasis of the author', () => {
    const { text } = built('It was a *tepid* and grey morning. Two is.', [
      'REPLACE 1: The morning was grey and tepid, so [[a kettle]]((L1)) it was.',
    ]);
    expect(text).toBe(`The morning was grey and *tepid*, so [[a kettle]]((${one})) it was. Two is.`);
  });

  test('in safe may put a link around the author’s words, or add one between them', () => {
    expect(built(content, ['REPLACE 2: Two [[is there]]((L1)).'], 'safe').text).toBe(
      `One is here. Two [[is there]]((${one})). Three is far.`,
    );
    expect(built(content, ['REPLACE 2: Two, [[the pan]]((L1)), is there.'], 'safe').text).toBe(
      `One is here. Two, [[the pan]]((${one})), is there. Three is far.`,
    );
    expect(built(content, ['REPLACE 2: Two is with [[the pan]]((L1)) there.'], 'safe').text).toBe(
      `One is here. Two is with [[the pan]]((${one})) there. Three is far.`,
    );
  });

  test('of a heading, code or a sentence with a link is dropped', () => {
    const { text, dropped } = built(
      '# Top\n\nSee [it](a) here. Two is.',
      ['REPLACE 1: No.', 'REPLACE 2: No.'],
      'experimental',
    );
    expect({ text, dropped }).toEqual({
      text: '# Top\n\nSee [it](a) here. Two is.',
      dropped: ['no-place', 'no-place'],
    });
  });
});
