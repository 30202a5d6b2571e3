import { expect, test } from 'vitest';

import { parseDocument } from '#core/document/document.ts';
import { applyEdits } from '#core/edits/edit.ts';
import { versionMarkers, versionNames } from '#core/edits/version-names.ts';
import { relinkEdits } from '#core/relink/relink-edits.ts';
import { checkEditedVersion } from '#core/report/report.ts';

import { generateBuiltIn } from './draft.ts';
import { generate } from './generate.ts';
import type { ModelPiece } from './generation-client.ts';
import { runTask } from './long-tasks.ts';
import { prepareJob } from './prepare-job.ts';
import { testClient, testJob } from './test-job.ts';

const pan = 'https://shop.example/pan';
const own = `${pan}?ref=me`;
const tent = { id: '1', url: 'https://shop.example/tent?ref=me', description: 'A light tent' };
const covered = { id: '0', url: own, description: 'A cast iron [pan]' };
const content = `I fry eggs in [my pan](${pan}) and sleep outside. The [same pan](${pan}) is heavy.\n\nA tent keeps the rain off.`;
const relinks = [{ from: pan, url: own, source: { linkId: '0' } }];
async function* say(text: string): AsyncGenerator<ModelPiece> {
  yield { type: 'answer' };
  yield await Promise.resolve({ type: 'text' as const, text });
}

const exchanged = content.replaceAll(`(${pan})`, `(${own})`);

test('a relink covers its link, so only the others are requested, and the prompt says so', () => {
  const job = testJob(content, [covered, tent], { relinks });
  expect(job.parts.map(({ links }) => links.map(({ url }) => url))).toEqual([[tent.url]]);
  expect(job.covered.map(({ url }) => url)).toEqual([own]);
  const [prompt = ''] = job.parts.map((part) => part.prompt.user);
  expect(prompt).toContain('Links to these are already in the text: "A cast iron pan".');
  expect(testJob(content, [tent]).parts[0]?.prompt.user).not.toContain('already in the text');
});

test('if relinks cover all links, no model is asked, and each version has only them', async () => {
  const job = testJob(content, [covered], { relinks });
  expect(job.parts).toEqual([]);
  const steps = [];
  for await (const step of generateBuiltIn(job, async (task) => runTask(task))) steps.push(step);
  const last = steps.at(-1);
  if (last?.type !== 'result') throw new Error('There is no result.');
  for (const name of versionNames) {
    expect(last.generation.versions[name]).toBe(exchanged);
    expect(last.generation.report[name]).toMatchObject({
      links: [{ status: 'woven', times: 2, by: 'user' }],
      linksExchanged: 2,
      wordsChanged: 0,
      sentencesAdded: 0,
      sentencesRewritten: 0,
    });
  }
});

test('each version begins with the relinks, and a writer that adds the link again gets no second place', async () => {
  const answer = versionNames
    .map(
      (name) =>
        `VERSION: ${versionMarkers[name]}\n` +
        `LINK 3: [[tent]]((L2))\nINSERT 2: Take [[a pan]]((L1)).\nINSERT 2: Take [[a pan]]((${own})).\n`,
    )
    .join('');
  const steps = [];
  for await (const step of generate(
    testJob(content, [covered, tent], { relinks }),
    testClient(() => say(answer)),
  ))
    steps.push(step);
  const safe = steps.flatMap((step) =>
    step.type === 'version-edit' && step.version === 'safe' ? step.edit : [],
  );
  expect(safe.slice(0, 2).map(({ by, relink }) => [by, relink?.url])).toEqual([
    ['user', own],
    ['user', own],
  ]);
  expect(safe.slice(2).map(({ text }) => text)).toContain(`[[tent]]((${tent.url}))`);
  const last = steps.at(-1);
  if (last?.type !== 'result') throw new Error('There is no result.');
  for (const name of versionNames) {
    expect(last.generation.versions[name]).toContain('[[tent]]');
    expect(last.generation.report[name].links.map(({ status }) => status)).toEqual(['woven', 'woven']);
    expect(last.generation.versions[name].split(own)).toHaveLength(3);
  }
});

test('a version can be made of relinks alone', () => {
  const edits = relinkEdits(content, relinks);
  expect(applyEdits(content, edits)).toBe(exchanged);
  const { report } = checkEditedVersion(content, edits, []);
  expect(report).toMatchObject({ linksExchanged: 2, wordsChanged: 0, links: [] });
  expect(report.sentencesKept).toBe(
    parseDocument(content).blocks.flatMap(({ sentences }) => sentences).length,
  );
});

test('a link that is woven beside an exchanged one is repeated', () => {
  const [chosen] = prepareJob({ content, links: [covered] }, testJob(content, [covered]).terms).links;
  if (chosen === undefined) throw new Error('There is no link.');
  const at = content.length;
  const woven = { id: '9', start: at, end: at, text: ` Take [[a pan]]((${own})).`, by: 'model' } as const;
  const edits = [...relinkEdits(content, relinks), woven];
  expect(checkEditedVersion(content, edits, [chosen]).report.links[0]).toMatchObject({
    status: 'repeated',
    times: 3,
  });
});
