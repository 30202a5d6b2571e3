import { keptFile, keptPage } from './page-store.ts';

/** Milliseconds that the network has to answer before the page is shown as it was kept. */
const patience = 3000;

/**
 * The page as the network has it, so that nobody who is online gets an old one. What the network says is shown as it is,
 * a login or a refusal too; only silence, slowness and a broken server give the page that was kept.
 */
export async function answerPage(network: Promise<Response>): Promise<Response> {
  const answer = await Promise.race([network.catch(() => null), after(patience)]);
  if (answer !== null && answer.status < 500) return answer;
  return (await keptPage().catch(() => undefined)) ?? network;
}

/** A file whose name is a hash of its content is the same everywhere. */
export async function answerFile(request: Request): Promise<Response> {
  return (await keptFile(request).catch(() => undefined)) ?? fetch(request);
}

function after(milliseconds: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), milliseconds));
}
