import { expect, onTestFinished, test } from 'vitest';

import { openTestApp } from '#server/test-app.ts';

async function ask(environment: Record<string, string>, url = '/.well-known/security.txt') {
  const { app } = await openTestApp({ environment });
  onTestFinished(() => app.close());
  return app.inject({ url });
}

const contact = {
  SECURITY_CONTACT:
    ' mailto:security@links.example.com, https://links.example.com/report ,tel:+1-201-555-0123',
  SECURITY_EXPIRES: '2027-06-30',
};

test('the contact for security reports is served as RFC 9116 requires', async () => {
  const { statusCode, headers, body } = await ask({
    ...contact,
    SECURITY_POLICY: 'https://links.example.com/policy',
  });
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(body).toBe(`Contact: mailto:security@links.example.com
Contact: https://links.example.com/report
Contact: tel:+1-201-555-0123
Expires: 2027-06-30T00:00:00.000Z
Policy: https://links.example.com/policy
Preferred-Languages: en
`);
});

test('without a policy there is no policy line, and without a contact there is no file', async () => {
  expect((await ask(contact)).body).not.toContain('Policy');
  expect((await ask({})).statusCode).toBe(404);
  expect((await ask({ SECURITY_EXPIRES: '2027-06-30' })).statusCode).toBe(404);
});
