import process from 'node:process';

import * as fc from 'fast-check';

// The same code is tried on the same cases: a red run is about the change, and can be repeated.
// `npm run fuzz` names others.
fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 20_261_122) });
