import { describe, expect, test } from 'vitest';

import { readMarkup } from '#core/links/link-markup.ts';

import { applyEdits } from './edit.ts';
import { one, two, urls, builderOf, placeText } from './test-built-version.ts';
import { versionNames, type VersionName } from './version-names.ts';

describe('a whole text', () => {
  function taken(content: string, text: string, version: VersionName) {
    const builder = builderOf(content, version);
    placeText(builder, content, text);
    return { text: applyEdits(content, builder.edits()), builder };
  }

  test('may change sentences, but no heading, code or link', () => {
    const content = '# Top\n\nSee [it](a) here. Two is there now.\n\n```\nx\n```\n';
    const text = `# Best\n\nSee [them](b) here. Two was there then, [[yes]]((L1)).\n\n\`\`\`\ny\n\`\`\`\n`;
    expect(taken(content, text, 'experimental').text).toBe(
      content.replace('Two is there now.', `Two was there then, [[yes]]((${one})).`),
    );
  });

  test('does not change a tag of HTML behind a backslash', () => {
    expect(taken('<p>In C:\\</p>', '<p>In D: now', 'experimental').text).toMatch(/<\/p>$/u);
  });

  test.each([
    ['Take **the pan** along.', 'Take **the pan**((L1)) along.', `Take **[[the pan]]((${one}))** along.`],
    [
      `<p>See <a href="${one}">it</a>. Go.</p>`,
      `<p>See <a href="${one}">it</a>. Go. A <a href="${two}">pot</a> too.</p>`,
      `<p>See <a href="${one}">it</a>. Go. A [[pot]]((${two})) too.</p>`,
    ],
    [
      'See [it][L1].\n\n[L1]: /it',
      'See [it][L1]. Get [a pan][LL1].\n\n[L1]: /it',
      `See [it][L1]. Get [[a pan]]((${one})).\n\n[L1]: /it`,
    ],
  ])('brings links in other forms, and keeps those of the author: %s', (content, text, expected) => {
    expect(taken(content, text, 'safe').text).toBe(expected);
  });

  test('only adds text in safe', () => {
    const content = 'One is here. Two is there.\n';
    const { text, builder } = taken(
      content,
      `One was here. So [[more]]((${one})). Two is [[there]]((L2)).`,
      'safe',
    );
    expect(text).toBe(`One is here. So [[more]]((${one})). Two is [[there]]((${two})).\n`);
    expect(builder.dropped()).toEqual([{ reason: 'not-safe', text: 'One was here.' }]);
    expect(builder.missing()).toEqual([]);
  });

  test.each(['My Home Office', '## Conclusion', '**Final thoughts**', 'Title: My office'])(
    'does not bring a title that the author has not written: %s',
    (title) => {
      const content = 'One is here. Two is there.';
      const brought = `${title}\n\nOne is here. Two is there. So [[more]]((L1)).\n\n${title}`;
      for (const version of versionNames)
        expect(taken(content, brought, version).text).toBe(`${content} So [[more]]((${one})).`);
    },
  );

  test('brings no words of an image', () => {
    const content = 'One is here. Two is there.';
    const { text } = taken(content, `${content} ![A felt mat](mat.jpg) A [[mat]]((L1)) helps.`, 'safe');
    expect(text).toBe(`${content} A [[mat]]((${one})) helps.`);
  });

  test.each([
    ['I had a good day.', 'I had <a onmouseover=alert(1) good day.'],
    ['I know 1 < 2 since long.', 'I know 1 <b 2 since long.'],
    ['Is 1 < 2? Yes, it is.', 'Is 1 < 2? <Yes, it is.'],
  ])('does not form a tag from the author’s words or signs: %s', (content, text) => {
    for (const version of versionNames) {
      const html = taken(`<p>${content}</p>`, `<p>${text}</p>`, version).text;
      expect(html.match(/<[a-z/!?][^>]*>?/gi)).toEqual(['<p>', '</p>']);
    }
  });

  test('links each link once, and no other address', () => {
    const answer = `One. [[a]]((L1)). [[b]]((L1)). [[c]]((https://evil.example)).`;
    const { text, builder } = taken('One.', answer, 'exploratory');
    expect(text).toBe(`One. [[a]]((${one})). b. c.`);
    expect(builder.unknownUrls()).toEqual(['https://evil.example']);
  });

  test('does not report the author’s own address as unknown', () => {
    const content = '<p>One <a href="https://own.example/?a=1&amp;b=2">is</a> here. Two.</p>';
    const { builder } = taken(content, 'One [is](https://own.example/?a=1&b=2) here. Two.', 'safe');
    expect(builder.unknownUrls()).toEqual([]);
  });

  test('links each link once if markup is nested', () => {
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

  test('with very many links is compared in seconds', () => {
    const many = (sentence: string) => Array.from({ length: 2000 }, () => sentence).join(' ');
    const content = many('The bread was good.');
    const from = performance.now();
    placeText(builderOf(content, 'safe'), content, many('No [[cheese]]((L1)) is bad.'));
    expect(performance.now() - from).toBeLessThan(20_000);
  });

  test('of a part only changes its part', () => {
    const content = 'One is. Two is.\n\nThree is. Four is.';
    const builder = builderOf(content, 'safe');
    const text = `Three is. A [[x]]((${one})). Four is.`;
    placeText(builder, content, text, { span: { start: 17, end: content.length } });
    expect(applyEdits(content, builder.edits())).toBe(content.replace('Four', `A [[x]]((${one})). Four`));
  });
});
