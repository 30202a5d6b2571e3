import { describe, expect, test } from 'vitest';

import { writeVersions, type Version } from '#provider/write-versions.ts';
import { checkEdits } from '#core/report/test-check-edits.ts';
import { generateBuiltIn } from '#core/generation/draft.ts';
import type { GenerationStep } from '#core/generation/finished-generation.ts';
import { runTest, testJob, visibleText } from '#core/generation/test-job.ts';
import type { OnlyVersion } from '#core/prompt/prompt.ts';
import type { ChosenLink, LinkToWeave } from '#core/links/link.ts';
import { applyEdits, type Edit } from '#core/edits/edit.ts';
import { withoutColon } from '#core/edits/spots.ts';
import { versionNames } from '#core/edits/version-names.ts';
import { corpusCases } from '#provider/corpus/corpus-cases.ts';

import { formsFor } from './languages.ts';

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

test('where a link stands does not depend on the other links', () => {
  const content =
    'After ten years of ready meals I started to cook again this spring.\n\n' +
    'I cut the vegetables before I light the stove. I taste everything twice, and I clean the board while the rice is on.\n\n' +
    'By summer I cooked for friends.';
  const board = { url: 'https://board.example', description: 'End-grain cutting board made of oak' };
  const knife = { url: 'https://shop.example', description: 'Santoku knife for vegetables and herbs' };
  const [alone, both] = [[board], [board, knife]].map((links) =>
    writeVersions(content, choose(links))[1]?.edits.find(({ text }) => text.includes(board.url)),
  );
  expect(alone?.start).toBe(content.indexOf('\n\nBy summer'));
  expect(both?.start).toBe(alone?.start);
});

const wordsIn = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Returns the words of an addition that are neither words of these links nor of the language of the content. */
function foreignWords(addition: string, content: string, links: readonly ChosenLink[]): string[] {
  const { labels, headings, locale } = formsFor(content, links);
  const text = visibleText(addition, links).replaceAll(/<[^<>]*>/gu, '');
  const label = [...labels, ...headings].map(withoutColon).find((one) => text.includes(one)) ?? '';
  const joined = locale === '' ? '' : new Intl.ListFormat(locale).format(['1', '2']);
  const own = links.map(({ url, description }) => `${url} ${description}`);
  const known = new Set(wordsIn([joined, ...own].join(' ')));
  return wordsIn(text.replace(label, '')).filter((word) => !known.has(word));
}

describe.each(texts)('$name', ({ content, links }) => {
  const chosen = choose(links);
  const versions = writeVersions(content, chosen);
  const report = reportOf(content, chosen);

  test('the check finds every link woven once in every version, and nothing unknown', () => {
    expect(versions.map((version) => version.name)).toEqual(versionNames);
    for (const name of versionNames) {
      expect(report[name].links.map((link) => link.status)).toEqual(chosen.map(() => 'woven'));
      expect(report[name].unknownUrls).toEqual([]);
    }
  });

  test('without its edits, a version is the text byte for byte', () => {
    for (const version of versions)
      expect(withoutEdits(splice(content, version), version, chosen)).toBe(content);
  });

  test('no addition has other words than a label and those of the links', () => {
    for (const { text } of versions.flatMap(({ edits }) => edits.filter(isAddition)))
      expect(foreignWords(text, content, chosen)).toEqual([]);
  });

  test('no anchor loses the first word that names the thing', () => {
    const { small } = formsFor(content, chosen);
    for (const { text } of versions.flatMap(({ edits }) => edits.filter(isAddition)))
      for (const link of chosen) {
        const [words = '', anchor = ''] = [link.description, anchorOf(text, [link])].map((one) =>
          wordsIn(one).join(' '),
        );
        expect(words).toContain(anchor);
        const before = wordsIn(words.slice(0, words.indexOf(anchor)));
        expect(before.filter((word) => !small.has(word))).toEqual([]);
      }
  });

  test('all versions link the same words of the author', () => {
    const [safe, ...others] = versions.map(({ edits }) =>
      edits.filter((edit) => !isAddition(edit)).map(({ start, end, text }) => ({ start, end, text })),
    );
    for (const other of others) expect(other).toEqual(safe);
  });

  test('the same job gives the same edits', () => {
    expect(writeVersions(content, chosen)).toEqual(versions);
  });
});

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
  for await (const step of generateBuiltIn(job, runTest)) steps.push(step);
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
    expect(offered?.offer?.text).toBe('\n\n→ [[Online course on income tax]]((https://a.example/tax))');
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

test('words in an item of a list get the link', async () => {
  const content = 'What I need:\n\n- a deep pot for tomatoes\n- water\n\nAnd time.\n';
  const { generation } = await generated(content, [pot]);
  for (const name of versionNames)
    expect(generation.versions[name]).toBe(
      content.replace('deep pot for tomatoes', `[[deep pot for tomatoes]]((${pot.url}))`),
    );
});

test.each(['https://a.example/@@x@@', 'https://a.example/?p=======', 'https://a.example/@@@@'])(
  'the URL %s is woven, though it contains marks of the protocol',
  (url) => {
    const links = choose([{ url, description: 'Bread knife' }]);
    for (const { edits } of writeVersions('Bread is cut here. It is fresh.', links))
      expect(edits.map(({ text }) => text).join('')).toContain(`((${url}))`);
  },
);

test('a link that fits stands in the line, however many that do not fit come before it', async () => {
  const content = 'We hiked in the rain all day, and the rucksack was wet when we came to the hut.';
  const others = Array.from({ length: 9 }, (_, at) => ({
    url: `https://a.example/${at}`,
    description: `Sofa ${at}`,
  }));
  const cover = { url: 'https://a.example/cover', description: 'Waterproof cover for hiking in the rain' };
  const { generation } = await generated(content, [...others, cover]);
  expect(generation.versions.safe).toBe(
    `${content}\n\nRelated: [[Waterproof cover for hiking]]((https://a.example/cover)).`,
  );
  const offers = generation.report.safe.links.map(({ offer }) => offer?.text);
  expect(offers).toEqual([...others.map(({ url }, at) => `\n\n→ [[Sofa ${at}]]((${url}))`), undefined]);
});
