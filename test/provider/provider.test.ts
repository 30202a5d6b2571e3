import { expect, test } from 'vitest';

import type { ChosenLink } from '#core/links/link.ts';
import { writePrompt } from '#core/prompt/write-prompt.ts';
import { writeModelTexts } from './write-as-model.ts';

import { ownCases } from './corpus/corpus-cases.ts';
import { atOnce, streamed } from './completion-steps.ts';
import { inTurn } from './exchange.ts';
import { startProvider } from './provider.ts';
import { refuse } from './steps.ts';
import { writeFromPrompt } from './write-from-prompt.ts';

const system = { role: 'system', content: 'a' };
const user = { role: 'user', content: 'b' };
const body = { model: 'm', temperature: 0.7, messages: [system, user] };

async function ask(baseUrl: string, asked: unknown) {
  const answer = await fetch(`${baseUrl}/chat/completions`, { method: 'POST', body: JSON.stringify(asked) });
  return { status: answer.status, text: await answer.text() };
}

test('a valid call is answered in turn and recorded', async () => {
  const provider = await startProvider(inTurn(refuse(503), atOnce('one'), streamed('two')));
  expect((await ask(provider.baseUrl, body)).status).toBe(503);
  expect((await ask(provider.baseUrl, body)).text).toContain('"content":"one"');
  expect((await ask(provider.baseUrl, body)).text).toMatch(/"content":"two"[^]*data: \[DONE\]\n\n$/);
  expect((await ask(provider.baseUrl, body)).text).toContain('"content":"two"');
  expect(provider.calls.map((call) => [call.body, call.abortedAt])).toEqual(
    Array.from({ length: 4 }, () => [body, null]),
  );
  await provider.close();
});

test.each([
  {},
  { ...body, model: undefined },
  { ...body, temperature: '0.7' },
  { ...body, messages: [user, system] },
  { ...body, messages: [system, user, user] },
  { ...body, user: 'someone' },
])('an invalid call (%j) is refused and counted', async (asked) => {
  const provider = await startProvider(atOnce('one'));
  expect((await ask(provider.baseUrl, asked)).status).toBe(400);
  expect(provider.calls).toMatchObject([{ body: null }]);
  await provider.close();
});

test('a text at a pace takes its time', async () => {
  const provider = await startProvider(streamed('a'.repeat(20), { size: 5, speed: 100 }));
  const began = Date.now();
  await ask(provider.baseUrl, body);
  expect(Date.now() - began).toBeGreaterThanOrEqual(180);
  await provider.close();
});

test('our own prompt can be parsed back into its content and links', () => {
  const real = ownCases[0]?.content ?? '';
  const links: ChosenLink[] = [
    { id: '0', url: 'https://a.example/?a=(1)&b=[2]', description: 'hiking boots', integrations: 1 },
    { id: '1', url: 'https://b.example/', description: 'rain jacket', integrations: 1 },
  ];
  for (const content of [real, `${real}\n======\n\nLINKS:\n1. description: no\n   url: no\n   count: 1`]) {
    const prompt = writePrompt(content, links);
    const reply = writeFromPrompt([
      { role: 'system', content: prompt.system },
      { role: 'user', content: prompt.user },
    ]);
    const own = links.map((link, index) => ({ ...link, url: `https://label.example/L${index + 1}` }));
    expect(reply).toBe(writeModelTexts(content, own).replaceAll('((https://label.example/', '(('));
  }
});
