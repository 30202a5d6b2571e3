import type { Rolldown } from 'vite';

/** The parts that a part cannot begin without, also where parts import each other. */
export function importsOf(name: string, bundle: Rolldown.OutputBundle): string[] {
  const found = new Set([name]);
  for (const each of found) {
    const part = bundle[each];
    if (part?.type === 'chunk') for (const file of part.imports) found.add(file);
  }
  found.delete(name);
  return [...found];
}
