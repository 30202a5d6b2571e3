import { request } from 'node:http';
import { text } from 'node:stream/consumers';

import { expect, onTestFinished, test } from 'vitest';

import { scoreByObservatory, type BrowserAnswer } from '#server/test-observatory.ts';

import { startServer } from './harness/server.ts';

/** Requests the page as a TLS proxy for the host on this machine would. */
function askBehindTls(url: string): Promise<BrowserAnswer> {
  const headers = { host: 'links.example', 'x-forwarded-proto': 'https', accept: 'text/html' };
  return new Promise((resolve, reject) => {
    request(url, { headers })
      .once('response', (answer) => {
        text(answer).then((body) => resolve({ headers: answer.headers, body }), reject);
      })
      .once('error', reject)
      .end();
  });
}

test('the built page scores at least 130 points in the Observatory with the default settings of the server', async () => {
  const server = await startServer({
    ALLOWED_HOSTS: 'links.example',
    TRUST_PROXY: 'loopback',
    WORKSPACE: 'own',
  });
  onTestFinished(() => server.stop());
  const page = await askBehindTls(server.url);
  expect(page.body).toContain('<script type="module"');
  const { total, points } = scoreByObservatory(page);
  expect(Object.entries(points).filter(([, each]) => each < 0)).toEqual([]);
  expect(total).toBeGreaterThanOrEqual(130);
  const missing = scoreByObservatory(await askBehindTls(`${server.url}/nothing`));
  expect(missing.total).toBeGreaterThanOrEqual(130);
});
