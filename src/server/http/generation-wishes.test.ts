import { expect, test } from 'vitest';

import { streamed } from '#provider/completion-steps.ts';
import { serveGenerations, usualReply } from '#provider/serve-generations.ts';

const key = 'b6a1a1f0-5f0c-4c4e-9d1f-0d6f0f6b7a12';

test('instructions reach the model without blanks around them, and come back with the result', async () => {
  const { ask, order, provider } = await serveGenerations(streamed(usualReply));
  const answer = await ask({ body: { ...order, instructions: ' friendly,\nsecond person ' } });
  expect(answer).toMatchObject({ status: 200, body: { instructions: 'friendly,\nsecond person' } });
  expect(JSON.stringify(provider.calls[0]?.body)).toContain('friendly, second person');
  expect((await ask()).body).not.toHaveProperty('instructions');
});

test('too long instructions are refused before they cost anything', async () => {
  const { ask, order, provider } = await serveGenerations(streamed(usualReply));
  expect(await ask({ body: { ...order, instructions: 'x'.repeat(301) } })).toMatchObject({
    status: 400,
    body: {
      code: 'instructions-too-long',
      detail: 'Your instructions are too long. Please shorten them to at most 300 characters and try again.',
    },
  });
  expect(await ask({ body: { ...order, instructions: 7 } })).toMatchObject({
    status: 400,
    body: { code: 'content-and-links-required' },
  });
  expect(provider.calls).toHaveLength(0);
});

test('one key with other instructions is refused, and with the same ones it is one call', async () => {
  const { ask, order, provider } = await serveGenerations(streamed(usualReply));
  const body = { ...order, instructions: 'friendly' };
  const first = await ask({ key, body });
  expect((await ask({ key, body: { ...body, instructions: 'friendly ' } })).body).toEqual(first.body);
  for (const instructions of ['formal', '', undefined])
    expect(await ask({ key, body: { ...order, instructions } })).toMatchObject({ status: 422 });
  expect(provider.calls).toHaveLength(1);
});

test('a wished anchor is named to the model, and its quotes are in no description', async () => {
  const { ask, order, links, provider } = await serveGenerations(streamed(usualReply));
  const { id } = await links.create('shared', {
    url: 'https://b.example/',
    description: 'French press anchor: "AeroPress coffee maker" #kitchen',
  });
  const { body } = await ask({ body: { ...order, linkIds: [id] } });
  expect(body).toMatchObject({ links: [{ description: 'French press', anchor: 'AeroPress coffee maker' }] });
  expect(JSON.stringify(provider.calls[0]?.body)).toContain(
    String.raw`description: French press | anchor: \"AeroPress coffee maker\" | url: b.example/ |`,
  );
});
