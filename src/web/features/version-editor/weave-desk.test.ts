import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { checkEditedVersion } from '#core/report/check-edits.ts';
import type { FinishedGeneration } from '#core/generation/generation.ts';
import { writeVersions } from '#provider/write-versions.ts';
import { applyEdits } from '#core/edits/apply-edits.ts';
import type { Edit } from '#core/edits/edit.ts';
import type { VersionName } from '#core/edits/version.ts';
import { versionNames } from '#core/edits/version.ts';

import { createWeaveDesk } from './weave-desk.ts';
import type { WeaveDesk } from './weave-desk.ts';
import { inStead, otherWordings } from './wordings.ts';

const text = [
  '# Bread at home',
  'Good bread needs time. A slow dough tastes better than a fast one. Weigh the flour with a scale.',
  'Knead the dough until it is smooth. A stone in the oven holds the heat. Bake until the crust is dark.',
  'Let the loaf rest. Cut it with a long knife. Eat it while it is fresh.',
].join('\r\n\r\n');
const links = [
  { id: 'stone', url: 'https://shop.example/stone?tag=a', description: 'Baking stone for the oven' },
  { id: 'knife', url: 'https://shop.example/knife', description: 'Bread knife with a long blade' },
].map((link) => ({ ...link, integrations: 1 as const }));

function editsOf(version: VersionName): Edit[] {
  const written = writeVersions(text, links).find((one) => one.name === version);
  return [...(written?.edits ?? [])];
}

function generationWith(edits: Readonly<Record<VersionName, readonly Edit[]>>): FinishedGeneration {
  const of = <T>(read: (version: VersionName) => T) => ({
    safe: read('safe'),
    exploratory: read('exploratory'),
    experimental: read('experimental'),
  });
  const versions = of((version) => applyEdits(text, edits[version]));
  const report = of((version) => checkEditedVersion(text, edits[version], links).report);
  return { text, links, versions, edits, report, unfinished: [], usage: null };
}

const edits = {
  safe: editsOf('safe'),
  exploratory: editsOf('exploratory'),
  experimental: editsOf('experimental'),
};
const replaced = {
  id: 'r',
  start: text.indexOf('A stone in'),
  end: text.indexOf(' Bake until'),
  text: 'A [[baking stone]]((https://shop.example/stone?tag=a)) in the oven holds the heat.',
  by: 'model',
} as const;

function begin(version: VersionName, all = edits) {
  const generation = generationWith(all);
  const written = {
    generation,
    version,
    edits: generation.edits[version],
    report: generation.report[version],
  };
  return { desk: createWeaveDesk(), generation, written };
}

function firstOf<Item>([first]: readonly Item[]): Item {
  if (first === undefined) throw new Error('There is none.');
  return first;
}

function shownText({ work }: WeaveDesk, written: Parameters<WeaveDesk['work']>[0]): string {
  return applyEdits(text, work(written).shown.edits);
}

test('a removed link is missing in the report, and its version is otherwise the same to the byte', () => {
  const { desk, written } = begin('safe');
  const [first] = written.edits;
  expect(first !== undefined && desk.act(written, { type: 'edit-remove', edit: first })).toBe(true);
  const { shown, isAsWritten } = desk.work(written);
  expect(isAsWritten).toBe(false);
  expect(shown.report.links.map(({ status }) => status).toSorted()).toEqual(['missing', 'woven']);
  expect(shownText(desk, written)).toBe(applyEdits(text, written.edits.slice(1)));
  expect(desk.act(written, { type: 'undo' })).toBe(true);
  expect(desk.work(written).shown.report).toBe(written.report);
});

test('the report is that of the text with the edits, as any version is checked', () => {
  const { desk, written } = begin('exploratory');
  const [first] = written.edits;
  if (first !== undefined) desk.act(written, { type: 'edit-remove', edit: first });
  const { shown } = desk.work(written);
  expect(shown.report).toEqual(checkEditedVersion(text, shown.edits, links).report);
  expect(new Set(shown.report.links.map(({ by }) => by))).toEqual(new Set(['built-in', null]));
});

test("another version's wording stands where the link stands here", () => {
  const { desk, written, generation } = begin('safe');
  const edit = firstOf(written.edits);
  const wording = firstOf(otherWordings(edit, generation, 'safe', []));
  expect(wording.from).not.toBe('safe');
  const to = inStead(edit, wording.edit, desk.work(written).state, desk.passages(generation));
  expect(desk.act(written, { type: 'edit-change', edit, to: to === null ? [] : [to] })).toBe(true);
  const [changed] = desk.work(written).shown.edits;
  expect(changed).toMatchObject({ id: edit.id, start: edit.start, end: edit.end });
  expect(changed?.text).toContain(wording.words);
});

test("safe takes no wording that is made of the author's own sentence, exploratory takes it at that sentence", () => {
  const all = { ...edits, experimental: [replaced] };
  const forVersion = (version: VersionName) => {
    const { desk, written, generation } = begin(version, all);
    const edit = firstOf(written.edits.filter((one) => one.text.includes('/stone?tag=a')));
    const wordings = otherWordings(edit, generation, version, []);
    const wording = firstOf(wordings.filter(({ from }) => from === 'experimental'));
    return inStead(edit, wording.edit, desk.work(written).state, desk.passages(generation));
  };
  expect(forVersion('safe')).toBeNull();
  expect(forVersion('exploratory')).toMatchObject({ start: replaced.start, end: replaced.end });
});

test('where the link stood in a sentence of the author, an added wording gives that sentence back', () => {
  const all = { ...edits, experimental: [replaced] };
  const { desk, written, generation } = begin('experimental', all);
  const wordings = otherWordings(replaced, generation, 'experimental', []);
  const wording = firstOf(wordings.filter(({ from }) => from === 'safe'));
  const passages = desk.passages(generation);
  const to = inStead(replaced, wording.edit, desk.work(written).state, passages);
  const isDone = desk.act(written, { type: 'edit-change', edit: replaced, to: to === null ? [] : [to] });
  expect(isDone).toBe(true);
  expect(desk.work(written).shown.edits.map(passages.isAddition)).toEqual([true]);
  expect(shownText(desk, written)).toContain(text.slice(replaced.start, replaced.end));
});

test("a link laid around the author's own words may stand in safe, changes no word, and gives them back", () => {
  const { desk, written } = begin('safe');
  const start = text.indexOf('long knife');
  const laid = {
    id: 'l',
    start,
    end: start + 'long knife'.length,
    text: '[[long knife]]((https://shop.example/knife))',
    by: 'model',
  } as const;
  const knife = firstOf(written.edits.filter((one) => one.text.includes('/knife')));
  expect(desk.passages(written.generation).isAddition(laid)).toBe(false);
  expect(desk.act(written, { type: 'edit-change', edit: knife, to: [laid] })).toBe(true);
  const { shown } = desk.work(written);
  expect(shown.report).toMatchObject({ wordsChanged: 0, sentencesKept: written.report.sentencesTotal });
  expect(shown.report.links.map(({ status }) => status)).toEqual(['woven', 'woven']);
  expect(desk.act(written, { type: 'edit-remove', edit: laid })).toBe(true);
  expect(shownText(desk, written)).toBe(
    applyEdits(
      text,
      written.edits.filter((one) => one !== knife),
    ),
  );
});

test('what stands elsewhere than the model named is so until the user moves it or takes it out', () => {
  const { desk, generation } = begin('safe');
  const ids = generation.edits.safe.map(({ id }) => id);
  const report = { ...generation.report.safe, moved: ids };
  const moved = { ...generation, report: { ...generation.report, safe: report } };
  const written = { generation: moved, version: 'safe', edits: moved.edits.safe, report } as const;
  const [first, second] = written.edits;
  if (first === undefined || second === undefined) throw new Error('There are two edits.');
  desk.act(written, { type: 'edit-remove', edit: first });
  expect(desk.work(written).shown.report.moved).toEqual([second.id]);
  const passages = desk.passages(moved);
  const passage = firstOf(passages.fitFor(second).filter(({ offset }) => offset !== second.start));
  desk.act(written, { type: 'edit-change', edit: second, to: [passages.set(second, passage)] });
  expect(desk.work(written).shown.report.moved).toEqual([]);
});

test('an edit that links to what nobody chose is refused', () => {
  const { desk, written } = begin('safe');
  const foreign = ' See [[this]]((https://elsewhere.example)).';
  const edit = { id: 'x', start: text.length, end: text.length, text: foreign, by: 'user' } as const;
  expect(desk.act(written, { type: 'edit-add', edit })).toBe(false);
  expect(desk.work(written).shown).toBe(written);
});

test('wherever an addition is moved, every other byte of the version stays, and undo brings it back', () => {
  fc.assert(
    fc.property(fc.constantFrom(...versionNames), fc.nat(), fc.nat(), (version, which, where) => {
      const { desk, written, generation } = begin(version);
      const addition = firstOf(written.edits.slice(which % written.edits.length));
      const passages = desk.passages(generation);
      expect(passages.isAddition(addition)).toBe(true);
      const fit = passages.fitFor(addition);
      const passage = firstOf(fit.slice(where % fit.length));
      const moved = passages.set(addition, passage);
      const before = shownText(desk, written);
      const isMoved = desk.act(written, { type: 'edit-change', edit: addition, to: [moved] });
      const others = written.edits.filter((edit) => edit !== addition);
      const { shown } = desk.work(written);
      expect(others.every((edit) => shown.edits.includes(edit))).toBe(true);
      expect(
        applyEdits(
          text,
          shown.edits.map((edit) => ({ ...edit, text: '' })),
        ),
      ).toBe(text);
      expect(shown.report.links.every(({ status }) => status === 'woven')).toBe(true);
      if (isMoved) desk.act(written, { type: 'undo' });
      expect(shownText(desk, written)).toBe(before);
    }),
  );
});
