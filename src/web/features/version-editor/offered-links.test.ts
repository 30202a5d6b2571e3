import { expect, test } from 'vitest';

import { applyEdits, type Edit } from '#core/edits/edit.ts';
import type { LinkReport } from '#core/report/version-report.ts';
import { checkEditedVersion } from '#core/report/report.ts';

import { createEditedVersions } from './edited-version.ts';
import { createEditorController } from './editor-controller.ts';
import { placesOf } from './offered-links.tsx';

const text = 'One stone fell. Two birds flew.';
const url = 'https://a.example/x';
const links = [{ id: 'x', url, description: 'A stone', integrations: 1 as const }];

function offered(start: number, end: number, words: string): Edit {
  return { id: '1', start, end, text: words, by: 'model' };
}

/** Returns the editor of a version whose only link was left out, with this offer. */
function begin(offer: Edit, status: LinkReport['status'], edits: readonly Edit[] = []) {
  const { report } = checkEditedVersion(text, edits, links);
  const noted = { ...report, links: report.links.map((link) => ({ ...link, status, offer })) };
  const each = <T>(value: T) => ({ safe: value, exploratory: value, experimental: value });
  const generation = {
    text,
    links,
    versions: each(applyEdits(text, edits)),
    edits: each(edits),
    report: each(noted),
    unfinished: [],
    usage: null,
  };
  const original = { generation, version: 'exploratory', edits, report: noted } as const;
  const version = createEditedVersions()(original);
  const editor = createEditorController(version);
  return {
    version,
    place: () => placesOf(editor).get('x'),
    written: () => applyEdits(text, version.get().shown.edits),
  };
}

const sentence = offered(15, 15, ` See the [[stone]]((${url})).`);

test.each([
  ['a sentence', sentence, `One stone fell. See the [[stone]]((${url})). Two birds flew.`],
  [
    'a clause',
    offered(9, 9, ` (a [[slab]]((${url})))`),
    `One stone (a [[slab]]((${url}))) fell. Two birds flew.`,
  ],
  [
    "a link on the author's words",
    offered(4, 9, `[[stone]]((${url}))`),
    `One [[stone]]((${url})) fell. Two birds flew.`,
  ],
])('%s is put in by one press, and Undo takes it back', (_kind, offer, after) => {
  const { version, place, written } = begin(offer, 'skipped');
  place()?.();
  expect(written()).toBe(after);
  expect(version.get().shown.report.links).toMatchObject([{ status: 'woven', times: 1 }]);
  expect(place()).toBeUndefined();
  version.act({ type: 'undo' });
  expect(written()).toBe(text);
  expect(place()).toBeDefined();
});

test('a link that the user takes out again is put back, not placed', () => {
  const { version, place } = begin(sentence, 'skipped');
  place()?.();
  const [edit] = version.get().shown.edits;
  if (edit !== undefined) version.act({ type: 'edit-remove', edit });
  expect(version.get().shown.report.links).toMatchObject([{ status: 'skipped' }]);
  expect(place()).toBeUndefined();
});

test('a link on words that another edit has changed has no place, and a missing link is no link left out', () => {
  const changed = { ...offered(0, 15, 'A rock fell.'), id: '2' };
  expect(begin(offered(4, 9, `[[stone]]((${url}))`), 'skipped', [changed]).place()).toBeUndefined();
  expect(begin(sentence, 'missing').place()).toBeUndefined();
});
