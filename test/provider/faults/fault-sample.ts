import { expect } from 'vitest';

import type { FinishedGeneration } from '#core/generation/finished-generation.ts';

import type { FaultOutcome } from './fault.ts';

/** A key that must never appear in an answer. */
export const secretKey = 'sk-secret-0123456789';

export const faultContent = 'Bread – 🍞.';
export const faultLink = { url: 'https://a.example/?ref=ü', description: 'boots' };

const woven = `${faultContent} [[good boots]]((${faultLink.url})) – 🥾.`;

/** The answer of a provider without faults: three versions. */
export const faultReply = ['SAFE', 'INTERESTING', 'CRAZY']
  .map((marker) => `VERSION: ${marker}\n${woven}\n`)
  .join('\n');

/** Timeouts that a loaded machine does not reach, and short timeouts for tests that wait for them. */
const longTimeouts = { totalMs: 100_000, firstTextMs: 60_000, idleMs: 60_000, countMs: 500 };
const shortTimeouts = { totalMs: 6000, firstTextMs: 3000, idleMs: 1500 };

export function faultOptions(isSilent: boolean) {
  // With the random number 1 the waits between tries are as short as possible.
  return { limits: isSilent ? shortTimeouts : longTimeouts, random: () => 1 };
}

/** The answer that the client received in the end. */
export type FaultResult = {
  /** Null if there was no failure. */
  readonly code: string | null;
  readonly detail: string;
  readonly generation: FinishedGeneration | null;
  /** The whole answer, to check that it does not contain certain texts. */
  readonly raw: string;
};

/** Checks a failure, except for its message. */
export function expectOutcome(result: FaultResult, { code, keeps }: FaultOutcome): void {
  expect(result.code).toBe(code);
  expect(result.raw).not.toMatch(/<html|<h1|<script|sk-|\.ts:|\\n\s+at |Error:/iu);
  const kept = keeps ? ['experimental'] : null;
  expect(result.generation?.unfinished ?? null).toEqual(code === null ? [] : kept);
  if (result.generation === null) return;
  const { versions, report } = result.generation;
  expect(versions).toEqual({ safe: woven, exploratory: woven, experimental: keeps ? '' : woven });
  expect(report.safe.links).toMatchObject([{ status: 'woven', times: 1 }]);
}
