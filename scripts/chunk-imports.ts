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

/** The style sheets of parts, in the order in which they are to apply: those of what a part imports before its own. */
export function stylesOf(names: readonly string[], bundle: Rolldown.OutputBundle): string[] {
  const styles = names.toReversed().flatMap((name) => {
    const part = bundle[name];
    return part?.type === 'chunk' ? [...(part.viteMetadata?.importedCss ?? [])] : [];
  });
  return [...new Set(styles)];
}
