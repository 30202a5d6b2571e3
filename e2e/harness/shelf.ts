import { expect } from 'vitest';

import type { Workbench } from './workbench.ts';

/** One desk that goes from test to test. */
export type Shelf = {
  /** The desk as it is after Reset. */
  take(): Promise<Workbench>;
  /** The next one who takes gets a new desk. */
  drop(): Promise<void>;
};

export function createShelf(open: () => Promise<Workbench>): Shelf {
  let kept: Workbench | null = null;

  return {
    async take() {
      const desk = (kept ??= await open());
      await desk.reset.click();
      await desk.page.getByRole('tab', { selected: true, name: 'Safe' }).waitFor();
      expect(await desk.content.inputValue()).toBe('');
      expect(await desk.page.getByRole('checkbox', { checked: true }).count()).toBe(0);
      expect(await desk.button(/^Cop/).count()).toBe(0);
      return desk;
    },
    async drop() {
      await kept?.close();
      kept = null;
    },
  };
}
