import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { Page } from 'playwright-core';
import * as z from 'zod/mini';

const require = createRequire(import.meta.url);
const source = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const allRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const rulesOfColor = ['color-contrast', 'link-in-text-block'];
const violationsSchema = z.array(
  z.object({
    id: z.string(),
    help: z.string(),
    nodes: z.array(z.object({ html: z.string(), failureSummary: z.optional(z.string()) })),
  }),
);

/** Returns the faults that axe finds on the page, one line for each element. Target sizes of WCAG 2.2 are included. */
export function accessibilityFaults(page: Page): Promise<string[]> {
  return faultsBy(page, allRules);
}

/** Returns only the faults of colours, for the second theme of a page whose other rules were already checked. */
export function colorFaults(page: Page): Promise<string[]> {
  return faultsBy(page, rulesOfColor);
}

/** Returns the faults in the light theme and the colour faults in the dark one. Leaves the page in the light theme. */
export async function faultsInBothThemes(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await accessibilityFaults(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await colorFaults(page);
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark.map((fault) => `in the dark theme: ${fault}`)];
}

async function faultsBy(page: Page, runOnly: readonly string[]): Promise<string[]> {
  // Finishes short animations, because axe would measure colours in transition. Endless ones, such as a spinner, stay.
  // The end of one inherited colour transition may start another.
  const hasAxe = await page.evaluate(() => {
    const isShort = ({ effect, playState }: Animation) =>
      playState !== 'finished' && Number(effect?.getComputedTiming().endTime ?? 0) <= 1000;
    const moving = () => document.getAnimations().filter(isShort);
    for (let motions = moving(); motions.length > 0; motions = moving())
      for (const motion of motions) motion.finish();
    return 'axe' in window;
  });
  if (!hasAxe) await page.evaluate(`${source}; 0`);
  const options = JSON.stringify({ runOnly, resultTypes: ['violations'] });
  const found = await page.evaluate(`axe.run(document, ${options}).then(({ violations }) => violations)`);
  return violationsSchema
    .parse(found)
    .flatMap(({ id, help, nodes }) =>
      nodes.map((node) => `${id}: ${help}: ${node.html}: ${node.failureSummary ?? ''}`),
    );
}
