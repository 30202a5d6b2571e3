import type { Edit } from '#core/edits/edit.ts';
import type { LinkReport } from '#core/report/version-report.ts';
import { t, tCount } from '#web/lib/language.ts';
import { useStore } from '#web/lib/store.ts';
import { strong, tRich } from '#web/ui/rich-text.tsx';
import { Button } from '#web/ui/button.tsx';

import { linkName, linksIn, textInPlace, withoutMarkup, wordsBefore } from './edit-words.ts';
import type { EditorController } from './editor-controller.ts';

type EditorProps = { readonly editor: EditorController };

type Offer = { readonly linkId: string; readonly status: LinkReport['status']; readonly edit: Edit };

/** Returns the edits that would put in the links that a version lacks. The user has removed none of these links. */
function offersIn({ version, generation }: EditorController): Offer[] {
  const { history, shown } = version.get();
  const removed = new Set(history.now.removed.flatMap((edit) => linksIn(edit, generation)));
  return shown.report.links.flatMap(({ linkId, status, offer }) =>
    offer === null || removed.has(linkId)
      ? []
      : [{ linkId, status, edit: { ...offer, id: `offer ${linkId}` } }],
  );
}

/** Returns what puts in each link that the writer left out, by the id of the link, if it has a place. */
export function placesOf(editor: EditorController): ReadonlyMap<string, () => void> {
  const leftOut = offersIn(editor).filter(({ status }) => status === 'skipped');
  return new Map(
    leftOut.flatMap((offer) =>
      editor.version.place(offer.edit) === null
        ? []
        : [[offer.linkId, () => acceptOffer(editor, offer)] as const],
    ),
  );
}

/** The links that fit no passage, with the places where they could stand. Each has a button that adds it there. */
export function OfferedLinks({ editor }: EditorProps) {
  useStore(editor.version);
  const offered = offersIn(editor).filter(({ status }) => status === 'missing');
  if (offered.length === 0) return null;
  return (
    <details className="weave-offers">
      <summary>
        {tCount(
          offered.length,
          '{count} link fits no passage well. See where it could stand.',
          '{count} links fit no passage well. See where they could stand.',
        )}
      </summary>
      <ul className="weave-left-out">
        {offered.map((offer) => (
          <li key={offer.linkId}>
            <span>{messageOfOffer(offer, editor)}</span>
            <Button onClick={() => acceptOffer(editor, offer)}>{t('Put it here anyway')}</Button>
          </li>
        ))}
      </ul>
    </details>
  );
}

function messageOfOffer({ linkId, edit }: Offer, { version, generation }: EditorController) {
  const words = wordsBefore(generation.text, edit.start);
  const name = linkName(linkId, generation);
  const text = textInPlace(generation.text, edit, version.passages().isAddition);
  const sentence = withoutMarkup(text, generation);
  return words === null
    ? tRich('<b>{name}</b> could stand at the beginning: “{sentence}”', { b: strong }, { name, sentence })
    : tRich(
        '<b>{name}</b> could stand after “{words}”: “{sentence}”',
        { b: strong },
        { name, words, sentence },
      );
}

function acceptOffer(
  { version, generation, act, selection }: EditorController,
  { linkId, edit }: Offer,
): void {
  const placed = version.place(edit) ?? edit;
  const name = linkName(linkId, generation);
  if (act({ type: 'edit-add', edit: placed }, t('Put in: {name}', { name })))
    selection.select(placed.id, 'press', true);
}
