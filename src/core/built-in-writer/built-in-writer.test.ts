import { describe, expect, test } from 'vitest';

import { writeReply, writeVersions, type Version } from '#provider/write-versions.ts';
import { checkEdits } from '#core/report/test-check-edits.ts';
import { documentOf } from '#core/document/document.ts';
import { generateBuiltIn } from '#core/generation/draft.ts';
import type { GenerationStep } from '#core/generation/finished-generation.ts';
import { testClient, testJob, visibleText } from '#core/generation/test-job.ts';
import type { OnlyVersion } from '#core/generation/writing-job.ts';
import type { ChosenLink, LinkToWeave } from '#core/links/link.ts';
import { writeMarkup } from '#core/links/link-markup.ts';
import { readReply } from '#core/reply/test-events.ts';
import { applyEdits, isWordless, type Edit } from '#core/edits/edit.ts';
import { numberSentences } from '#core/prompt/numbered-text.ts';
import { versionNames } from '#core/edits/version-names.ts';
import { corpusCases } from '#provider/corpus/corpus-cases.ts';

import { pointAtLinks } from './point-at-links.ts';

const texts = corpusCases.map((entry) => ({ ...entry, name: `${entry.id} ${entry.title}` }));

function choose(links: readonly LinkToWeave[]): ChosenLink[] {
  return links.map((link, index) => ({ ...link, id: `link-${index}`, integrations: 1 }));
}

function reportOf(content: string, links: readonly ChosenLink[]) {
  const [safe = [], exploratory = [], experimental = []] = writeVersions(content, links).map(
    ({ edits }) => edits,
  );
  return checkEdits(content, { safe, exploratory, experimental }, links).report;
}

function splice(content: string, { edits }: Version): string {
  return applyEdits(content, edits);
}

/** Removes the additions from a version and the links from the author's words, from left to right. */
function withoutEdits(text: string, { edits }: Version, links: readonly ChosenLink[]): string {
  let rest = '';
  let from = 0;
  for (const edit of edits) {
    const at = text.indexOf(edit.text, from);
    expect(at).toBeGreaterThanOrEqual(0);
    rest += text.slice(from, at) + (isAddition(edit) ? '' : anchorOf(edit.text, links));
    from = at + edit.text.length;
  }
  return rest + text.slice(from);
}

const isAddition = ({ start, end }: Edit) => start === end;

function anchorOf(addition: string, links: readonly ChosenLink[]): string {
  for (const { url } of links) {
    const end = addition.indexOf(`]]((${url}))`);
    if (end >= 0) return addition.slice(addition.lastIndexOf('[[', end) + 2, end);
  }
  return '';
}

/** Returns an addition without the words of the descriptions. */
function templateOf(addition: string, links: readonly ChosenLink[]): string {
  let text = addition.replaceAll(/\s+/g, ' ');
  for (const { url, description } of links) {
    const anchor = anchorOf(addition, [{ url, description, id: '', integrations: 1 }]);
    if (anchor === '') continue;
    const own = new Set(`${description} ${anchor}`.toLowerCase().match(/[\p{L}\p{N}]+/gu));
    text = text.replace(writeMarkup(anchor, url), '#');
    text = text.replaceAll(/[\p{L}\p{N}]+/gu, (word) =>
      own.has(word.toLowerCase()) && word.length > 3 ? '#' : word,
    );
  }
  return text.replaceAll(/(?:\b(?:an?|the|eine?|una?)\b )?[#,\s-]*#[#,\s-]*/g, ' # ').trim();
}

test('whether a passage is about a link does not depend on the other links', () => {
  const content =
    'After ten years of ready meals I started to cook again this spring.\n\n' +
    'I cut the vegetables before I light the stove. I taste everything twice, and I clean the board while the rice is on.\n\n' +
    'By summer I cooked for friends.';
  const board = { url: 'https://board.example', description: 'End-grain cutting board made of oak' };
  const knife = { url: 'https://shop.example', description: 'Santoku knife for vegetables and herbs' };
  const placed = [[board], [board, knife]].map(
    (links) => writeVersions(content, choose(links))[0]?.edits[0]?.text ?? '',
  );
  expect(placed).toEqual([placed[1], placed[1]]);
});

describe.each(texts)('$name', ({ content, links }) => {
  const chosen = choose(links);
  const reply = writeReply(content, chosen);
  const versions = writeVersions(content, chosen);
  const read = readReply(reply, content);
  const report = reportOf(content, chosen);

  test('the reply reads back as three versions of the text with additions', () => {
    expect(versions.map((version) => version.name)).toEqual(versionNames);
    for (const version of versions) expect(read[version.name].trim()).toBe(splice(content, version).trim());
  });

  test('the check finds every link woven once in every version, and nothing unknown', () => {
    for (const name of versionNames) {
      expect(report[name].links.map((link) => link.status)).toEqual(chosen.map(() => 'woven'));
      expect(report[name].unknownUrls).toEqual([]);
    }
  });

  test('without its edits, a version is the text byte for byte', () => {
    for (const version of versions)
      expect(withoutEdits(splice(content, version), version, chosen)).toBe(content);
  });

  test('safe adds one sentence per link and the others one or two', () => {
    const counts = versions.map(({ edits }) => edits.map(({ text }) => sentenceCount(text, chosen)));
    expect(counts[0]).toEqual(chosen.map(() => 1));
    for (const count of counts.flat()) expect([1, 2]).toContain(count);
  });

  test('each anchor has two to four words', () => {
    for (const { edits } of versions) {
      for (const { text } of edits) {
        const words = anchorOf(text, chosen).split(/\s+/u);
        expect(words.length).toBeGreaterThanOrEqual(2);
        expect(words.length).toBeLessThanOrEqual(4);
      }
    }
  });

  test('no version has a sentence template twice', () => {
    for (const { edits } of versions) {
      const templates = edits.filter(isAddition).map(({ text }) => templateOf(text, chosen));
      expect(new Set(templates).size).toBe(templates.length);
    }
  });

  test('the versions differ in wording', () => {
    const [safe, exploratory, experimental] = versions.map((version) => splice(content, version));
    expect(new Set([safe, exploratory, experimental]).size).toBe(3);
  });

  test('the same job gives the same reply', () => {
    expect(writeReply(content, chosen)).toBe(reply);
  });
});

function sentenceCount(addition: string, links: readonly ChosenLink[]): number {
  let text = addition.replaceAll(/<\/?p>/g, '');
  for (const { url } of links) text = text.replace(`((${url}))`, '');
  return text
    .trim()
    .split(/[.?!](?:\s+|$)/)
    .filter(Boolean).length;
}

describe('original sentences', () => {
  test.each(texts)('of $name are all in every version', ({ content, links }) => {
    const chosen = choose(links);
    const report = reportOf(content, chosen);
    for (const name of versionNames) expect(report[name].sentencesKept).toBe(report[name].sentencesTotal);
  });
});

async function generated(content: string, links: readonly LinkToWeave[], only?: OnlyVersion) {
  const job = testJob(content, links, {
    terms: { model: null, protocol: null },
    ...(only && { only }),
  });
  const steps: GenerationStep[] = [];
  const client = testClient(async function* () {});
  for await (const step of generateBuiltIn(job, client)) steps.push(step);
  const result = steps.at(-1);
  if (result?.type !== 'result') throw new Error('There is no result.');
  return { steps, generation: result.generation };
}

const garden = 'The pots stand on the balcony.\n\nTomatoes need a deep pot and much water. They grow fast.\n';
const pot = { url: 'https://a.example/pot', description: 'Deep pot for tomatoes, with a saucer' };
const course = { url: 'https://a.example/tax', description: 'Online course on income tax' };

describe('a generation', () => {
  test('yields edits that add up to its result', async () => {
    const { steps, generation } = await generated(garden, [pot]);
    for (const name of versionNames) {
      const told = steps.flatMap((step) =>
        step.type === 'version-edit' && step.version === name ? [step.edit] : [],
      );
      expect(told).toEqual(generation.edits[name]);
      expect(told).toMatchObject([{ by: 'built-in' }]);
    }
  });

  test('only offers a link without a fitting passage in safe, and adds it at the end of the others', async () => {
    const { generation } = await generated(garden, [pot, course]);
    expect(generation.edits.safe).toHaveLength(1);
    const [, offered] = generation.report.safe.links;
    expect(offered).toMatchObject({ status: 'missing', offer: { start: garden.trimEnd().length } });
    expect(offered?.offer?.text).toContain('[[Online course]]((https://a.example/tax)) on income tax.');
    for (const name of ['exploratory', 'experimental'] as const)
      expect(generation.edits[name].at(-1)).toMatchObject({ start: garden.trimEnd().length });
  });

  test.each(versionNames)('writes only the %s version, in other words each time', async (version) => {
    const avoid: string[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      const { generation } = await generated(garden, [pot], { version, avoid });
      const [edit] = generation.edits[version];
      const words = visibleText(edit?.text ?? '', [pot]).trim();
      expect(avoid).not.toContain(words);
      avoid.push(words);
    }
  });

  test('takes many steps if the text is long', () => {
    const document = documentOf(garden.repeat(300));
    const versions = [{ name: 'safe', links: choose([pot]), edits: [] }] as const;
    const numbered = numberSentences(document);
    const steps = pointAtLinks({ document, numbered, versions, avoid: [] });
    let count = 0;
    while (steps.next().done !== true) count += 1;
    expect(count).toBeGreaterThan(10);
  });
});

test.each([
  ['My prompt was:\n\n> Give me a deep pot for tomatoes.\n\nIt did.\n', 'My prompt was:'],
  ['We bought the deep pot for tomatoes;\n\nit is good and it is hot.\n', 'for tomatoes;'],
  ['The deep pot for tomatoes has these parts\n\n- The lid\n- the pot\n', 'these parts'],
  ['We have it.\n\n<!-- a deep pot for tomatoes\n', '<!-- a deep pot for tomatoes'],
  ['He said:--\n\n"Tomatoes need a deep pot."\n\nThat was all.\n', 'He said:--'],
])('nothing is added behind words that introduce the next', async (content, leading) => {
  const { generation } = await generated(content, [pot]);
  for (const name of versionNames)
    for (const { start } of generation.edits[name])
      expect(content.slice(0, start).trimEnd().endsWith(leading)).toBe(false);
});

test('an addition that fits a list is behind it', async () => {
  const content = 'What I need:\n\n- a deep pot for tomatoes\n- water\n\nAnd time.\n';
  const { generation } = await generated(content, [pot]);
  for (const name of ['exploratory', 'experimental'] as const)
    expect(generation.versions[name]).toMatch(/- water\n\n\S[^\n]*: \[\[Deep pot\]\]/u);
  expect(generation.versions.safe).toContain(`- a [[deep pot]]((${pot.url})) for tomatoes\n`);
});

test.each([
  ['of text', 'גינה קטנה במרפסת עם השקיה בטפטוף.', true],
  ['of HTML', '<p>גינה קטנה במרפסת עם השקיה בטפטוף.</p>', true],
  ['behind an open sentence', 'Сад на балконе с поливом', true],
  ['in a language with forms', 'The bread is on the table and you have to wait for it.', false],
])('an addition %s is recognized as one without a sentence: %s, %s', (_, content, isKnown) => {
  const versions = writeVersions(content, choose([{ url: 'https://a.example/', description: 'השקיה' }]));
  const edits = versions.flatMap((version) => version.edits);
  expect(edits).toHaveLength(3);
  expect(edits.map(isWordless)).toEqual([isKnown, isKnown, isKnown]);
});

test.each([
  ['גינה קטנה במרפסת.', 'השקיה', '← [[השקיה]]'],
  ['حديقة صغيرة في الشرفة.', 'سقي بالتنقيط', '← [[سقي بالتنقيط]]'],
  ['<p>גינה <b>קטנה</b> במרפסת.</p>', 'השקיה', '← [[השקיה]]'],
  ['<p>&nbsp;גינה במרפסת. אני אוהב את הגינה.</p>', 'גינה גדולה', '← [[גינה גדולה]]'],
  ['<p><b>גינה</b> במרפסת. אני Drip אוהב את הגינה.</p>', 'Drip kit', '← [[Drip kit]]'],
  ['Сад на балконе.', 'Drip kit', '→ [[Drip kit]]'],
])('in %s, the mark before %s points at it', (content, description, words) => {
  const links = choose([{ url: 'https://a.example/', description }]);
  const exploratory = writeVersions(content, links).find(({ name }) => name === 'exploratory');
  expect(exploratory?.edits.map(({ text }) => text)).toEqual([expect.stringContaining(words)]);
  expect(exploratory?.edits.every(isWordless)).toBe(true);
});

test.each(['https://a.example/@@x@@', 'https://a.example/?p=======', 'https://a.example/@@@@'])(
  'the URL %s is woven, though it contains marks of the protocol',
  (url) => {
    const links = choose([{ url, description: 'Bread knife' }]);
    for (const { edits } of writeVersions('Bread is cut here. It is fresh.', links))
      expect(edits.map(({ text }) => text).join('')).toContain(`((${url}))`);
  },
);

test('a note behind a full stop gets no second one', () => {
  const content = 'I run each week in my shoes, which are old.[^1]\n\n[^1]: Note.\n\n# End\n';
  const links = choose([{ url: 'https://a.example/', description: 'Running shoes for wide feet' }]);
  for (const version of writeVersions(content, links))
    expect(splice(content, version)).not.toContain('.[^1].');
});

test('a link that fits gets an opening, however many that do not fit come before it', () => {
  const content = 'We hiked in the rain all day, and the rucksack was wet when we came to the hut.';
  const others = Array.from({ length: 9 }, (_, at) => ({
    url: `https://a.example/${at}`,
    description: `Sofa ${at}`,
  }));
  const cover = {
    url: 'https://a.example/cover',
    description: 'Waterproof rucksack cover for hiking in the rain',
  };
  const [safe] = writeVersions(content, choose([...others, cover]));
  expect(safe?.edits.find(({ text }) => text.includes('cover'))?.text).toMatch(/\p{L}: \[\[/u);
});
