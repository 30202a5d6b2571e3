import { describe, expect, test } from 'vitest';

import { formatOf } from '#core/document/text-format.ts';
import { memoizeWeakly } from '#core/lib/helpers.ts';
import { atScale } from '#scripts/at-scale.ts';

import { readDocumentCases } from './document-cases.ts';
import { placeAll } from './document-edits.ts';
import { changeOf, disclosureFault } from './document-readings.ts';
import { foreignTouches, missingTouches } from './document-touches.ts';

const documents = readDocumentCases();
const placed = memoizeWeakly(placeAll);

describe('of the documents of the dialects', () => {
  test.each(documents)('$file is $format', (entry) => {
    expect(formatOf(entry.content)).toBe(entry.format);
  });

  test.each(documents)('$file is only touched where it may be', (entry) => {
    expect(foreignTouches(entry, placed(entry))).toEqual([]);
  });

  test.each(documents)('$file gets an edit wherever one may be', (entry) => {
    expect(missingTouches(entry, placed(entry))).toEqual([]);
  });

  test.each(documents)('$file reads the same besides an edit', (entry) => {
    // The readers take long, so most links are left out.
    const read = placed(entry).filter(
      ({ action }, index) => action !== 'link' || index % atScale(3, 1) === 0,
    );
    expect(read.flatMap((each) => changeOf(entry, each) ?? [])).toEqual([]);
  });

  test.each(documents)(
    '$file has one disclosure, where text may be written and above the first link',
    (entry) => {
      expect(disclosureFault(entry, placed(entry))).toBeNull();
    },
  );
});
