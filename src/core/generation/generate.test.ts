import { expect, test } from 'vitest';

import { generationSchema } from '#contract/generations.ts';
import { problemMessages, ProblemError } from '#core/errors/problem-messages.ts';
import { versionNames } from '#core/edits/version-names.ts';
import { atOnce, streamed } from '#provider/completion-steps.ts';
import { recordedAnswers } from '#provider/corpus/corpus-cases.ts';
import { startProvider } from '#provider/provider.ts';
import { createOpenAiModel } from '#server/model/chat-model.ts';

import type { GenerationStep } from './finished-generation.ts';
import type { GenerationClient, ModelPiece } from './generation-client.ts';
import type { WritingJob } from './writing-job.ts';
import { generate } from './generate.ts';
import { testCall, testClient, testJob } from './test-job.ts';

const answers = (['rewrite', 'sloppy'] as const).flatMap((kind) =>
  recordedAnswers(kind).map((entry) => ({ ...entry, kind })),
);

async function collect(pieces: AsyncIterable<ModelPiece>, job: WritingJob) {
  const steps: GenerationStep[] = [];
  for await (const step of generate(
    job,
    testClient(() => pieces),
  ))
    steps.push(step);
  return steps;
}

async function* say(...texts: readonly string[]): AsyncGenerator<ModelPiece> {
  for (const text of await Promise.resolve(texts)) yield { type: 'text', text };
}

async function* sayThenFail(...texts: readonly string[]): AsyncGenerator<ModelPiece> {
  yield { type: 'answer' };
  yield* say(...texts);
  throw new ProblemError('provider-reply-cut');
}

const link = { url: 'https://a.example/', description: 'a' };
const job = testJob('One.', [link]);

test('real answers give the same checked versions streamed and at once', async () => {
  const provider = await startProvider(streamed(''));
  const model = createOpenAiModel({ baseUrl: provider.baseUrl, apiKey: null, model: 'm', temperature: 0 });
  for (const { kind, content, links, answer } of answers) {
    const work = testJob(content, links);
    provider.answerWith(streamed(answer, { size: 7 }));
    const { signal } = new AbortController();
    const write = async () => {
      const steps: GenerationStep[] = [];
      const ask: GenerationClient['ask'] = (request, take) =>
        request.purpose === 'write' ? model.write(request, { take, signal }) : testCall(say(), take);
      for await (const step of generate(work, { ...testClient(() => say()), ask })) steps.push(step);
      return steps.at(-1);
    };
    const inPieces = await write();
    provider.answerWith(atOnce(answer));
    const whole = await write();
    expect(inPieces).toEqual(whole);
    if (whole?.type !== 'result') throw new Error('There is no result.');
    expect(generationSchema.parse(whole.generation)).toEqual(whole.generation);
    expect(whole.generation.text).toBe(work.document.content);
    if (kind === 'sloppy') continue;
    for (const name of versionNames) {
      const { links: reported, dropped } = whole.generation.report[name];
      // Safe refuses what a recorded addition invents about the author.
      const isRefused = name === 'safe' && dropped.some(({ reason }) => reason === 'claim');
      if (!isRefused) expect(reported.map(({ status }) => status)).toEqual(work.links.map(() => 'woven'));
    }
  }
  expect(provider.calls).toHaveLength(answers.length * 2);
  await provider.close();
});

test('each version starts, gives its text and ends before the result comes', async () => {
  const steps = await collect(
    say('VERSION: SAFE\nOne. [[a b]]((https://a.example/))\nVERSION: CRAZY\nTwo.'),
    job,
  );
  const outline = steps.map((step) => ('version' in step ? `${step.type} ${step.version}` : step.type));
  expect([...new Set(outline)]).toEqual([
    'version-start safe',
    'version-edit safe',
    'version-end safe',
    'version-start experimental',
    'version-edit experimental',
    'version-end experimental',
    'result',
  ]);
});

test('a missing version is empty and named', async () => {
  const result = (await collect(say('VERSION: SAFE\nOne.'), job)).at(-1);
  expect(result).toMatchObject({
    generation: {
      versions: { safe: 'One.', exploratory: '', experimental: '' },
      unfinished: ['exploratory', 'experimental'],
    },
  });
});

test.each([[[]], [['', ' ']], [['\n', '\t']]])('a reply of %j has no content', async (pieces) => {
  await expect(collect(say(...pieces), job)).rejects.toThrow('No content received from OpenAI');
});

test('a reply in words instead of versions is quoted, a long one in part', async () => {
  const failureOf = (reply: string) => collect(say(reply.slice(0, 5), reply.slice(5)), job);
  await expect(failureOf('I am sorry,\nbut no.')).rejects.toMatchObject({
    code: 'reply-in-words',
    message:
      'The AI model wrote no versions. It replied: “I am sorry, but no.” Please change your text or your links, or use the built-in writer.',
  });
  await expect(failureOf('I cannot help with this request. '.repeat(20))).rejects.toThrow(
    /“(?:I cannot help with this request\. ){4}I cannot help with this…” /u,
  );
});

test.each([
  '<p>I am sorry, but no.</p>',
  'Your key sk-proj-1a2b3c4d5e is not valid.',
  'Please see evil.example.com for help.',
  '{"error": "no"}',
  'VERSION: SAFE',
  'The text goes on and on, in other words each time. '.repeat(30),
])('a reply without any version that is no refusal is broken, and not quoted: %j', async (reply) => {
  await expect(collect(say(reply), job)).rejects.toMatchObject({
    code: 'provider-reply-broken',
    message: problemMessages['provider-reply-broken'],
  });
});

test('the user’s own closing line and rule stay, although a model could have added them', async () => {
  const content = 'Bread.\n\nLet me know if you want other versions.\n\n---';
  const steps = await collect(
    say(`VERSION: SAFE\n${content}\n\nVERSION: CRAZY\nB.\n`),
    testJob(content, [link]),
  );
  expect(steps.at(-1)).toMatchObject({ type: 'result', generation: { versions: { safe: content } } });
});

test('a failure after a finished version returns that version with its report, and names the others', async () => {
  const cut = sayThenFail('VERSION: SAFE\nOne. [[a b]]((https://a.example/))\nVERSION: INTERESTING\nHalf');
  await expect(collect(cut, job)).rejects.toMatchObject({
    name: 'ProblemError',
    code: 'provider-reply-cut',
    generation: {
      text: 'One.',
      versions: { safe: 'One. [[a b]]((https://a.example/)).', exploratory: '', experimental: '' },
      report: { safe: { links: [{ status: 'woven' }] } },
      unfinished: ['exploratory', 'experimental'],
    },
  });
});

test('a failure before any version is finished returns nothing', async () => {
  const failure = await collect(sayThenFail('VERSION: SAFE\nHalf'), job).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'provider-reply-cut' });
  expect(failure).not.toHaveProperty('generation');
});

test('the provider’s token count is reported, with its cost if the price is known', async () => {
  async function* counted(): AsyncGenerator<ModelPiece> {
    yield* say('VERSION: SAFE\nOne.');
    yield { type: 'usage', inputTokens: 1000, outputTokens: 2000 };
  }
  const priced = testJob('One.', [link], { terms: { price: { input: 30, output: 60 } } });
  expect((await collect(counted(), priced)).at(-1)).toMatchObject({
    generation: { usage: { inputTokens: 1000, outputTokens: 2000, costUsd: 0.15 } },
  });
  expect((await collect(counted(), job)).at(-1)).toMatchObject({ generation: { usage: { costUsd: null } } });
});

test.each([
  ['Markdown', 'See [this pan](https://a.example/x?a=1&b=2). It is good.'],
  ['Markdown with a title', 'See [this pan](<https://a.example/x?a=1&b=2> "Pan"). It is good.'],
  ['a definition', 'See [this pan][1]. It is good.\n\n[1]: https://a.example/x?a=1&b=2'],
  ['an address in signs', 'See <https://a.example/x?a=1&b=2>. It is good.'],
  ['HTML', '<p>See <a class="x" href="https://a.example/x?a=1&amp;b=2">this pan</a>.</p><p>It is good.</p>'],
  ['markup', 'See [[this pan]]((https://a.example/x?a=1&b=2)). It is good.'],
])(
  'a link that the content has in %s is not woven again, and the model is not asked for it',
  async (_, own) => {
    const pan = { url: 'https://a.example/x?a=1&b=2', description: 'Frying pan' };
    const other = { url: 'https://a.example/x', description: 'Kitchen scale' };
    const only = await collect(say('VERSION: SAFE\nINSERT 1: Take a [[pan]]((L1)).'), testJob(own, [pan]));
    expect(testJob(own, [pan]).parts).toEqual([]);
    const woven = { status: 'woven', times: 1 };
    const last = only.at(-1);
    if (last?.type !== 'result') throw new Error('There is no result.');
    for (const name of versionNames) {
      expect(last.generation.edits[name]).toEqual([]);
      expect(last.generation.report[name].links).toMatchObject([{ ...woven, by: 'user' }]);
    }
    const both = testJob(own, [pan, other]);
    expect(both.parts.map(({ links }) => links.map(({ url }) => url))).toEqual([[other.url]]);
    const second = (
      await collect(say('VERSION: SAFE\nINSERT 1: A [[pan]]((L1)) and a [[scale]]((L2)).'), both)
    ).at(-1);
    if (second?.type !== 'result') throw new Error('There is no result.');
    expect(second.generation.versions.safe).toContain(`A pan and a [[scale]]((${other.url})).`);
    expect(second.generation.report.safe.links).toMatchObject([woven, woven]);
  },
);
