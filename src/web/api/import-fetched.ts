const fetched = new Map<string, Promise<void>>();

/**
 * Imports a part once its files are in the browser's cache. A browser may keep the failure of an import for as long as
 * the page stands, the failure of a fetch never: so the next try may succeed.
 */
export async function importFetched<Part>(
  load: () => Promise<Part>,
  files: readonly string[],
): Promise<Part> {
  await Promise.all(files.map(fetchOnce));
  return load();
}

function fetchOnce(file: string): Promise<void> {
  const known = fetched.get(file);
  if (known !== undefined) return known;
  const fetching = fetchWhole(file);
  fetched.set(file, fetching);
  fetching.catch(() => fetched.delete(file));
  return fetching;
}

async function fetchWhole(file: string): Promise<void> {
  const answer = await fetch(file);
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  await answer.arrayBuffer();
}
