import { expect } from 'vitest';

import { problemSchema } from '#contract/problem.ts';

import { apiHeaders, securityHeaders } from './http/plugins/security.ts';

type Answer = { readonly statusCode: number; readonly headers: object; readonly body: string };

/** Returns the status, code and detail of an answer. Fails if it is not a problem with all headers. */
export async function problemOf(answer: Promise<Answer>): Promise<[number, string, string]> {
  const { statusCode, headers, body } = await answer;
  expect(headers).toMatchObject({
    'content-type': 'application/problem+json; charset=utf-8',
    'cache-control': 'no-store',
    ...('permissions-policy' in headers ? securityHeaders : apiHeaders),
  });
  const problem = problemSchema.parse(JSON.parse(body));
  expect(problem).toMatchObject({ type: 'about:blank', status: statusCode });
  expect(Object.keys(problem).filter((name) => name !== 'requestId')).toEqual([
    'type',
    'title',
    'status',
    'code',
    'detail',
  ]);
  if ('x-request-id' in headers) expect(problem.requestId).toBe(headers['x-request-id']);
  return [statusCode, problem.code, problem.detail];
}
