import { expect } from 'vitest';

import type { FinishedGeneration } from '#core/generation/generation.ts';

import type { FaultOutcome } from './fault.ts';

/** A key that nobody may ever be told. */
export const secretKey = 'sk-secret-0123456789';

export const faultContent = 'Bread – 🍞.';
export const faultLink = { url: 'https://a.example/?ref=ü', description: 'boots' };

const woven = `${faultContent} [[good boots]]((${faultLink.url})) – 🥾.`;

/** What a provider without faults says of the content and the link: three versions. */
export const faultReply = ['SAFE', 'INTERESTING', 'CRAZY']
  .map((marker) => `VERSION: ${marker}\n${woven}\n`)
  .join('\n');

/** Limits of time that a loaded machine keeps, and those of a test that waits for them to pass. */
const patient = { totalMs: 100_000, firstTextMs: 60_000, idleMs: 60_000 };
const impatient = { totalMs: 3000, firstTextMs: 1500, idleMs: 1500 };

export function faultOptions(isSilent: boolean) {
  // With the dice at 1 the waits between tries are as short as they get.
  return { limits: isSilent ? impatient : patient, random: () => 1 };
}

/** What somebody who asked was told in the end. */
export type Told = {
  /** Null where there was no failure. */
  readonly code: string | null;
  readonly detail: string;
  readonly generation: FinishedGeneration | null;
  /** All that was said, for what must not stand in it. */
  readonly raw: string;
};

/** Checks everything about a failure but its words. */
export function expectOutcome(told: Told, { code, keeps }: FaultOutcome): void {
  expect(told.code).toBe(code);
  expect(told.raw).not.toMatch(/<html|<h1|<script|sk-|\.ts:|\\n\s+at |Error:/iu);
  const kept = keeps ? ['experimental'] : null;
  expect(told.generation?.unfinished ?? null).toEqual(code === null ? [] : kept);
  if (told.generation === null) return;
  const { versions, report } = told.generation;
  expect(versions).toEqual({ safe: woven, exploratory: woven, experimental: keeps ? '' : woven });
  expect(report.safe.links).toMatchObject([{ status: 'woven', times: 1 }]);
}
