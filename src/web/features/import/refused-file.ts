import { csvLine, guardCell } from '#core/link-files/csv-cell.ts';

import type { RefusedLink } from './import-run.ts';

/** What was refused, as a CSV file that says why: to be mended and imported again. */
export function refusedFile(links: readonly RefusedLink[]): Blob {
  const lines = links.map(({ row, url, description, reason }) =>
    csvLine([String(row), guardCell(url), guardCell(description), reason]),
  );
  return new Blob(['﻿', csvLine(['row', 'url', 'description', 'reason']), ...lines], {
    type: 'text/csv;charset=utf-8',
  });
}
