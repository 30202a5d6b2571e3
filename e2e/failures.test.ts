import { expect } from 'vitest';

import { problemMessages } from '#core/problem/problem.ts';
import { atOnce, completion, pieces, streamed, streamHead } from '#provider/completion-steps.ts';
import { inOrder, inTurn } from '#provider/exchange.ts';
import type { Answer } from '#provider/exchange.ts';
import { end, hang, pause, refuse, reset, respond } from '#provider/steps.ts';

import { journeyOn } from './harness/journey.ts';
import { startModelServer } from './harness/model-server.ts';
import { sampleAnswer, sampleContent, sampleLinks } from './harness/sample.ts';
import type { Workbench } from './harness/workbench.ts';

const test = journeyOn(async () => {
  const server = await startModelServer(streamed(sampleAnswer));
  await server.saveLinks(sampleLinks);
  return server;
});

async function makeReady(desk: Workbench): Promise<void> {
  for (const { description } of sampleLinks) await desk.tick(description);
  await desk.content.fill(sampleContent);
}

type Failure = {
  readonly name: string;
  readonly answer: Answer;
  readonly message: string;
  readonly calls: number;
};

const failures: readonly Failure[] = [
  { name: 'no content', answer: atOnce(''), message: 'No content received from OpenAI', calls: 1 },
  { name: 'null content', answer: atOnce(null), message: 'No content received from OpenAI', calls: 1 },
  { name: 'no choice', answer: completion([]), message: 'No content received from OpenAI', calls: 1 },
  { name: 'a refused key', answer: refuse(401), message: problemMessages['provider-unauthorized'], calls: 1 },
  {
    name: 'a forbidden request',
    answer: refuse(403),
    message: problemMessages['provider-forbidden'],
    calls: 1,
  },
  {
    name: 'a bad request',
    answer: refuse(400),
    message: problemMessages['provider-refused-request'],
    calls: 1,
  },
  {
    name: 'an unknown model',
    answer: refuse(404),
    message: problemMessages['provider-model-missing'],
    calls: 1,
  },
  {
    name: 'a rate limit to the end',
    answer: refuse(429, {}, { 'retry-after': '0' }),
    message: problemMessages['provider-rate-limited'],
    calls: 3,
  },
  {
    name: 'a broken provider to the end',
    answer: refuse(500, {}, { 'retry-after': '0' }),
    message: problemMessages['provider-unavailable'],
    calls: 3,
  },
  {
    name: 'an answer that is no JSON',
    answer: respond(200, 'application/json', '<html>'),
    message: problemMessages['provider-reply-broken'],
    calls: 1,
  },
  {
    name: 'a stream that breaks off',
    answer: inOrder(streamHead, pieces(sampleAnswer.slice(0, 300)), pause(100), reset),
    message: problemMessages['provider-reply-cut'],
    calls: 1,
  },
  {
    name: 'a stream that ends too soon',
    answer: inOrder(streamHead, pieces(sampleAnswer.slice(0, 300)), end),
    message: problemMessages['provider-reply-cut'],
    calls: 1,
  },
];

test.for(failures)(
  '$name ends in an alert that says what to do',
  async (failure, { server, clearDesk: desk }) => {
    await makeReady(desk);
    server.provider.answerWith(failure.answer);
    const before = server.provider.calls.length;
    await desk.generate.click();
    expect(await desk.takeAlert()).toBe(failure.message);
    expect(server.provider.calls.length - before).toBe(failure.calls);
    // Nothing is lost: the same press can be tried again.
    expect(await desk.content.inputValue()).toBe(sampleContent);
    server.provider.answerWith(streamed(sampleAnswer));
    await desk.generate.click();
    await desk.waitForResult();
  },
);

test('a provider that recovers is asked again, and the user sees nothing of it', async ({
  server,
  clearDesk: desk,
}) => {
  await makeReady(desk);
  server.provider.answerWith(inTurn(refuse(503, {}, { 'retry-after': '0' }), streamed(sampleAnswer)));
  const before = server.provider.calls.length;
  await desk.generate.click();
  await desk.waitForResult();
  expect(server.provider.calls.length - before).toBe(2);
});

test('a failure that names nothing ends in the words for such failures', async ({ clearDesk: desk }) => {
  await makeReady(desk);
  await desk.page.route('**/api/generations', (route) => route.fulfill({ status: 500, body: 'broken' }));
  await desk.generate.click();
  expect(await desk.takeAlert()).toBe('Failed to generate alternatives. Please try again.');
  await desk.takeFaults(/500/);
  await desk.page.unroute('**/api/generations');
});

test('a server that dies on the way is told in an alert, and the content stays', async ({ open }) => {
  const mortal = await startModelServer(inOrder(streamHead, pieces(sampleAnswer.slice(0, 200)), hang));
  await mortal.saveLinks(sampleLinks);
  const desk = await open();
  // The page of another server, whose end is ours to choose.
  await desk.page.goto(mortal.url);
  await makeReady(desk);
  await desk.generate.click();
  await desk.page.getByText('Cooking begins').waitFor();
  await mortal.kill();
  expect(await desk.takeAlert()).toBe(problemMessages['network-failed']);
  expect(await desk.content.inputValue()).toBe(sampleContent);
  desk.faults.length = 0;
  await mortal.stop();
});
