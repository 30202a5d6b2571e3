import type { Edit } from '#core/edits/edit.ts';
import { Button } from '#web/ui/button.tsx';

import { linksIn } from './edit-links.ts';
import type { WeaveBench } from './editor-controller.ts';
import { editName, linkName, passageWords, plainWords } from './editor-messages.ts';
import { nearest } from './wordings.ts';

type LeftOutProps = { readonly bench: WeaveBench };

/** What was taken out, and links that no passage is about; each can be put in with one press. */
export function LeftOut({ bench }: LeftOutProps) {
  const { state, shown } = bench.work();
  const { generation } = bench.written;
  const { removed } = state.now;
  const taken = new Set(removed.flatMap((edit) => linksIn(edit, generation)));
  const offered = shown.report.links.filter(({ linkId, offer }) => offer !== null && !taken.has(linkId));
  if (removed.length + offered.length === 0) return null;
  return (
    <ul className="weave-left-out" aria-label="Not in this version">
      {removed.map((edit) => (
        <Removed key={edit.id} bench={bench} edit={edit} />
      ))}
      {offered.map(({ linkId, offer }) => (
        <li key={linkId}>
          <span>
            <b>{linkName(linkId, generation)}</b> fits no passage well.{' '}
            {offer === null
              ? null
              : `It could stand ${passageWords(generation.text, offer.start)}: “${plainWords(offer.text, generation)}”`}
          </span>
          <Button onClick={() => accept(bench, linkId)}>Put it here anyway</Button>
        </li>
      ))}
    </ul>
  );
}

function Removed({ bench, edit }: LeftOutProps & { readonly edit: Edit }) {
  const name = editName(edit, bench.written.generation);
  return (
    <li>
      <span>
        You took out <b>{name}</b>.
      </span>
      <Button onClick={() => bench.act({ type: 'edit-put-back', edit }, `Put back: ${name}`)}>
        Put back
      </Button>
    </li>
  );
}

function accept(bench: WeaveBench, linkId: string): void {
  const { state, shown } = bench.work();
  const { generation } = bench.written;
  const offer = shown.report.links.find((link) => link.linkId === linkId)?.offer ?? null;
  if (offer === null) return;
  const named = { ...offer, id: `offer ${linkId}` };
  const edit = nearest(named, state.now.edits, state, bench.desk.passages(generation)) ?? named;
  const isDone = bench.act({ type: 'edit-add', edit }, `Put in: ${linkName(linkId, generation)}`);
  if (isDone) bench.selected.select(edit.id, 'work', true);
}
