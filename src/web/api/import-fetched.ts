/**
 * Imports a part after its files are in the browser's cache and its styles apply. A browser may remember a failed
 * import until the page is closed, but not a failed fetch. So the next try may succeed.
 */
export async function importFetched<Part>(
  load: () => Promise<Part>,
  files: readonly string[],
): Promise<Part> {
  await Promise.all(files.map((file) => once(whole, file, fetchWhole)));
  const styles = files.filter((file) => file.endsWith('.css'));
  await Promise.all(styles.map((file) => once(applied, file, applyStyles)));
  return load();
}

type Steps = Map<string, Promise<void>>;

const whole: Steps = new Map();
const applied: Steps = new Map();

/** Runs a step once for each file. A step that failed runs again at the next call. */
function once(steps: Steps, file: string, take: (file: string) => Promise<void>): Promise<void> {
  const before = steps.get(file);
  if (before !== undefined) return before;
  const step = take(file);
  steps.set(file, step);
  step.catch(() => steps.delete(file));
  return step;
}

async function fetchWhole(file: string): Promise<void> {
  const answer = await fetch(file);
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  await answer.arrayBuffer();
}

function applyStyles(file: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      reject(new Error(file));
    });
    link.rel = 'stylesheet';
    link.href = file;
    document.head.append(link);
  });
}
