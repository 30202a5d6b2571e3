import os from 'node:os';
import process from 'node:process';
import { parentPort } from 'node:worker_threads';

import { serveTasks } from './worker-pool/serve-tasks.ts';

/** Less urgent than to answer requests. */
const niceness = 5;

// Only on Linux is it the thread's own.
if (process.platform === 'linux') os.setPriority(niceness);
if (parentPort !== null) serveTasks(parentPort);
