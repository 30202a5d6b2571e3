import type { Rolldown } from 'vite';

/** Returns all chunks that a chunk imports, directly or indirectly. Chunks may import each other. */
export function importsOf(name: string, bundle: Rolldown.OutputBundle): string[] {
  const found = new Set([name]);
  for (const each of found) {
    const part = bundle[each];
    if (part?.type === 'chunk') for (const file of part.imports) found.add(file);
  }
  found.delete(name);
  return [...found];
}

/** Returns the style sheets of chunks in the order of use: the styles of an imported chunk come first. */
export function stylesOf(names: readonly string[], bundle: Rolldown.OutputBundle): string[] {
  const styles = names.toReversed().flatMap((name) => {
    const part = bundle[name];
    return part?.type === 'chunk' ? [...(part.viteMetadata?.importedCss ?? [])] : [];
  });
  return [...new Set(styles)];
}
