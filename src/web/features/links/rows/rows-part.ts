import { useEffect, useState } from 'react';
import type { ComponentType } from 'react';

import type { RowsProps } from './plain-rows.tsx';

let loaded: ComponentType<RowsProps> | null = null;

/** What draws many rows, fetched when they are likely. Null until it is there, and for ever if it does not come. */
export function useVirtualRows(isLikely: boolean): ComponentType<RowsProps> | null {
  const [rows, setRows] = useState(() => loaded);

  useEffect(() => {
    async function load(): Promise<void> {
      const { VirtualRows } = await import('./virtual-rows.tsx');
      loaded = VirtualRows;
      setRows(() => VirtualRows);
    }
    // Not needed to go on: without it, all rows are drawn.
    if (isLikely) load().catch(() => {});
  }, [isLikely]);

  return rows;
}
