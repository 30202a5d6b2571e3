import { expect, test } from 'vitest';

import { limitsOf } from '#core/limits/known-models.ts';
import { estimateTokens, tokensAtMost } from '#core/limits/tokens.ts';
import { tokensOfJob, type WritingJob } from './writing-job.ts';
import { versionNames } from '#core/edits/version-names.ts';
import { ownCases } from '#provider/corpus/corpus-cases.ts';
import { writeFromPrompt } from '#provider/write-from-prompt.ts';

import type { FinishedGeneration } from './finished-generation.ts';
import { generate } from './generate.ts';
import { prepareJob } from './prepare-job.ts';
import { testClient, testJob } from './test-job.ts';
import type { CompletionRequest, OnlyVersion } from '#core/prompt/prompt.ts';
import type { ModelPiece } from './generation-client.ts';

const termsFor = (contextWindow: number) => ({
  protocol: 'sentences' as const,
  model: limitsOf('gemma3:4b', { contextWindow, outputLimit: null }),
});

const article =
  'We left at six. The kettle was on the stove, and the coffee came out sour again. Nobody complained. ' +
  'The road to the lake is long, and the tent was wet before noon. We ate bread and cold beans. ' +
  'At night the headlamp failed twice. In the morning the sun was out, and the bread knife was gone.';
const filler = Array.from(
  { length: 300 },
  (_, index) => `Day ${index} was like the day before it, only longer.`,
);
const long = [...filler.slice(0, 150), article, ...filler.slice(150)].join('\n\n').repeat(2);

const things = [
  'kettle for coffee',
  'tent for two',
  'headlamp',
  'bread knife',
  'beans in a can',
  'map of the lake',
];
const links = Array.from({ length: 10 }, (_, index) => ({
  url: `https://shop.example/${index}`,
  description: things[index] ?? `thing number ${index}`,
  integrations: 1 as const,
}));

function answerOf({ prompt }: CompletionRequest): string {
  return writeFromPrompt([
    { role: 'system', content: prompt.system },
    { role: 'user', content: prompt.user },
  ]);
}

async function* say(text: string): AsyncGenerator<ModelPiece> {
  yield { type: 'answer' };
  yield await Promise.resolve({ type: 'text' as const, text });
}

async function run(
  job: WritingJob,
  answer: (request: CompletionRequest, call: number) => string,
): Promise<{ generation: FinishedGeneration; requests: CompletionRequest[] }> {
  const requests: CompletionRequest[] = [];
  const client = testClient((request) => say(answer(request, requests.push(request))));
  for await (const step of generate(job, client))
    if (step.type === 'result') return { generation: step.generation, requests };
  throw new Error('There is no result.');
}

test.each([
  [4_096, 2],
  [9_216, 2],
  [2_000, 4],
])('with a window of %i tokens, ten links in a long text take at most %i calls that fit', (window, most) => {
  const job = testJob(long, links, { terms: termsFor(window) });
  expect(long.split(/\s+/u).length).toBeGreaterThan(5_000);
  expect(job.parts.length).toBeGreaterThan(1);
  expect(job.parts.length).toBeLessThanOrEqual(most);
  expect(job.parts.flatMap((part) => part.links).toSorted((a, b) => Number(a.id) - Number(b.id))).toEqual(
    job.links,
  );
  for (const { span, prompt, maxOutputTokens, links: own } of job.parts) {
    expect(span).toEqual({ start: 0, end: long.length });
    expect(own.length).toBeLessThanOrEqual(6);
    const input = estimateTokens(prompt.system, 'narrow') + estimateTokens(prompt.user, 'narrow');
    expect(input + (maxOutputTokens ?? Infinity)).toBeLessThanOrEqual(window);
    expect(maxOutputTokens).toBeGreaterThanOrEqual(150 * own.length);
  }
});

test('three links in an article of 5,000 words fit one call of 4,096 tokens', () => {
  expect(testJob(long, links.slice(0, 3), { terms: termsFor(4_096) }).parts).toHaveLength(1);
});

test('the prompt shows the passage of each link, its place, its anchor and the lines that are wanted', () => {
  const [part] = testJob(article, links.slice(0, 3), { terms: termsFor(4_096) }).parts;
  const user = part?.prompt.user ?? '';
  expect(user).toContain('L1 | description: kettle for coffee | anchor: "kettle for coffee" | place: 2');
  expect(user).toContain('L3 | description: headlamp | anchor: "headlamp" | place: 6');
  expect(user).toContain('[2] The kettle was on the stove');
  expect(user).toMatch(
    /VERSION: CRAZY\nINSERT 2: <.*\[\[kettle for coffee\]\]\(\(L1\)\)>\nINSERT 4: <.*\(\(L2\)\)>\nINSERT 6: /u,
  );
});

test('a wished anchor is the anchor', () => {
  const wished = [
    {
      url: 'https://shop.example/1',
      description: 'tent for two anchor: "dry tent"',
      integrations: 1 as const,
    },
  ];
  const user = testJob(article, wished, { terms: termsFor(4_096) }).parts[0]?.prompt.user;
  expect(user).toContain('| anchor: "dry tent" | place: 4');
  expect(user).toContain('[[dry tent]]((L1))');
});

test('for one version, only its lines are asked for, without the wordings that were seen', () => {
  const only: OnlyVersion = { version: 'exploratory', avoid: ['A tent\nlike this'] };
  const user =
    testJob(article, links.slice(0, 2), { terms: termsFor(4_096), only }).parts[0]?.prompt.user ?? '';
  expect(user.match(/^VERSION: .*$/gmu)).toEqual(['VERSION: INTERESTING']);
  expect(user).toContain('not: "A tent like this"');
});

test('the sentences of several calls become the edits of all versions, each link once', async () => {
  const job = testJob(long, links, { terms: termsFor(4_096) });
  const { generation, requests } = await run(job, answerOf);
  expect(requests.map(({ purpose }) => purpose)).toEqual(job.parts.map(() => 'write'));
  for (const name of versionNames) {
    const report = generation.report[name].links;
    expect(report.map(({ status, times, by }) => `${status} ${times} ${by}`)).toEqual(
      job.links.map(() => 'woven 1 model'),
    );
  }
});

test('a model that copies the lines of the prompt gives no text, and the repair call asks again', async () => {
  const job = testJob(article, links.slice(0, 3), { terms: termsFor(4_096) });
  const { generation, requests } = await run(job, (request, call) => {
    const { user } = request.prompt;
    return call === 1 ? user.slice(user.lastIndexOf('\nVERSION: SAFE') + 1) : answerOf(request);
  });
  expect(requests.map(({ purpose }) => purpose)).toEqual(['write', 'repair']);
  expect(JSON.stringify(generation.versions)).not.toContain('your sentence');
  for (const name of versionNames)
    expect(generation.report[name].links.map(({ by }) => by)).toEqual(['repair', 'repair', 'repair']);
});

test('the repair call is a call for the missing links of each version, within what was reserved', async () => {
  const job = testJob(long, links, { terms: termsFor(4_096) });
  const { requests, generation } = await run(job, (request, call) => {
    const answer = answerOf(request);
    return call === 1 ? answer.replace(/VERSION: SAFE\n[^]*?\n(?=VERSION)/u, 'VERSION: SAFE\n') : answer;
  });
  const repair = requests.find(({ purpose }) => purpose === 'repair');
  expect(repair?.prompt.user.match(/^VERSION: .*$/gmu)).toEqual(['VERSION: SAFE']);
  const spent = requests.map(tokensAtMost);
  const total = tokensOfJob(job);
  expect(spent.reduce((sum, { inputTokens }) => sum + inputTokens, 0)).toBeLessThanOrEqual(total.inputTokens);
  expect(spent.reduce((sum, { outputTokens }) => sum + outputTokens, 0)).toBeLessThanOrEqual(
    total.outputTokens,
  );
  expect(generation.report.safe.links.filter(({ by }) => by === 'repair').length).toBeGreaterThan(3);
});

test.each(ownCases)(
  'sentences for $title weave each link in each version',
  async ({ content, links: own }) => {
    const job = testJob(content, own, { terms: termsFor(4_096) });
    const { generation } = await run(job, answerOf);
    for (const name of versionNames)
      expect(generation.report[name].links.map(({ status }) => status)).toEqual(job.links.map(() => 'woven'));
  },
);

test('a link without room for one sentence is refused with a reason', () => {
  const terms = { maxContentChars: 100_000, price: null, ...termsFor(1_300) };
  const prepare = (content: string) =>
    prepareJob(
      { content, links: [{ id: '1', url: 'https://shop.example/t', description: 'A tent' }] },
      terms,
    );
  expect(prepare(article).parts).toHaveLength(1);
  expect(() => prepare(`The tent ${'and then we put up the tent '.repeat(300)}.`)).toThrow(
    /^This model’s context window is too small for one of your sentences with a link\./u,
  );
});
