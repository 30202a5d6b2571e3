import { expect, test } from 'vitest';

import { writeFromPrompt } from '#provider/write-from-prompt.ts';
import { ownCases } from '#provider/corpus/corpus-cases.ts';
import { ProblemError } from '#core/errors/problem-messages.ts';
import { applyEdits, orderEdits } from '#core/edits/edit.ts';
import { versionMarkers, versionNames } from '#core/edits/version-names.ts';

import type { GenerationStep } from './finished-generation.ts';
import type { GenerationClient, ModelPiece } from './generation-client.ts';
import type { CompletionRequest } from '#core/prompt/prompt.ts';
import type { WritingJob } from './writing-job.ts';
import { generate } from './generate.ts';
import { testClient, testJob, visibleText } from './test-job.ts';
import { tokensAtMost } from '#core/limits/tokens.ts';

async function collect(job: WritingJob, client: GenerationClient): Promise<GenerationStep[]> {
  const steps: GenerationStep[] = [];
  for await (const step of generate(job, client)) steps.push(step);
  return steps;
}

function resultOf(steps: readonly GenerationStep[]) {
  const last = steps.at(-1);
  if (last?.type !== 'result') throw new Error('There is no result.');
  return last.generation;
}

async function* say(...texts: readonly string[]): AsyncGenerator<ModelPiece> {
  yield { type: 'answer' };
  for (const text of await Promise.resolve(texts)) yield { type: 'text', text };
}

function sayAll(prompt: CompletionRequest['prompt']) {
  return say(
    writeFromPrompt([
      { role: 'system', content: prompt.system },
      { role: 'user', content: prompt.user },
    ]),
  );
}

test.each(ownCases)(
  'edits make all versions of $title, each link once, and safe keeps every word',
  async (fixture) => {
    const job = testJob(fixture.content, fixture.links);
    const steps = await collect(
      job,
      testClient(({ prompt }) => sayAll(prompt)),
    );
    const { versions, edits, report } = resultOf(steps);
    for (const name of versionNames) {
      expect(versions[name]).toBe(applyEdits(fixture.content, edits[name]));
      expect(report[name].links.map(({ status }) => status)).toEqual(job.links.map(() => 'woven'));
      const told = steps.flatMap((step) =>
        step.type === 'version-edit' && step.version === name ? [step.edit] : [],
      );
      expect(new Set(told)).toEqual(new Set(edits[name]));
    }
    for (const { start, end, text } of edits.safe.filter((edit) => edit.start < edit.end))
      expect(visibleText(text, fixture.links)).toBe(fixture.content.slice(start, end));
  },
);

const garden = [
  'The soil in our garden is heavy clay, and every spring it takes a week to dry.',
  'We dig compost into the beds before anything is sown.',
  '',
  'Watering is easier since we have rain barrels at both ends of the house.',
  'In July the tomatoes need a full can each evening.',
  '',
  'The fence along the lane was painted last autumn, and the gate still sticks. '.repeat(30).trim(),
].join('\n');
const compost = { url: 'https://shop.example/compost', description: 'Ripe compost for garden beds' };
const insurance = { url: 'https://shop.example/policy', description: 'Dental insurance abroad' };
const section = (edits: string) =>
  `VERSION: SAFE\n${edits}\nVERSION: INTERESTING\n${edits}\nVERSION: CRAZY\n${edits}\n`;

function asked(replies: readonly (string | Error)[]) {
  const requests: CompletionRequest[] = [];
  const client = testClient(async function* (request) {
    const reply = replies[requests.length] ?? '';
    requests.push(request);
    if (reply instanceof Error) throw reply;
    yield* say(reply);
    yield { type: 'usage', inputTokens: 100, outputTokens: 10 };
  });
  return { requests, client };
}

test('a missing link is asked for once more, in a call a quarter as long', async () => {
  const job = testJob(garden, [compost, insurance]);
  const first = section('INSERT 2: A sack of [[ripe compost]]((L1)) does.');
  const again = section('INSERT 3: Out there a [[dental policy]]((L2)) is wise.');
  const { client, requests } = asked([first, again]);
  const steps = await collect(job, client);
  const { report, usage } = resultOf(steps);
  expect(requests).toHaveLength(2);
  expect(requests[1]?.prompt.user).toContain('Dental insurance');
  expect(requests[1]?.prompt.user).not.toContain('Ripe compost');
  const [one, two] = requests.map((request) => Object.values(tokensAtMost(request)).reduce((a, b) => a + b));
  expect(two).toBeLessThanOrEqual((one ?? 0) / 4);
  for (const name of versionNames)
    expect(report[name].links.map(({ by }) => by)).toEqual(['model', 'repair']);
  expect(usage).toMatchObject({ inputTokens: 200, outputTokens: 20 });
  const outline = steps.map((step) => ('version' in step ? `${step.type} ${step.version}` : step.type));
  expect(outline.filter((step) => step === 'version-end safe')).toHaveLength(1);
  expect(outline.indexOf('version-end safe')).toBeGreaterThan(outline.lastIndexOf('version-edit safe'));
});

test.each([
  ['fails', new ProblemError('provider-unavailable')],
  ['says nothing of use', 'I am sorry.'],
  ['adds what nobody asked for', section('INSERT 1: And [[more compost]]((L1)).')],
])(
  'where the second call %s, the built-in writer fills in, and in safe offers what fits nowhere',
  async (_name, again) => {
    const job = testJob(garden, [compost, insurance]);
    const { client } = asked([section('INSERT 2: A sack of [[ripe compost]]((L1)) does.'), again]);
    const { report, edits, versions } = resultOf(await collect(job, client));
    expect(report.exploratory.links.map(({ by }) => by)).toEqual(['model', 'built-in']);
    expect(report.experimental.links.map(({ by }) => by)).toEqual(['model', 'built-in']);
    expect(report.safe.links[1]).toMatchObject({ status: 'missing', times: 0, by: null });
    const offer = report.safe.links[1]?.offer ?? null;
    if (offer === null) throw new Error('Nothing is offered.');
    expect(offer.text).toContain(insurance.url);
    expect(versions.safe).not.toContain(insurance.url);
    const forced = applyEdits(garden, orderEdits([...edits.safe, offer]));
    expect(forced).toContain(insurance.url);
  },
);

test.each([1, 2])(
  'of links with one URL, the missing one has the offer, if %i of them are written',
  async (times) => {
    const url = 'https://shop.example/p';
    const links = ["Chef's knife", 'Good pan'].map((description) => ({ url, description }));
    const content = 'I cook a lot at home. The pan is old and heavy.\n\nMy stove works.';
    const taken = times === 1 ? '(no edits)' : 'INSERT 3: Take a [[stove]]((L1)) home.';
    const { client } = asked([section(taken), new ProblemError('provider-unavailable')]);
    const { report, edits, versions } = resultOf(await collect(testJob(content, links), client));
    expect(edits.safe).toHaveLength(times);
    const offers = report.safe.links.map(({ status, offer }) => [status, offer?.text.includes(url)]);
    expect(offers).toEqual([['woven', undefined], times === 1 ? ['missing', true] : ['woven', undefined]]);
    expect(versions.safe).toContain('pan');
  },
);

test('in safe, a missing link that fits stands in a line at the end', async () => {
  const job = testJob(garden, [compost]);
  const { client } = asked([section('(no edits)'), new ProblemError('provider-unavailable')]);
  const { report, edits } = resultOf(await collect(job, client));
  expect(report.safe.links).toMatchObject([{ status: 'woven', by: 'built-in', offer: null }]);
  const text = `\n\nRelated: [[Ripe compost for garden beds]]((${compost.url})).`;
  expect(edits.safe).toMatchObject([{ start: garden.length, end: garden.length, text }]);
});

test('no repair call is made if its share is too small', async () => {
  const job = testJob(garden, [compost]);
  const dear = {
    ...job,
    parts: job.parts.map((part) => ({ ...part, prompt: { system: 'Edit.', user: 'Weave.' } })),
  };
  const { client, requests } = asked([section('(no edits)')]);
  const { report } = resultOf(await collect(dear, client));
  expect(requests).toHaveLength(1);
  expect(report.exploratory.links).toMatchObject([{ by: 'built-in' }]);
});

test('a generation that is stopped during the repair call ends with the finished versions', async () => {
  const job = testJob(garden, [compost]);
  const { client } = asked([section('(no edits)'), new ProblemError('stopped')]);
  await expect(collect(job, { ...client, isStopped: () => true })).rejects.toMatchObject({
    code: 'stopped',
    generation: { versions: { safe: garden, exploratory: garden, experimental: garden }, unfinished: [] },
  });
});

test('a request for one version asks for other words, and the other versions stay empty', async () => {
  const only = { version: 'exploratory', avoid: ['A sack of compost does.'] } as const;
  const job = testJob(garden, [compost], { only });
  const { client, requests } = asked(['INSERT 2: Our neighbour swears by [[ripe compost]]((L1)).']);
  const { versions, edits, unfinished } = resultOf(await collect(job, client));
  expect(requests[0]?.prompt.user).toContain('not: "A sack of compost does."');
  expect(edits.exploratory).toHaveLength(1);
  expect(versions.exploratory).toContain(compost.url);
  expect([versions.safe, versions.experimental, unfinished]).toEqual(['', '', []]);
});

test('edits behind an introduction are read, and the introduction is reported', async () => {
  const [fixture] = ownCases;
  if (fixture === undefined) throw new Error('There is no fixture.');
  const job = testJob(fixture.content, fixture.links.slice(0, 1));
  const talk = 'I read the text with care.';
  const reply = versionNames.map(
    (name) => `VERSION: ${versionMarkers[name]}\n${talk}\n\nINSERT 1: A [[good thing]]((L1)) to have.\n`,
  );
  const { versions, edits, report } = resultOf(
    await collect(
      job,
      testClient(() => say(reply.join(''))),
    ),
  );
  for (const name of versionNames) {
    expect(edits[name]).toHaveLength(1);
    expect(applyEdits(fixture.content, edits[name])).toBe(versions[name]);
    expect(versions[name]).not.toContain(talk);
    expect(report[name].links.map(({ by, status }) => ({ by, status }))).toEqual([
      { by: 'model', status: 'woven' },
    ]);
    expect(report[name].dropped).toEqual([{ reason: 'unreadable', text: talk }]);
  }
});

test('the message says so if a model writes whole texts and reaches its output limit', async () => {
  const job = testJob(garden, [compost]);
  const cut = (text: string) =>
    testClient(async function* () {
      yield* say(text);
      throw new ProblemError('provider-output-limit');
    });
  const first = `VERSION: SAFE\n${garden}\nVERSION: INTERESTING\nThe soil`;
  await expect(collect(job, cut(first))).rejects.toMatchObject({
    code: 'provider-output-limit',
    message: expect.stringContaining('WEAVE_PROTOCOL=rewrite'),
    generation: { unfinished: ['exploratory', 'experimental'] },
  });
  await expect(collect(job, cut('VERSION: SAFE\nThe soil is good.\nAnd'))).rejects.toThrow(
    'WEAVE_PROTOCOL=rewrite',
  );
  await expect(collect(job, cut('VERSION: SAFE\nINSERT 1: The'))).rejects.toThrow('shorten your text');
  const whole = testJob(garden, [compost], { terms: { protocol: 'rewrite' } });
  await expect(collect(whole, cut('VERSION: SAFE\nThe soil is good.\nAnd'))).rejects.not.toThrow(
    'WEAVE_PROTOCOL',
  );
});

test.each([
  ['an edit with new numbers', (at: number) => `INSERT ${at}: Rain barrels are a good thing to have.\n`],
  ['words within a line', () => 'and the gate still sticks, '],
])('a model that says the same again and again has its own message: %s', async (_, loop) => {
  const said = (times: number) =>
    testClient(async function* () {
      yield* say('VERSION: SAFE\n', Array.from({ length: times }, (__, at) => loop(at + 1)).join(''));
      throw new ProblemError('provider-output-limit');
    });
  const job = testJob(garden, [compost]);
  await expect(collect(job, said(100))).rejects.toMatchObject({
    code: 'provider-output-limit',
    message: expect.stringMatching(/^The AI model repeated itself/u),
  });
  await expect(collect(job, said(2))).rejects.not.toThrow('repeated');
});

test('half an edit is dropped, also if the repair call breaks off in it', async () => {
  const job = testJob(garden, [compost, insurance]);
  let calls = 0;
  const client = testClient(async function* () {
    calls += 1;
    if (calls === 1) return yield* say(section('INSERT 2: A sack of [[ripe compost]]((L1)) does.'));
    yield* say('VERSION: INTERESTING\nINSERT 3: A [[dental policy]]((L2)) is wise, for whoever');
    throw new ProblemError('provider-output-limit');
  });
  const { report, versions } = resultOf(await collect(job, client));
  expect(report.exploratory.links.map(({ by }) => by)).toEqual(['model', 'built-in']);
  expect(versions.exploratory).not.toContain('for whoever');
});
