import process from 'node:process';

import * as fc from 'fast-check';

/** For `npm run fuzz`: cases that nobody has seen yet. */
const isExploring = process.env['PROPERTY_SEED'] === 'random';
const seed = Number(process.env['PROPERTY_SEED'] ?? 20_261_122);

// The same code is tried on the same cases: a red run is about the change, and can be repeated.
if (!isExploring) fc.configureGlobal({ seed });
