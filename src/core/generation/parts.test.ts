import { expect, test } from 'vitest';

import { writeFromPrompt } from '#provider/write-from-prompt.ts';
import { ProblemError } from '#core/errors/problem-messages.ts';
import { limitsOf } from '#core/limits/known-models.ts';
import { estimateTokens } from '#core/limits/tokens.ts';
import { applyEdits } from '#core/edits/edit.ts';
import { versionNames } from '#core/edits/version-names.ts';

import { generate } from './generate.ts';
import type { GenerationStep } from './finished-generation.ts';
import type { GenerationClient, ModelPiece } from './generation-client.ts';
import type { CompletionRequest } from '#core/prompt/prompt.ts';
import type { WritingJob } from './writing-job.ts';
import { testClient, testJob } from './test-job.ts';

const gpt4 = limitsOf('gpt-4', { contextWindow: null, outputLimit: null });

const topics = ['garden hose', 'walking boots', 'camp stove', 'bread knife', 'rain jacket', 'wool blanket'];
const links = topics.map((topic) => ({
  url: `https://shop.example/${topic.replace(' ', '-')}?ref=1`,
  description: `A ${topic} that lasts`,
}));

/** Returns an article with this number of words, in chapters about one topic each. */
function article(words: number): string {
  const paragraph = (topic: string) =>
    `Last summer the ${topic} was on everybody's mind. Nobody in the village had expected how far the road would go on without a single shop. We came home with a ${topic} that had seen better days, and we told the story at dinner.`;
  const chapters: string[] = [];
  for (let count = 0, index = 0; count < words; index += 1) {
    const topic = topics[Math.floor((count / words) * topics.length)] ?? '';
    if (index % 8 === 0) chapters.push(`## Chapter ${index / 8 + 1}`);
    chapters.push(paragraph(topic));
    count += paragraph(topic).split(' ').length;
  }
  return chapters.join('\n\n');
}

async function* say(text: string): AsyncGenerator<ModelPiece> {
  yield { type: 'answer' };
  for (let at = 0; at < text.length; at += 40) {
    await Promise.resolve();
    yield { type: 'text', text: text.slice(at, at + 40) };
  }
}

function answer({ prompt: { system, user } }: CompletionRequest) {
  return say(
    writeFromPrompt([
      { role: 'system', content: system },
      { role: 'user', content: user },
    ]),
  );
}

async function collect(job: WritingJob, client: GenerationClient) {
  const steps: GenerationStep[] = [];
  for await (const step of generate(job, client)) steps.push(step);
  return steps;
}

const long = article(8_000);
const job = testJob(long, links, { terms: { model: gpt4 } });

test('8,000 words fit a window of 8,192 tokens in parts, each with the links that fit it', () => {
  expect(job.parts.length).toBeGreaterThan(1);
  expect(job.parts.flatMap((part) => part.links)).toHaveLength(links.length);
  for (const { prompt, maxOutputTokens, span, links: own } of job.parts) {
    const input = estimateTokens(prompt.system) + estimateTokens(prompt.user);
    expect(input + (maxOutputTokens ?? Number.POSITIVE_INFINITY)).toBeLessThan(8_192);
    const text = long.slice(span.start, span.end);
    expect(text.startsWith('##') || /^[A-Z]/.test(text)).toBe(true);
    for (const { url } of own) expect(text).toContain(topics[links.findIndex((link) => link.url === url)]);
  }
});

test('all parts make one result, and the edits of all stand in the whole content', async () => {
  const steps = await collect(job, testClient(answer));
  const last = steps.at(-1);
  if (last?.type !== 'result') throw new Error('There is no result.');
  const { versions, edits, report } = last.generation;
  for (const name of versionNames) {
    expect(versions[name]).toBe(applyEdits(long, edits[name]));
    expect(report[name].links.map(({ status, by }) => [status, by])).toEqual(
      links.map(() => ['woven', 'model']),
    );
    expect(steps.filter((step) => step.type === 'version-end' && step.version === name)).toHaveLength(1);
  }
});

test('a single paragraph of 8,000 words is cut between sentences', () => {
  const giant = long.replaceAll(/## Chapter \d+\n\n/g, '').replaceAll('\n\n', ' ');
  const { parts } = testJob(giant, links, { terms: { model: gpt4 } });
  expect(parts.length).toBeGreaterThan(1);
  for (const { span } of parts) {
    expect(span.start === 0 || /[.] $/.test(giant.slice(span.start - 2, span.start))).toBe(true);
    expect(giant.slice(0, span.end).trimEnd()).toMatch(/[.]$/);
  }
});

test('a part without links needs no call, and its text stays as it is', async () => {
  const [hose] = links;
  if (hose === undefined) throw new Error('There are no links.');
  const few = testJob(long, [hose], { terms: { model: gpt4 } });
  expect(few.parts).toHaveLength(1);
  const end = few.parts[0]?.span.end ?? 0;
  expect(end).toBeLessThan(long.length / 2);
  const last = (await collect(few, testClient(answer))).at(-1);
  if (last?.type !== 'result') throw new Error('There is no result.');
  expect(last.generation.versions.experimental.endsWith(long.slice(end))).toBe(true);
});

test('whole texts for parts become edits of the whole content', async () => {
  const steps = await collect(
    job,
    testClient(({ prompt }) => {
      const part = job.parts.find((each) => each.prompt === prompt);
      if (part === undefined) throw new Error('Something else is asked for.');
      const text = long.slice(part.span.start, part.span.end).trim();
      const added = part.links
        .map(({ url }, index) => ` So [[link ${index}]]((${url})) came along.`)
        .join('');
      return say(
        ['SAFE', 'INTERESTING', 'CRAZY'].map((name) => `VERSION: ${name}\n${text}${added}`).join('\n\n'),
      );
    }),
  );
  const last = steps.at(-1);
  if (last?.type !== 'result') throw new Error('There is no result.');
  expect(new Set(steps.map(({ type }) => type))).toContain('version-edit');
  for (const name of versionNames)
    expect(last.generation.report[name]).toMatchObject({
      links: links.map(() => ({ status: 'woven', by: 'model' })),
      wordsChanged: 0,
    });
});

function failing(first: string) {
  const begun: number[] = [];
  const ended: number[] = [];
  const client = testClient(async function* (request) {
    const part = job.parts.findIndex(({ prompt }) => prompt === request.prompt);
    begun.push(part);
    try {
      if (part !== 0) return yield* answer(request);
      yield* say(first);
      throw new ProblemError('provider-unavailable');
    } finally {
      ended.push(part);
    }
  });
  return { client, begun, ended };
}

test('if one part fails before any version, the others are ended and nothing is kept', async () => {
  const { client, begun, ended } = failing('VERSION: SAFE\n');
  const failure = await collect(job, client).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'provider-unavailable' });
  expect(failure).not.toHaveProperty('generation');
  expect(new Set(ended)).toEqual(new Set(begun));
});

test('if one part fails after a version, the others finish that version and it is kept', async () => {
  const { client } = failing('VERSION: SAFE\nINSERT 1: Nothing more.\nVERSION: INTERESTING\nINSERT 1: Half');
  await expect(collect(job, client)).rejects.toMatchObject({
    code: 'provider-unavailable',
    generation: {
      unfinished: ['exploratory', 'experimental'],
      versions: { safe: expect.stringContaining('[['), exploratory: '' },
    },
  });
});
