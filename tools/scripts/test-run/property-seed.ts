import process from 'node:process';

import * as fc from 'fast-check';

// Each run uses the same random cases, so that a failure is caused by the change and can be repeated. `npm run fuzz`
// uses other seeds.
fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 20_261_122) });
