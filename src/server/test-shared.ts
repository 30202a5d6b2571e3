import path from 'node:path';

import { inject } from 'vitest';

/** Returns the address of the PostgreSQL server of this run. Tests make their own databases on it and remove them. */
export function sharedPostgres(): Promise<string> {
  return take('postgres');
}

/** Returns the file of a program to start as a process. */
export async function sharedProgram(
  name: 'main' | 'cli' | 'thread' | 'link-process' | 'order-process',
): Promise<string> {
  return path.resolve(await take('programs'), `${name}.js`);
}

async function take(part: string): Promise<string> {
  const answer = await fetch(`${inject('sharedParts')}/${part}`);
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}
