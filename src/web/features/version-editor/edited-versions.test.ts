import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { checkEditedVersion } from '#core/report/check-edits.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import { writeVersions } from '#provider/write-versions.ts';
import { applyEdits, type Edit } from '#core/edits/edit.ts';
import { versionNames, type VersionName } from '#core/edits/version.ts';

import { createEditedVersions, type EditedVersions } from './edited-versions.ts';
import { replacementFor, otherWordings } from './wordings.ts';

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
  const original = writeVersions(text, links).find((one) => one.name === version);
  return [...(original?.edits ?? [])];
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
  const original = {
    generation,
    version,
    edits: generation.edits[version],
    report: generation.report[version],
  };
  return { versions: createEditedVersions(), generation, original };
}

function firstOf<Item>([first]: readonly Item[]): Item {
  if (first === undefined) throw new Error('There is none.');
  return first;
}

function shownText({ of }: EditedVersions, original: Parameters<EditedVersions['of']>[0]): string {
  return applyEdits(text, of(original).get().shown.edits);
}

test('a removed link is missing in the report, and the rest of the version is the same to the byte', () => {
  const { versions, original } = begin('safe');
  const [first] = original.edits;
  expect(first !== undefined && versions.act(original, { type: 'edit-remove', edit: first })).toBe(true);
  const { shown, isUnchanged } = versions.of(original).get();
  expect(isUnchanged).toBe(false);
  expect(shown.report.links.map(({ status }) => status).toSorted()).toEqual(['missing', 'woven']);
  expect(shownText(versions, original)).toBe(applyEdits(text, original.edits.slice(1)));
  expect(versions.act(original, { type: 'undo' })).toBe(true);
  expect(versions.of(original).get().shown.report).toBe(original.report);
});

test('the report is the same as that of a generated version with these edits', () => {
  const { versions, original } = begin('exploratory');
  const [first] = original.edits;
  if (first !== undefined) versions.act(original, { type: 'edit-remove', edit: first });
  const { shown } = versions.of(original).get();
  expect(shown.report).toEqual(checkEditedVersion(text, shown.edits, links).report);
  expect(new Set(shown.report.links.map(({ by }) => by))).toEqual(new Set(['built-in', null]));
});

test('a wording of another version takes the place of the edit', () => {
  const { versions, original, generation } = begin('safe');
  const edit = firstOf(original.edits);
  const wording = firstOf(otherWordings(edit, generation, 'safe', []));
  expect(wording.from).not.toBe('safe');
  const to = replacementFor(
    edit,
    wording.edit,
    versions.of(original).get().history,
    versions.passages(generation),
  );
  expect(versions.act(original, { type: 'edit-change', edit, to: to === null ? [] : [to] })).toBe(true);
  const [changed] = versions.of(original).get().shown.edits;
  expect(changed).toMatchObject({ id: edit.id, start: edit.start, end: edit.end });
  expect(changed?.text).toContain(wording.words);
});

test('safe refuses a wording that replaces a sentence of the author, exploratory takes it at that sentence', () => {
  const all = { ...edits, experimental: [replaced] };
  const forVersion = (version: VersionName) => {
    const { versions, original, generation } = begin(version, all);
    const edit = firstOf(original.edits.filter((one) => one.text.includes('/stone?tag=a')));
    const wordings = otherWordings(edit, generation, version, []);
    const wording = firstOf(wordings.filter(({ from }) => from === 'experimental'));
    return replacementFor(
      edit,
      wording.edit,
      versions.of(original).get().history,
      versions.passages(generation),
    );
  };
  expect(forVersion('safe')).toBeNull();
  expect(forVersion('exploratory')).toMatchObject({ start: replaced.start, end: replaced.end });
});

test('an added wording restores the sentence of the author that the link had replaced', () => {
  const all = { ...edits, experimental: [replaced] };
  const { versions, original, generation } = begin('experimental', all);
  const wordings = otherWordings(replaced, generation, 'experimental', []);
  const wording = firstOf(wordings.filter(({ from }) => from === 'safe'));
  const passages = versions.passages(generation);
  const to = replacementFor(replaced, wording.edit, versions.of(original).get().history, passages);
  const isDone = versions.act(original, { type: 'edit-change', edit: replaced, to: to === null ? [] : [to] });
  expect(isDone).toBe(true);
  expect(versions.of(original).get().shown.edits.map(passages.isAddition)).toEqual([true]);
  expect(shownText(versions, original)).toContain(text.slice(replaced.start, replaced.end));
});

test("a link around the author's own words is allowed in safe, changes no word, and can be removed", () => {
  const { versions, original } = begin('safe');
  const start = text.indexOf('long knife');
  const laid = {
    id: 'l',
    start,
    end: start + 'long knife'.length,
    text: '[[long knife]]((https://shop.example/knife))',
    by: 'model',
  } as const;
  const knife = firstOf(original.edits.filter((one) => one.text.includes('/knife')));
  expect(versions.passages(original.generation).isAddition(laid)).toBe(false);
  expect(versions.act(original, { type: 'edit-change', edit: knife, to: [laid] })).toBe(true);
  const { shown } = versions.of(original).get();
  expect(shown.report).toMatchObject({ wordsChanged: 0, sentencesKept: original.report.sentencesTotal });
  expect(shown.report.links.map(({ status }) => status)).toEqual(['woven', 'woven']);
  expect(versions.act(original, { type: 'edit-remove', edit: laid })).toBe(true);
  expect(shownText(versions, original)).toBe(
    applyEdits(
      text,
      original.edits.filter((one) => one !== knife),
    ),
  );
});

test('an edit counts as moved until the user moves or removes it', () => {
  const { versions, generation } = begin('safe');
  const ids = generation.edits.safe.map(({ id }) => id);
  const report = { ...generation.report.safe, moved: ids };
  const moved = { ...generation, report: { ...generation.report, safe: report } };
  const original = { generation: moved, version: 'safe', edits: moved.edits.safe, report } as const;
  const [first, second] = original.edits;
  if (first === undefined || second === undefined) throw new Error('There are two edits.');
  versions.act(original, { type: 'edit-remove', edit: first });
  expect(versions.of(original).get().shown.report.moved).toEqual([second.id]);
  const passages = versions.passages(moved);
  const passage = firstOf(passages.fitFor(second).filter(({ offset }) => offset !== second.start));
  versions.act(original, { type: 'edit-change', edit: second, to: [passages.set(second, passage)] });
  expect(versions.of(original).get().shown.report.moved).toEqual([]);
});

test('an edit with a link that nobody chose is refused', () => {
  const { versions, original } = begin('safe');
  const foreign = ' See [[this]]((https://elsewhere.example)).';
  const edit = { id: 'x', start: text.length, end: text.length, text: foreign, by: 'user' } as const;
  expect(versions.act(original, { type: 'edit-add', edit })).toBe(false);
  expect(versions.of(original).get().shown).toBe(original);
});

test('wherever an addition moves, every other byte stays, and undo restores it', () => {
  fc.assert(
    fc.property(fc.constantFrom(...versionNames), fc.nat(), fc.nat(), (version, which, where) => {
      const { versions, original, generation } = begin(version);
      const addition = firstOf(original.edits.slice(which % original.edits.length));
      const passages = versions.passages(generation);
      expect(passages.isAddition(addition)).toBe(true);
      const fit = passages.fitFor(addition);
      const passage = firstOf(fit.slice(where % fit.length));
      const moved = passages.set(addition, passage);
      const before = shownText(versions, original);
      const isMoved = versions.act(original, { type: 'edit-change', edit: addition, to: [moved] });
      const others = original.edits.filter((edit) => edit !== addition);
      const { shown } = versions.of(original).get();
      expect(others.every((edit) => shown.edits.includes(edit))).toBe(true);
      expect(
        applyEdits(
          text,
          shown.edits.map((edit) => ({ ...edit, text: '' })),
        ),
      ).toBe(text);
      expect(shown.report.links.every(({ status }) => status === 'woven')).toBe(true);
      if (isMoved) versions.act(original, { type: 'undo' });
      expect(shownText(versions, original)).toBe(before);
    }),
  );
});
