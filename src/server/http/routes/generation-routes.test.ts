import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { generationEventSchema, receivedGeneration } from '#contract/generation-events.ts';
import { generationSchema } from '#contract/generations.ts';
import { linkSchema } from '#contract/links.ts';
import { versionNames } from '#core/edits/version-names.ts';
import { ProblemError } from '#core/errors/problem-messages.ts';
import { relinkEdits, resolveRelinks } from '#core/relink/relink-edits.ts';
import { testCall } from '#core/generation/test-job.ts';
import type { ModelPiece } from '#core/generation/generation-client.ts';
import type { ChatModel } from '#server/model/chat-model.ts';
import { openTestApp } from '#server/test-app.ts';
import { problemOf } from '#server/test-problem.ts';

import { apiHeaders } from '#server/http/plugins/security.ts';

let reply: () => Iterable<string>;
async function* say(): AsyncGenerator<ModelPiece> {
  for (const text of await Promise.resolve(reply())) yield { type: 'text', text };
}

const model: ChatModel = {
  write: (_request, { take }) => testCall(say(), take),
};

let app: FastifyInstance;
beforeAll(async () => {
  ({ app } = await openTestApp({ model }));
});
afterAll(() => app.close());

const json = { 'content-type': 'application/json' };
const url = 'https://a.example/?ref=1';

function send(method: 'POST', path: string, body?: unknown) {
  const payload = body === undefined ? {} : { payload: JSON.stringify(body) };
  return app.inject({ method, url: path, headers: json, ...payload });
}

async function saveLink() {
  return linkSchema.parse((await send('POST', '/api/links', { url, description: 'boots' })).json());
}

test.each([
  [
    'POST',
    '/api/generations',
    undefined,
    400,
    'content-and-links-required',
    'Content and links are required',
  ],
  [
    'POST',
    '/api/generations',
    { content: 'a' },
    400,
    'content-and-links-required',
    'Content and links are required',
  ],
  [
    'POST',
    '/api/generations',
    { content: 1, linkIds: [] },
    400,
    'content-and-links-required',
    'Content and links are required',
  ],
  [
    'POST',
    '/api/generations',
    { content: 'a', linkIds: 'b' },
    400,
    'content-and-links-required',
    'Content and links are required',
  ],
  [
    'POST',
    '/api/generations',
    { content: ' \n', linkIds: ['none'] },
    400,
    'content-empty',
    'Please add some content to rewrite',
  ],
  [
    'POST',
    '/api/generations',
    { content: 'a', linkIds: [] },
    400,
    'content-and-links-required',
    'Content and links are required',
  ],
  [
    'POST',
    '/api/generations',
    { content: '', linkIds: ['b'] },
    400,
    'content-and-links-required',
    'Content and links are required',
  ],
  [
    'POST',
    '/api/generations',
    { content: 'a', linkIds: ['none', '\0'] },
    400,
    'links-invalid',
    'No valid links selected or found. Please select at least one existing link.',
  ],
] as const)('%s %s with %j answers %i %s', async (method, path, body, ...expected) => {
  expect(await problemOf(send(method, path, body))).toEqual(expected);
});

async function generation(accept: string): Promise<InjectOptions> {
  const { id } = await saveLink();
  const payload = { content: 'One.', linkIds: [id, id, 'gone'] };
  return { method: 'POST', url: '/api/generations', headers: { ...json, accept }, payload };
}

const versions = `VERSION: SAFE
INSERT 1: Here are [[two words]]((${url})).
VERSION: INTERESTING
REPLACE 1: Two [[words]]((${url})).
VERSION: CRAZY
REPLACE 1: Three [[words]]((${url})).
`;

test('a generation is one JSON answer if the client accepts JSON', async () => {
  reply = () => [versions];
  const answer = await app.inject(await generation('application/json'));
  expect(answer.headers).toMatchObject(apiHeaders);
  const result = generationSchema.parse(answer.json());
  expect(result).toMatchObject({
    text: 'One.',
    links: [{ url, description: 'boots', integrations: 1 }],
    versions: { safe: `One. Here are [[two words]]((${url})).`, exploratory: `Two [[words]]((${url})).` },
    report: { safe: { links: [{ status: 'woven' }] }, exploratory: { links: [{ by: 'model' }] } },
  });
});

test('a generation has the accepted relinks in each version, also to a link that is not selected', async () => {
  const { id } = await saveLink();
  const pot = 'https://a.example/pot?ref=1';
  const saved = linkSchema.parse((await send('POST', '/api/links', { url: pot, description: 'pot' })).json());
  const content = 'One [pot](https://a.example/pot) and [spoon](https://b.example/s).';
  const template = 'https://go.example/?to={url}';
  const accepted = [
    { from: 'https://a.example/pot', source: { linkId: saved.id } },
    { from: 'https://b.example/s', source: { template } },
    { from: 'https://gone.example/', source: { linkId: 'gone' } },
  ];
  reply = () => [versions.replaceAll(/REPLACE 1: (?:Two|Three)/gu, 'INSERT 1: Take')];
  const payload = { content, linkIds: [id], relinks: accepted };
  const request = {
    method: 'POST',
    url: '/api/generations',
    headers: { ...json, accept: 'application/json' },
  } as const;
  const result = generationSchema.parse((await app.inject({ ...request, payload })).json());
  const edits = relinkEdits(content, resolveRelinks(accepted, [saved]));
  expect(edits.map(({ text }) => text)).toEqual([pot, 'https://go.example/?to=https%3A%2F%2Fb.example%2Fs']);
  for (const name of versionNames) {
    expect(result.edits[name].filter(({ relink }) => relink !== undefined)).toEqual(edits);
    expect(result.report[name]).toMatchObject({ linksExchanged: 2, wordsChanged: 0 });
    expect(result.versions[name]).toContain(`[pot](${pot})`);
  }
});

test.each(['text/event-stream', '*/*', 'text/event-stream, application/json'])(
  'a generation is an event stream if the client accepts %s',
  async (accept) => {
    reply = () => versions;
    const { headers, body } = await app.inject(await generation(accept));
    expect(headers).toMatchObject({
      ...apiHeaders,
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    const events = [...body.matchAll(/^event: (.*)\ndata: (.*)\n\n/gm)].map(([, name, data = '']) => {
      const event = generationEventSchema.parse(JSON.parse(data));
      expect(event.type).toBe(name);
      return event;
    });
    expect(events[0]).toEqual({ type: 'version-start', version: 'safe' });
    const last = events.at(-1);
    if (last?.type !== 'result') throw new Error('The stream has no result.');
    // The client has the content. With the edits, it gets the same texts as in one answer.
    expect(body).not.toMatch(/"versions"|"text":"One\."/);
    const { text, versions: texts } = receivedGeneration(last.generation, 'One.');
    expect({ text, texts }).toEqual({
      text: 'One.',
      texts: {
        safe: `One. Here are [[two words]]((${url})).`,
        exploratory: `Two [[words]]((${url})).`,
        experimental: `Three [[words]]((${url})).`,
      },
    });
  },
);

test.each([
  ['provider-unauthorized', 502],
  ['provider-rate-limited', 503],
  ['provider-timeout', 504],
  ['reply-empty', 502],
] as const)('%s is a problem at once and the last event of a stream', async (code, status) => {
  reply = () => {
    throw new ProblemError(code, { cause: new Error('secret') });
  };
  const [, , detail] = await problemOf(app.inject(await generation('application/json')));
  const answer = await app.inject(await generation('application/json'));
  expect([answer.statusCode, detail]).toEqual([status, new ProblemError(code).message]);
  const stream = await app.inject(await generation('text/event-stream'));
  expect(stream.statusCode).toBe(200);
  expect(stream.body).toMatch(
    new RegExp(
      `event: problem\\ndata: {"type":"problem","code":"${code}","detail":"[^"]+","requestId":"[^"]+"}\\n\\n$`,
    ),
  );
  expect(stream.body + answer.body).not.toContain('secret');
});

test('an unknown error is answered as unexpected, without its message', async () => {
  reply = () => {
    throw new TypeError('secret');
  };
  const answer = app.inject(await generation('application/json'));
  expect(await problemOf(answer)).toEqual([
    500,
    'unexpected',
    'An unexpected error occurred. Please try again.',
  ]);
  expect((await answer).body).not.toContain('secret');
});
