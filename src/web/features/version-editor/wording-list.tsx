import type { Edit } from '#core/edits/edit.ts';
import { keepsWords } from '#web/version-view/keeps-words.ts';

import { inStead, otherWordings } from './wordings.ts';
import type { Wording } from './wordings.ts';
import type { WeaveBench } from './editor-controller.ts';
import type { WeaveState } from './edit-history.ts';
import { plainWords, wordingNames } from './editor-messages.ts';

type WordingListProps = {
  readonly bench: WeaveBench;
  readonly edit: Edit;
  readonly onChosen: () => void;
};

/** The other wordings of a link, each with its words; one that may not stand here says why. */
export function WordingList({ bench, edit, onChosen }: WordingListProps) {
  const { generation, version } = bench.written;
  const { state, again } = bench.work();
  const wordings = otherWordings(edit, generation, version, again);
  if (wordings.length === 0)
    return <span className="weave-none">There is no other wording yet. Weave again asks for one.</span>;
  return (
    <span className="weave-wordings" role="group" aria-label="Other wordings">
      {wordings.map((wording) => {
        const to = inStead(edit, wording.edit, state, bench.desk.passages(generation));
        return (
          <button
            key={wording.words}
            type="button"
            className="weave-wording"
            aria-disabled={to === null || undefined}
            onClick={() => {
              if (to === null) return;
              bench.act({ type: 'edit-change', edit, to: [to] }, `${wordingNames[wording.from]} wording`);
              onChosen();
            }}
          >
            <b>{wording.from === version ? 'As it was written' : wordingNames[wording.from]}</b>
            <span>{plainWords(wording.words, generation)}</span>
            {to === null ? <em>{whyNot(wording, state)}</em> : null}
          </button>
        );
      })}
    </span>
  );
}

function whyNot({ edit }: Wording, { content, urls, isSafe }: WeaveState): string {
  if (isSafe && !keepsWords(content, edit, urls)) return 'It changes a sentence of yours: not in Safe.';
  return 'Another change stands where it belongs.';
}
