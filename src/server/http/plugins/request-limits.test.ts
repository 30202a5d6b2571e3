import { expect, onTestFinished, test } from 'vitest';

import { openTestApp } from '#server/test-app.ts';

const [flooding, other] = ['192.0.2.1', '192.0.2.2'];

test('a visitor whose requests are refused again and again has to wait, and other visitors do not', async () => {
  const { app } = await openTestApp({ refusalsPerSecond: 0.01, environment: { TRUST_PROXY: 'loopback' } });
  onTestFinished(() => {
    // An aborted fetch leaves a connection that was never used. It does not count as idle.
    app.server.closeAllConnections();
    return app.close();
  });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const headersOf = (address: string) => ({
    'x-forwarded-for': address,
    'content-type': 'application/json',
  });
  async function save(address: string, name: string, signal?: AbortSignal): Promise<number> {
    const body = JSON.stringify({ url: `https://a.example/${name}`, description: name });
    const headers = headersOf(address);
    const answer = await fetch(`${origin}/api/links`, {
      method: 'POST',
      headers,
      body,
      signal: signal ?? null,
    });
    await answer.text();
    return answer.status;
  }
  const readList = async (address: string) =>
    (await fetch(`${origin}/api/links`, { headers: headersOf(address) })).text();

  for (let refused = 0; refused < 31; refused += 1) {
    const options = { method: 'POST', headers: headersOf(flooding), body: '{}' };
    expect(await (await fetch(`${origin}/api/links`, options)).text()).toContain('400');
  }
  const done: string[] = [];
  const leaving = new AbortController();
  const left = save(flooding, 'left', leaving.signal).catch(() => done.push('left'));
  const held = save(flooding, 'held').then((status) => done.push(`held ${status}`));
  await readList(flooding).then(() => done.push('the same address reads'));
  await save(other, 'other').then((status) => done.push(`other ${status}`));
  leaving.abort();
  await left;
  await held;

  expect(done).toEqual(['the same address reads', 'other 201', 'left', 'held 201']);
  const list = await readList(other);
  expect(['other', 'held', 'left'].map((name) => list.includes(`https://a.example/${name}`))).toEqual([
    true,
    true,
    false,
  ]);
});
