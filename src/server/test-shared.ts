import path from 'node:path';

import { inject } from 'vitest';

/** The address of the PostgreSQL of this run. Databases are made on it, and removed by who made them. */
export function sharedPostgres(): Promise<string> {
  return take('postgres');
}

/** The file of a program to start as a process of its own. */
export async function sharedProgram(
  name: 'main' | 'worker' | 'link-process' | 'ledger-process',
): Promise<string> {
  return path.resolve(await take('programs'), `${name}.js`);
}

async function take(part: string): Promise<string> {
  const answer = await fetch(`${inject('sharedParts')}/${part}`);
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}
