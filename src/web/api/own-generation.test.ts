import { testLink } from '#core/links/test-link.ts';
import { ApiError } from './send.ts';
import { expect, test } from 'vitest';

import {
  faultContent,
  faultLink,
  faultOptions,
  faultReply,
  expectOutcome,
  secretKey,
  type FaultResult,
} from '#provider/faults/fault-sample.ts';
import { relinkEdits, resolveRelinks } from '#core/relink/relink-edits.ts';
import { ownKeyMessages } from '#core/errors/problem-messages.ts';
import { atOnce, streamed } from '#provider/completion-steps.ts';
import { startProvider } from '#provider/provider.ts';
import { faultPerOutcome } from '#provider/faults/faults.ts';
import { refuse, respond } from '#provider/steps.ts';
import { openFault } from '#provider/faults/open-fault.ts';

import { generateByOwnKey } from './own-generation.ts';

const link = testLink(faultLink);

async function ask(baseUrl: string, isSilent: boolean): Promise<FaultResult> {
  const provider = { baseUrl, apiKey: secretKey, model: 'gpt-4' };
  const writer = { kind: 'own', provider, protocol: 'edits', findLinks: async () => [link] } as const;
  const order = { content: faultContent, linkIds: ['a'] };
  try {
    const { signal } = new AbortController();
    const generation = await generateByOwnKey(
      writer,
      order,
      { signal, onEvent: () => {} },
      faultOptions(isSilent),
    );
    return { code: null, detail: '', generation, raw: '' };
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure;
    const { code, message: detail, generation } = failure;
    return { code, detail, generation, raw: JSON.stringify([detail, generation]) };
  }
}

test.concurrent.for(faultPerOutcome)(
  '$fault.name, $way, is reported to a visitor with an own key',
  async ({ fault, way }) => {
    const site = await openFault(fault, way, faultReply);
    const told = await ask(site.baseUrl, fault.isSilent);
    expectOutcome(told, fault.outcome[way]);
    const { message, ownMessage = message } = fault.outcome[way];
    if (ownMessage !== undefined) expect(told.detail).toBe(ownMessage);
    // The operator of this site cannot help with a visitor's key.
    expect(told.detail).not.toContain('this site');
    if (site.provider !== null) {
      expect(site.provider.calls).toHaveLength(fault.outcome[way].calls);
      for (const { headers } of site.provider.calls)
        expect(headers.authorization).toBe(`Bearer ${secretKey}`);
    }
    expect(site.strayCalls).toEqual([]);
    await site.close();
  },
);

test.each([
  [
    respond(404, 'text/plain', '404 page not found'),
    'There are no chat completions at this base URL. Please check it: most base URLs end in /v1.',
  ],
  [
    refuse(404, { code: 'model_not_found' }),
    'The AI provider doesn’t have the model “gpt-4”. It has these: “gpt-4.1” Please choose one of them.',
  ],
  [refuse(404, { message: 'only supported in v1/responses' }), ownKeyMessages['provider-no-chat']],
  [
    refuse(429, { message: 'Tokens per day (TPD): used up. Please try again in 3h0m1s.' }),
    'Your daily limit with the AI provider is reached. Please try again in 4 hours.',
  ],
  [
    atOnce('I cannot do that.'),
    'The AI model wrote no versions. It replied: “I cannot do that.” Please change your text or your links, or use the built-in writer.',
  ],
])('a visitor with an own key is told what to change', async (answer, message) => {
  const models = { data: [{ id: 'gpt-4.1' }] };
  const isListed = message?.includes('gpt-4.1') === true;
  const pages = (path: string) => (isListed && path === '/v1/models' ? models : undefined);
  const provider = await startProvider(answer, { pages });
  expect((await ask(provider.baseUrl, false)).detail).toBe(message);
  await provider.close();
});

test('instructions reach the own provider, and too long ones are refused', async () => {
  const provider = await startProvider(streamed('VERSION: SAFE\nINSERT 1: [[A knife]]((L1)).\n'));
  const own = { baseUrl: provider.baseUrl, apiKey: secretKey, model: 'gpt-4' };
  const writer = { kind: 'own', provider: own, protocol: 'edits', findLinks: async () => [link] } as const;
  const options = { signal: new AbortController().signal, onEvent: () => {} };
  const order = { content: faultContent, linkIds: ['a'] };
  expect(await generateByOwnKey(writer, { ...order, instructions: 'friendly' }, options)).toMatchObject({
    instructions: 'friendly',
  });
  expect(JSON.stringify(provider.calls[0]?.body)).toContain('friendly');
  await expect(
    generateByOwnKey(writer, { ...order, instructions: 'x'.repeat(301) }, options),
  ).rejects.toMatchObject({
    code: 'instructions-too-long',
  });
  await provider.close();
});

test('a generation with an own key has the accepted relinks, as one of the server has', async () => {
  const provider = await startProvider(streamed('VERSION: SAFE\nINSERT 1: [[A knife]]((L1)).\n'));
  const own = { baseUrl: provider.baseUrl, apiKey: secretKey, model: 'gpt-4' };
  const pot = testLink({ ...faultLink, id: 'pot', url: 'https://shop.example/pot?ref=me' });
  const findLinks = async (ids: readonly string[]) => [link, pot].filter(({ id }) => ids.includes(id));
  const writer = { kind: 'own', provider: own, protocol: 'edits', findLinks } as const;
  const content = `${faultContent} A [pot](https://shop.example/pot).`;
  const relinks = [{ from: 'https://shop.example/pot', source: { linkId: 'pot' } }];
  const order = { content, linkIds: [link.id], relinks };
  const options = { signal: new AbortController().signal, onEvent: () => {} };
  const { edits, report } = await generateByOwnKey(writer, order, options);
  const expected = relinkEdits(content, resolveRelinks(relinks, [pot]));
  expect(edits.safe.filter(({ relink }) => relink !== undefined)).toEqual(expected);
  expect(expected).toHaveLength(1);
  expect(report.safe.linksExchanged).toBe(1);
  await provider.close();
});
