import os from 'node:os';
import { parentPort } from 'node:worker_threads';

import { serveTasks } from './worker-pool/tasks.ts';

/** The priority is lower than that of the thread that answers requests. */
const niceness = 5;

// On Linux this sets the priority of the thread. Other systems would change the whole process.
if (process.platform === 'linux') os.setPriority(niceness);
if (parentPort !== null) serveTasks(parentPort);
