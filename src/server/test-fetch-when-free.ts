import { setTimeout as sleep } from 'node:timers/promises';

/** Repeats a request while the server refuses it because the machine is busy. */
export async function fetchWhenFree(address: string, init: RequestInit): Promise<Response> {
  for (;;) {
    const answer = await fetch(address, init);
    if (answer.status !== 503 || !(await answer.clone().text()).includes('"server-busy"')) return answer;
    await sleep(500);
  }
}
