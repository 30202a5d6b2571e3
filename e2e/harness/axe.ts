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

/** What axe finds wrong with the page as it stands, a line for each element; the target size of WCAG 2.2 included. */
export function accessibilityFaults(page: Page): Promise<string[]> {
  return faultsBy(page, allRules);
}

/** The same of colours alone: for the other theme of a page that was looked at, which has its own colours and nothing else. */
export function colorFaults(page: Page): Promise<string[]> {
  return faultsBy(page, rulesOfColor);
}

/** What is wrong in the light theme, and with the colours of the dark one; afterwards the page is light. */
export async function faultsInBothThemes(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await accessibilityFaults(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await colorFaults(page);
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark.map((fault) => `in the dark theme: ${fault}`)];
}

async function faultsBy(page: Page, runOnly: readonly string[]): Promise<string[]> {
  // Short motion that has not ended would be measured with half-faded colours. A spinner never ends. Where a color that
  // is inherited comes to its end, another one may only begin.
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
