import { ensureChromium } from '#scripts/chromium.ts';
import { runTool } from '#scripts/run-command.ts';

/** Builds the product if its sources have changed, and finds or installs Chromium, for a run of single tests. */
export async function setup(): Promise<void> {
  await ensureChromium();
  const { exitCode, output } = await runTool('tsx', ['tools/scripts/build.ts', '--if-needed']);
  if (exitCode !== 0) throw new Error(output);
}
