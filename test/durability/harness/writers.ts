import type { Ledger, LiveLink } from './ledger.ts';
import type { Answer, LinksClient } from './links-client.ts';
import { fieldsOf } from './numbered-link.ts';
import type { Random } from './random.ts';

const writerCount = 8;

export type Writing = {
  readonly client: LinksClient;
  readonly ledger: Ledger;
  readonly random: Random;
  /** Returns a number that no link has used yet. */
  readonly nextNumber: () => number;
  readonly onAnswer?: (answer: Answer) => void;
  readonly isOver?: () => boolean;
};

/** Creates, changes and deletes links in parallel, until the server ends or `isOver` returns true. */
export async function writeLinks(writing: Writing): Promise<void> {
  const live = writing.ledger.live();
  const shares = Array.from({ length: writerCount }, (_, writer) =>
    live.filter(({ number }) => number % writerCount === writer),
  );
  await Promise.all(shares.map((share) => writeShare(writing, share)));
}

/** Runs one writer. Only this writer changes its links, so the last answer gives their state. */
async function writeShare(writing: Writing, share: LiveLink[]): Promise<void> {
  while (writing.isOver?.() !== true) {
    try {
      const answer = await writeOnce(writing, share);
      writing.onAnswer?.(answer);
    } catch {
      return;
    }
  }
}

async function writeOnce(writing: Writing, share: LiveLink[]): Promise<Answer> {
  const { client, ledger, random, nextNumber } = writing;
  const choice = random();
  const [link] = choice < 0.45 ? [] : share.splice(Math.floor(random() * share.length), 1);
  if (link === undefined) {
    const number = nextNumber();
    ledger.send(number, 1);
    const answer = await client.create(fieldsOf(number, 1));
    if (answer.problem !== null) return answer;
    ledger.acknowledge(number, 1, answer.id);
    if (answer.id !== null) share.push({ number, id: answer.id, revision: 1 });
    return answer;
  }
  const { number, id } = link;
  const revision = choice < 0.75 ? link.revision + 1 : null;
  ledger.send(number, revision);
  const answer = await (revision === null
    ? client.remove(id)
    : client.update(id, fieldsOf(number, revision)));
  if (answer.problem !== null) return answer;
  ledger.acknowledge(number, revision);
  if (revision !== null) share.push({ number, id, revision });
  return answer;
}
