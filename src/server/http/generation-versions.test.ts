import { expect, test } from 'vitest';

import { generationSchema } from '#contract/generations.ts';
import { applyEdits } from '#core/edits/edit.ts';
import { versionNames } from '#core/edits/version-names.ts';
import { chunk, done, pieces, streamed, streamHead, usageEvent } from '#provider/completion-steps.ts';
import { inOrder, type Answer, type Step } from '#provider/exchange.ts';
import { serveGenerations } from '#provider/serve-generations.ts';
import { end, hang, refuse, reset } from '#provider/steps.ts';
import { writeFromPrompt } from '#provider/write-from-prompt.ts';

const fence = 'The fence along the lane was painted last autumn, and the gate still sticks. ';
const content = `Two words about the garden. ${fence.repeat(40)}`.trim();
const woven = 'INSERT 1: Here are [[two words]]((L1)) for you.';
const nothing = '(no edits)';
const sections = (safe: string, rest: string) =>
  `VERSION: SAFE\n${safe}\nVERSION: INTERESTING\n${rest}\nVERSION: CRAZY\n${rest}\n`;
const isRepair = (prompt: string) => prompt.includes('<edits for');

/** Gives one answer to the first calls, and another to the repair. */
function answering(first: Step, repair: Step): Answer {
  return { for: ({ body }) => (isRepair(body?.messages.at(-1)?.content ?? '') ? repair : first) };
}

const asWritten: Answer = {
  for: ({ body }) => streamed(body === null ? '' : writeFromPrompt(body.messages)),
};

function eventsOf(stream: string) {
  return [...stream.matchAll(/^event: (.*)\ndata: (.*)\n\n/gm)].map(([, type = '', data = '']) => ({
    type,
    ...JSON.parse(data),
  }));
}

async function serve(answer: Answer, environment: Readonly<Record<string, string>> = {}) {
  const served = await serveGenerations(answer, environment);
  return { ...served, order: { ...served.order, content } };
}

test('edits are streamed one by one, each within its version', async () => {
  const { stream, order, provider } = await serve(streamed(sections(woven, woven)));
  const events = eventsOf(await (await stream({ body: order })).whole);
  expect(events.map(({ type }) => type)).toEqual([
    ...versionNames.flatMap(() => ['version-start', 'version-edit', 'version-end']),
    'result',
  ]);
  const sent = events.filter(({ type }) => type === 'version-edit').map(({ edit }) => [edit]);
  expect(versionNames.map((name) => events.at(-1)?.generation.edits[name])).toEqual(sent);
  for (const edits of sent) {
    expect(applyEdits(content, edits)).toContain('Here are [[two words]]((https://');
    expect(edits.map(({ by }) => by)).toEqual(['model']);
  }
  expect(provider.calls).toHaveLength(1);
});

test('a repair uses the same reservation, and both calls are paid', async () => {
  const count = usageEvent({ prompt_tokens: 400, completion_tokens: 300, total_tokens: 700 });
  const repair = inOrder(streamHead, pieces(sections(nothing, woven)), chunk({}, 'stop'), count, done, end);
  const { ask, order, provider, left } = await serve(answering(streamed(sections(woven, nothing)), repair));
  const { body } = await ask({ body: order });
  const { report, usage } = generationSchema.parse(body);
  expect(report.safe.links).toMatchObject([{ by: 'model' }]);
  expect(report.experimental.links).toMatchObject([{ by: 'repair' }]);
  expect(usage).toMatchObject({ inputTokens: 800, outputTokens: 900 });
  expect(provider.calls).toHaveLength(2);
  const [first, second] = provider.calls.map(
    ({ body: sent }) => JSON.stringify(sent).length + (sent?.max_tokens ?? 0),
  );
  expect(second).toBeLessThan((first ?? 0) / 3);
  // 800 tokens at 30 and 900 at 60 dollars per million, of five dollars.
  expect(Object(await left()).budgetShare).toBeCloseTo(1 - 0.078 / 5, 6);
});

test.each([
  ['is refused', refuse(500), 0.048],
  ['breaks off', inOrder(streamHead, pieces('VERSION: INTERESTING\nINS'), reset), null],
])(
  'if the repair %s, it is not repeated, and the built-in writer fills the gaps',
  async (_how, repair, spent) => {
    const { ask, order, provider, left } = await serve(answering(streamed(sections(woven, nothing)), repair));
    const { status, body } = await ask({ body: order });
    expect(status).toBe(200);
    expect(generationSchema.parse(body).report.experimental.links).toMatchObject([{ by: 'built-in' }]);
    expect(provider.calls).toHaveLength(2);
    const { budgetShare } = Object(await left());
    if (spent === null) expect(budgetShare).toBeLessThan(1 - 0.048 / 5);
    else expect(budgetShare).toBeCloseTo(1 - spent / 5, 6);
  },
);

test('edits that break off keep the finished versions', async () => {
  const half = inOrder(
    streamHead,
    pieces(`VERSION: SAFE\n${woven}\nVERSION: INTERESTING\nINSERT 1: And`),
    end,
  );
  const { ask, order } = await serve(half);
  const { status, body } = await ask({ body: order });
  expect(status).toBe(502);
  expect(body).toMatchObject({
    generation: {
      unfinished: ['exploratory', 'experimental'],
      versions: { safe: expect.stringContaining('[[two words]]((https://a.example/))'), exploratory: '' },
    },
  });
});

test('one version is generated again alone, with its own key and with other words', async () => {
  const { ask, order, provider } = await serve(asWritten);
  const key = 'b6a1a1f0-5f0c-4c4e-9d1f-0d6f0f6b7a11';
  expect((await ask({ body: order, key })).status).toBe(200);
  const only = { version: 'experimental', avoid: ['Say it as you like.'] };
  expect(await ask({ body: { ...order, only }, key })).toMatchObject({
    body: { code: 'idempotency-key-reused' },
  });
  const { body } = await ask({ body: { ...order, only }, key: `${key}-again` });
  const { versions, edits, unfinished } = generationSchema.parse(body);
  expect(edits.experimental).toHaveLength(1);
  expect([versions.safe, versions.exploratory, unfinished]).toEqual(['', '', []]);
  expect(provider.calls).toHaveLength(2);
  expect(provider.calls[1]?.body?.messages.at(-1)?.content).toContain('not: "Say it as you like."');
});

const long = Array.from({ length: 60 }, (_, index) =>
  `Chapter ${index} has ${index % 2 === 0 ? 'two words' : 'a boot'} in it. ${fence.repeat(8)}`.trim(),
).join('\n\n');

async function serveLong(answer: Answer) {
  const served = await serve(answer, { MAX_CONTENT_CHARS: '100000', BUDGET_DAILY_USD: '100' });
  const { links, order } = served;
  const more = await Promise.all(
    Array.from({ length: 5 }, (_, index) =>
      links.create('shared', {
        url: `https://b.example/${index}`,
        description: `Chapter ${index * 11}: a boot`,
      }),
    ),
  );
  return { ...served, order: { content: long, linkIds: [...order.linkIds, ...more.map(({ id }) => id)] } };
}

test('a long content is written in parallel parts, with one report, and each call is paid', async () => {
  const { ask, order, provider, left } = await serveLong(asWritten);
  const { body } = await ask({ body: order });
  const { versions, edits, report, usage } = generationSchema.parse(body);
  expect(provider.calls.length).toBeGreaterThan(1);
  for (const name of versionNames) {
    expect(versions[name]).toBe(applyEdits(long, edits[name]));
    expect(report[name].links.map(({ status }) => status)).toEqual(order.linkIds.map(() => 'woven'));
  }
  expect(usage?.inputTokens).toBe(400 * provider.calls.length);
  const cost = provider.calls.length * (400 * 30 + 600 * 60);
  expect(Object(await left()).budgetShare).toBeCloseTo(1 - cost / 100_000_000, 8);
});

test('a visitor who leaves while parts are written ends all of their calls', async () => {
  const { stream, order, provider } = await serveLong(
    inOrder(streamHead, pieces('VERSION: SAFE\nINSERT 1: A'), hang),
  );
  const leaving = new AbortController();
  await stream({ body: order, signal: leaving.signal });
  await expect.poll(() => provider.calls.length).toBeGreaterThan(1);
  leaving.abort();
  await expect.poll(() => provider.calls.every(({ abortedAt }) => abortedAt !== null)).toBe(true);
});

test('a refused part ends the others, and its problem is returned', async () => {
  let turn = 0;
  const { ask, order, provider } = await serveLong({
    for: () => (turn++ === 0 ? refuse(401) : inOrder(streamHead, pieces('VERSION: SAFE\n'), hang)),
  });
  expect(await ask({ body: order })).toMatchObject({ status: 502, body: { code: 'provider-unauthorized' } });
  const others = () => provider.calls.slice(1).every(({ abortedAt }) => abortedAt !== null);
  await expect.poll(others).toBe(true);
});
