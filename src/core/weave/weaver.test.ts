import { describe, expect, test } from 'vitest';

import { applyEdits } from './apply-edits.ts';
import type { AskedEdit } from './edit.ts';
import { numberSentences } from './numbered-text.ts';
import { versionNames } from './version.ts';
import type { VersionName } from './version.ts';
import { createWeaver } from './weaver.ts';
import type { ChosenLink } from '#core/link/link.ts';
import { readMarkup } from '#core/markup/link-markup.ts';
import { scan } from '#core/scan/document.ts';

const urls = ['https://a.example/one', 'https://b.example/two?x=(1)'];
const links: ChosenLink[] = urls.map((url, index) => ({
  id: `${index}`,
  url,
  description: '',
  integrations: 1,
}));
const [one = '', two = ''] = urls;

function weaverOf(content: string, version: VersionName = 'exploratory') {
  const work = scan(content);
  let step = work.next();
  while (step.done !== true) step = work.next();
  const document = step.value;
  return createWeaver({ document, numbered: numberSentences(document), version, links });
}

/** Edits as `INSERT 1: text`. */
function asked(lines: readonly string[]): AskedEdit[] {
  return lines.map((line) => {
    const [, action, number, text] = /^(INSERT|REPLACE) (\d+): ([^]*)$/.exec(line) ?? [];
    return { action: action === 'INSERT' ? 'insert' : 'replace', sentence: Number(number), text: text ?? '' };
  });
}

function woven(content: string, lines: readonly string[], version: VersionName = 'exploratory') {
  const weaver = weaverOf(content, version);
  for (const edit of asked(lines)) weaver.take(edit, 'model');
  return {
    text: applyEdits(content, weaver.edits()),
    dropped: weaver.dropped().map(({ reason }) => reason),
    weaver,
  };
}

describe('an addition', () => {
  test.each([
    ['stands right behind its sentence', 'One is. Two is.', 1, 'One is. A [[thing]]((U)). Two is.'],
    ['keeps two spaces', 'One.  Two.  Three.  Four.', 2, 'One.  Two.  A [[thing]]((U)).  Three.  Four.'],
    [
      'takes a line of its own where sentences do',
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
    ['stays in its list item', '- One is.\n- Two is.', 1, '- One is. A [[thing]]((U)).\n- Two is.'],
    [
      'needs no space behind a full stop that takes none',
      '你好。我很好。',
      1,
      '你好。A [[thing]]((U)).我很好。',
    ],
    ['becomes a paragraph where no sentence may be followed', '# Top', 1, '# Top\n\nA [[thing]]((U)).'],
    ['goes to the end for a number beyond it', 'One is. Two is.', 99, 'One is. Two is. A [[thing]]((U)).'],
    [
      'stands in the paragraph of HTML',
      '<p>One is.</p>\n<p>Two is.</p>',
      1,
      '<p>One is. A [[thing]]((U)).</p>\n<p>Two is.</p>',
    ],
  ])('%s', (_, content, number, expected) => {
    const { text, dropped } = woven(content, [`INSERT ${number}: A [[thing]]((L1)).`], 'safe');
    expect(text).toBe(expected.replace('U', one));
    expect(dropped).toEqual([]);
  });

  test.each([
    ['https://https://evil.example/x', 'evil.example/x'],
    ['https://www.evil.example', 'evil.example'],
    ['https:`//evil.example', 'evil.example'],
    ['https:[[/]]((https://x.example))/evil.example', 'evil.example'],
    ['<https://evil.example>', ''],
    ['www.<evil.example', 'evil.example'],
    ['ftp://evil.example', 'evil.example'],
    ['me@evil.example', 'me at evil.example'],
    ['\u202Eelpmaxe', 'elpmaxe'],
    ['H~2~O', 'H2O'],
  ])('brings no address and no other sign that works: %s', (hostile, left) => {
    const { text } = woven('One is. Two is.', [`INSERT 1: See ${hostile} and [[x]]((L1)).`]);
    expect(text).toBe(`One is. See ${left === '' ? '' : `${left} `}and [[x]]((${one})). Two is.`);
  });

  test('moves past a line that leads over to a list', () => {
    expect(woven('You need:\n\n- flour\n- water\n', ['INSERT 1: A [[x]]((L1)).']).text).toBe(
      `You need:\n\n- flour\n- water\n\nA [[x]]((${one})).\n`,
    );
  });

  test('moves into another paragraph only with a link', () => {
    const { text, dropped } = woven('# Top\n\nOne is.', ['INSERT 1: Indeed.', 'INSERT 1: A [[x]]((L1)).']);
    expect(text).toBe(`# Top\n\nOne is. A [[x]]((${one})).`);
    expect(dropped).toEqual(['no-place']);
  });

  test.each(['(', '[', ')', '（'])('takes linear time behind %s without end', (sign) => {
    const content = sign.repeat(100_000);
    const { weaver } = woven(`One is. ${content}`, ['REPLACE 1: Now it is.', `REPLACE 2: ${content} A.`]);
    expect(weaver.edits().length).toBeLessThanOrEqual(2);
  });

  test('has no place in code that never ends', () => {
    expect(woven('```\nOne. Two.', ['INSERT 1: A [[thing]]((L1)).']).dropped).toEqual(['no-place']);
  });

  test('cannot open a block, an element or markup', () => {
    const { text } = woven('One is. Two is.', [
      'INSERT 1: ## <script>x</script> A `[[thing]]((L1))`\n\n- is <b>bold</b> [here](https://evil.example) ```',
    ]);
    expect(text).toBe(`One is. x A [[thing]]((${one})) - is bold here. Two is.`);
  });

  test.each(['<*b onclick=x>', '<`b onclick=x>', '<~~b onclick=x>', '<{{b onclick=x>', '<\\b onclick=x>'])(
    'opens no tag where a sign within it is taken away: %s',
    (tag) => {
      expect(woven('One.', [`INSERT 1: So ${tag} is.`]).text).toBe('One. So b onclick=x> is.');
    },
  );

  test('opens no tag with what stands behind it', () => {
    expect(woven('你好。', ['INSERT 1: Two is.< ', 'INSERT 1: A [[pan]]((L1)).']).text).toBe(
      `你好。Two is.A [[pan]]((${one})).`,
    );
  });

  test('keeps its order among others at the same sentence', () => {
    expect(woven('One is. Two is.', ['INSERT 1: A [[x]]((L1)).', 'INSERT 1: B [[y]]((L2)).']).text).toBe(
      `One is. A [[x]]((${one})). B [[y]]((${two})). Two is.`,
    );
  });

  test('is broken into lines as the paragraph is', () => {
    const line = 'word '.repeat(12).trim();
    const content = `${line}\n${line}\n${line}\n${line}.\n\nTwo is.`;
    const { text } = woven(content, [`INSERT 1: ${line} [[a b]]((L1)) ${line}.`]);
    for (const each of text.split('\n')) expect(each.replace(`((${one}))`, '').length).toBeLessThan(70);
  });

  test('whose link stands already becomes plain words', () => {
    const { text, weaver } = woven('One is. Two is.', [
      'INSERT 1: A [[x]]((L1)).',
      'INSERT 2: B [[y]]((L1)).',
    ]);
    expect(text).toBe(`One is. A [[x]]((${one})). Two is. B y.`);
    expect(weaver.missing().map(({ url }) => url)).toEqual([two]);
  });

  test('of an unknown address is plain, and the address is told', () => {
    const { text, weaver } = woven('One is.', ['INSERT 1: A [[x]]((https://evil.example)) b.']);
    expect(text).toBe('One is. A x b.');
    expect(weaver.unknownUrls()).toEqual(['https://evil.example']);
  });
});

describe('a replacement', () => {
  const content = 'One is here. Two is there. Three is far.';

  test('takes the place of its sentence, with what is inserted behind it', () => {
    expect(woven(content, ['REPLACE 2: Two [[moved]]((L1)).', 'INSERT 2: Then [[sat]]((L2)).']).text).toBe(
      `One is here. Two [[moved]]((${one})). Then [[sat]]((${two})). Three is far.`,
    );
  });

  test('counts once a sentence', () => {
    const { text, dropped } = woven(content, ['REPLACE 2: A.', 'REPLACE 2: B.'], 'experimental');
    expect(text).toBe('One is here. A. Three is far.');
    expect(dropped).toEqual(['too-many']);
  });

  test('becomes an addition where it holds the author’s sentence', () => {
    const { text, weaver } = woven(content, ['REPLACE 2: Two is there. And [[more]]((L1)).'], 'safe');
    expect(text).toBe(`One is here. Two is there. And [[more]]((${one})). Three is far.`);
    expect(weaver.edits().every(({ start, end }) => start === end)).toBe(true);
  });

  test('is dropped in safe', () => {
    const { text, dropped } = woven(content, ['REPLACE 2: Two [[moved]]((L1)).'], 'safe');
    expect({ text, dropped }).toEqual({ text: content, dropped: ['not-safe'] });
  });

  test('beyond the number that is allowed gives its sentences with links', () => {
    const { text, dropped } = woven(content, [
      'REPLACE 1: One [[x]]((L1)).',
      'REPLACE 3: Three is gone. Take [[y]]((L2)).',
      'REPLACE 2: No.',
    ]);
    expect(text).toBe(`One [[x]]((${one})). Two is there. Three is far. Take [[y]]((${two})).`);
    expect(dropped).toEqual(['too-many']);
  });

  test('of a heading, code or a sentence with a link is none', () => {
    const { text, dropped } = woven(
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

describe('a whole text', () => {
  function taken(content: string, text: string, version: VersionName) {
    const weaver = weaverOf(content, version);
    weaver.takeText(text, 'model');
    return { text: applyEdits(content, weaver.edits()), weaver };
  }

  test('may change sentences, but no heading, code or link', () => {
    const content = '# Top\n\nSee [it](a) here. Two is there now.\n\n```\nx\n```\n';
    const text = `# Best\n\nSee [them](b) here. Two was there then, [[yes]]((L1)).\n\n\`\`\`\ny\n\`\`\`\n`;
    expect(taken(content, text, 'experimental').text).toBe(
      content.replace('Two is there now.', `Two was there then, [[yes]]((${one})).`),
    );
  });

  test('leaves a tag of HTML alone behind a backslash', () => {
    expect(taken('<p>In C:\\</p>', '<p>In D: now', 'experimental').text).toMatch(/<\/p>$/u);
  });

  test('in safe adds only', () => {
    const content = 'One is here. Two is there.\n';
    const { text, weaver } = taken(
      content,
      `One was here. So [[x]]((${one})). Two is [[there]]((L2)).`,
      'safe',
    );
    expect(text).toBe(`One is here. So [[x]]((${one})). Two is [[there]]((${two})).\n`);
    expect(weaver.dropped()).toEqual([{ reason: 'not-safe', text: 'One was here.' }]);
    expect(weaver.missing()).toEqual([]);
  });

  test.each([
    ['I had a good day.', 'I had <a onmouseover=alert(1) good day.'],
    ['I know 1 < 2 since long.', 'I know 1 <b 2 since long.'],
    ['Is 1 < 2? Yes, it is.', 'Is 1 < 2? <Yes, it is.'],
  ])('makes no tag of the author’s words or signs: %s', (content, text) => {
    for (const version of versionNames) {
      const html = taken(`<p>${content}</p>`, `<p>${text}</p>`, version).text;
      expect(html.match(/<[a-z/!?][^>]*>?/gi)).toEqual(['<p>', '</p>']);
    }
  });

  test('links each link once, and no other address', () => {
    const answer = `One. [[a]]((L1)). [[b]]((L1)). [[c]]((https://evil.example)).`;
    const { text, weaver } = taken('One.', answer, 'exploratory');
    expect(text).toBe(`One. [[a]]((${one})). b. c.`);
    expect(weaver.unknownUrls()).toEqual(['https://evil.example']);
  });

  test('links each link once where markup stands within markup', () => {
    const content = 'One is here. Two is there.';
    for (const nested of [
      `[[[[here]]((L1))]]((${one}))`,
      `[[[here](${one})]]((L1))`,
      `${'[['.repeat(9)}here${']]((L1))'.repeat(9)}`,
    ]) {
      const text = content.replace('One', '[[One]]((L1))').replace('here', nested);
      for (const version of versionNames) {
        const made = readMarkup(taken(content, text, version).text, urls, { looseUrls: urls });
        expect(made.filter(({ type }) => type !== 'text').length).toBeLessThanOrEqual(1);
      }
    }
  });

  test('of a part stands in its part', () => {
    const content = 'One is. Two is.\n\nThree is. Four is.';
    const weaver = weaverOf(content, 'safe');
    weaver.takeText(`Three is. A [[x]]((${one})). Four is.`, 'model', { start: 17, end: content.length });
    expect(applyEdits(content, weaver.edits())).toBe(content.replace('Four', `A [[x]]((${one})). Four`));
  });
});
