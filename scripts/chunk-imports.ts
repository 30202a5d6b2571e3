import type { Rolldown } from 'vite';

/** The parts that a part cannot begin without. */
export function importsOf(name: string, bundle: Rolldown.OutputBundle): string[] {
  const part = bundle[name];
  if (part?.type !== 'chunk') return [];
  return part.imports.flatMap((each) => [each, ...importsOf(each, bundle)]);
}
