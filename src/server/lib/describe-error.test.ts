import { expect, test } from 'vitest';

import { UnfinishedError } from '#core/generation/finished-generation.ts';
import { ProblemError } from '#core/errors/problem-messages.ts';

import { describeError, failureName } from '#server/lib/describe-error.ts';

function errorOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

test('an error is described by its name, its code and its stack, without its message', () => {
  const error = errorOf(() => JSON.parse('{"text": my secret}'));
  expect(error).toMatchObject({ message: expect.stringContaining('secret') });
  const described = describeError(error);
  expect(described).toMatchObject({ type: 'SyntaxError', message: '' });
  expect(described.stack).toMatch(/^ {4}at .*describe-error\.test\.ts:\d+/m);
  expect(JSON.stringify(described)).not.toContain('secret');
});

test('a message of several lines that looks like a stack is left out', () => {
  const error = new Error('my\n    at secret (content.ts:1:1)\nsecret');
  expect(JSON.stringify(describeError(error))).not.toContain('secret');
  error.message = 'changed later';
  expect(describeError(error).stack).toBe('');
});

test('causes are described up to a depth, and other fields of an error are not', () => {
  const refused = Object.assign(new Error('secret'), {
    code: 'ECONNREFUSED',
    syscall: 'connect',
    body: 'secret',
  });
  const sqlite = Object.assign(new Error('secret'), { code: 'ERR_SQLITE_ERROR', errcode: 13, sql: 'secret' });
  const both = new AggregateError([refused, sqlite], 'secret', { cause: { secret: true } });
  const described = describeError(new ProblemError('storage-failed', { cause: both }));
  expect(described).toMatchObject({
    type: 'ProblemError',
    message: 'storage-failed',
    causes: [
      {
        type: 'AggregateError',
        causes: [
          { type: 'object' },
          { message: 'ECONNREFUSED, connect' },
          { message: 'ERR_SQLITE_ERROR, 13' },
        ],
      },
    ],
  });
  expect(JSON.stringify(described)).not.toContain('secret');
});

test('a string cause of our own code is included', () => {
  const error = new ProblemError('provider-unavailable', { cause: 'The provider answered with status 520.' });
  expect(describeError(error).message).toBe('provider-unavailable, The provider answered with status 520.');
});

test('a code that contains a sentence is left out', () => {
  expect(describeError(Object.assign(new Error('x'), { code: 'my secret', name: 'a secret' }))).toMatchObject(
    {
      type: 'Error',
      message: '',
    },
  );
});

test('the text of an unfinished generation is left out', () => {
  const report = {
    links: [],
    unknownUrls: [],
    sentencesAdded: 0,
    sentencesRewritten: 0,
    wordsAdded: 0,
    claims: [],
    sentencesKept: 0,
    sentencesTotal: 0,
    wordsChanged: 0,
    wordsTotal: 1,
    words: 1,
    linksExchanged: 0,
    dropped: [],
    moved: [],
  };
  const error = new UnfinishedError(new ProblemError('provider-reply-cut'), {
    text: 'secret',
    links: [],
    versions: { safe: 'secret', exploratory: '', experimental: '' },
    edits: { safe: [], exploratory: [], experimental: [] },
    report: { safe: report, exploratory: report, experimental: report },
    unfinished: ['exploratory', 'experimental'],
    usage: null,
  });
  expect(JSON.stringify(describeError(error))).not.toContain('secret');
});

test('errors that cause each other are described only to a depth', () => {
  const error = new Error('first');
  error.cause = new Error('second', { cause: error });
  expect(JSON.stringify(describeError(error)).length).toBeLessThan(20_000);
});

test('a full disk has the name of the system or of SQLite', () => {
  const full = { code: 'ERR_SQLITE_ERROR', sqliteCodeName: 'SQLITE_FULL', errcode: 13, sqliteCode: 13 };
  const noRoom = Object.assign(new Error('secret'), { ...full, systemErrno: 28 });
  const failed = new ProblemError('storage-failed', { cause: noRoom });
  expect(describeError(noRoom).message).toBe('ERR_SQLITE_ERROR, SQLITE_FULL, ENOSPC, 13');
  expect(failureName(failed)).toBe('ENOSPC');
  expect(failureName(Object.assign(new Error('secret'), full))).toBe('SQLITE_FULL');
  expect(failureName(Object.assign(new Error('secret'), { code: '53100' }))).toBe('53100');
  expect([failureName(new Error('secret')), failureName('secret')]).toEqual(['unknown', 'unknown']);
});
