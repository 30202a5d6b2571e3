import { existsSync, readFileSync, readdirSync } from 'node:fs';

import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { generationSchema } from '#contract/generations.ts';
import type { ChosenLink } from '#core/link/link.ts';
import { writePrompt } from '#core/prompt/write-prompt.ts';
import { versionNames } from '#core/weave/version.ts';
import { atOnce, streamed } from '#provider/completion-steps.ts';
import { startProvider } from '#provider/provider.ts';
import type { ChatModel } from '#server/model/chat-model.ts';
import { createOpenAiModel } from '#server/model/open-ai/open-ai-model.ts';

import type { GenerationStep } from './generate.ts';
import { generate } from './generate.ts';

const corpus = new URL('../../../../shared/corpus/', import.meta.url);
const casesSchema = z.array(
  z.object({
    id: z.string(),
    file: z.string(),
    links: z.array(z.object({ url: z.string(), description: z.string() })),
  }),
);
const answers = ['rewrite', 'sloppy'].flatMap((kind) => {
  const folder = new URL(`answers/${kind}/`, corpus);
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((file) => file.endsWith('.answer.txt'));
  return files.map((file) => ({
    kind,
    id: file.slice(0, 2),
    answer: readFileSync(new URL(file, folder), 'utf8'),
  }));
});

function jobFor(content: string, links: readonly { url: string; description: string }[]) {
  const chosen: ChosenLink[] = links.map((link, index) => ({ ...link, id: `${index}`, integrations: 1 }));
  return { prompt: writePrompt(content, chosen), content, links: chosen };
}

function jobOfCase(id: string) {
  const cases = casesSchema.parse(JSON.parse(readFileSync(new URL('cases.json', corpus), 'utf8')));
  const found = cases.find((entry) => entry.id === id);
  if (found === undefined) throw new Error(`There is no case ${id}.`);
  return jobFor(readFileSync(new URL(found.file, corpus), 'utf8'), found.links);
}

async function collect(model: ChatModel, job: ReturnType<typeof jobFor>) {
  const steps: GenerationStep[] = [];
  for await (const step of generate(model, job, new AbortController().signal)) steps.push(step);
  return steps;
}

function modelOf(...pieces: readonly string[]): ChatModel {
  return {
    async *write() {
      yield* await Promise.resolve(pieces);
    },
  };
}

const job = jobFor('One.', [{ url: 'https://a.example/', description: 'a' }]);

test('real answers give the same checked versions streamed and at once', async ({ skip }) => {
  console.info(`generation: ${answers.length} recorded answers`);
  skip(answers.length === 0, 'the corpus is not beside this checkout');
  const provider = await startProvider(streamed(''));
  const model = createOpenAiModel({ baseUrl: provider.baseUrl, apiKey: null, model: 'm', temperature: 0 });
  for (const { kind, id, answer } of answers) {
    const work = jobOfCase(id);
    provider.answerWith(streamed(answer, { size: 7 }));
    const inPieces = (await collect(model, work)).at(-1);
    provider.answerWith(atOnce(answer));
    const whole = (await collect(model, work)).at(-1);
    expect(inPieces).toEqual(whole);
    if (whole?.type !== 'result') throw new Error('There is no result.');
    expect(generationSchema.parse(whole.generation)).toEqual(whole.generation);
    expect(whole.generation.text).toBe(work.content);
    if (kind === 'sloppy') continue;
    for (const name of versionNames)
      expect(whole.generation.report[name].links.map(({ status }) => status)).toEqual(
        work.links.map(() => 'woven'),
      );
  }
  expect(provider.calls).toHaveLength(answers.length * 2);
  await provider.close();
}, 60_000);

test('each version starts, gives its text and ends before the result comes', async () => {
  const steps = await collect(
    modelOf('VERSION: SAFE\nOne. [[a b]]((https://a.example/))\nVERSION: CRAZY\nTwo.'),
    job,
  );
  const outline = steps.map((step) => ('version' in step ? `${step.type} ${step.version}` : step.type));
  expect([...new Set(outline)]).toEqual([
    'version-start safe',
    'version-text safe',
    'version-end safe',
    'version-start experimental',
    'version-text experimental',
    'version-end experimental',
    'result',
  ]);
});

test('a missing version is empty', async () => {
  const result = (await collect(modelOf('VERSION: SAFE\nOne.'), job)).at(-1);
  expect(result).toMatchObject({
    generation: { versions: { safe: 'One.', exploratory: '', experimental: '' } },
  });
});

test.each([[[]], [['', ' ']], [['\n', '\t']]])('a reply of %j is no content', async (pieces) => {
  await expect(collect(modelOf(...pieces), job)).rejects.toThrow('No content received from OpenAI');
});

test('a reply without any version is broken', async () => {
  await expect(collect(modelOf('I am sorry, but no.'), job)).rejects.toMatchObject({
    code: 'provider-reply-broken',
  });
});

test('the user’s own closing line and rule stay, although a model could have added them', async () => {
  const content = 'Bread.\n\nLet me know if you want other versions.\n\n---';
  const steps = await collect(
    modelOf(`VERSION: SAFE\n${content}\n\nVERSION: CRAZY\nB.\n`),
    jobFor(content, []),
  );
  expect(steps.at(-1)).toMatchObject({ type: 'result', generation: { versions: { safe: content } } });
});
