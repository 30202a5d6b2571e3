import process from 'node:process';

import * as fc from 'fast-check';
import { afterAll, vi } from 'vitest';

// Each run uses the same random cases, so that a failure is caused by the change and can be repeated. `npm run fuzz`
// uses other seeds.
fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 20_261_122) });

// Files of a worker share their globals, so what a file replaces and leaves would be seen by the next one.
afterAll(() => void vi.unstubAllGlobals());
