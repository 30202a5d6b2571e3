const whole = new Set<string>();

/**
 * Imports a part once its files are in the browser's cache. A browser may keep the failure of an import for as long as
 * the page stands, the failure of a fetch never: so the next try may succeed.
 */
export async function importFetched<Part>(
  load: () => Promise<Part>,
  files: readonly string[],
): Promise<Part> {
  await Promise.all(files.filter((file) => !whole.has(file)).map(fetchWhole));
  return load();
}

async function fetchWhole(file: string): Promise<void> {
  const answer = await fetch(file);
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  await answer.arrayBuffer();
  whole.add(file);
}
