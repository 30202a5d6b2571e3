import { setTimeout as sleep } from 'node:timers/promises';

/** Asks again while the server refuses because the machine is busy: nothing has been begun then. */
export async function fetchWhenFree(address: string, init: RequestInit): Promise<Response> {
  for (;;) {
    const answer = await fetch(address, init);
    if (answer.status !== 503 || !(await answer.clone().text()).includes('"server-busy"')) return answer;
    await sleep(500);
  }
}
