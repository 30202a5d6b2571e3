import { useMemo, useState } from 'react';

import type { Edit } from '#core/edits/edit.ts';
import { t } from '#web/lib/language.ts';
import { useStore } from '#web/lib/store.ts';
import { Button } from '#web/ui/button.tsx';
import { ChoiceField, Dialog } from '#web/ui/dialog.tsx';

import { editName, isOwnParagraph, shortened } from './edit-words.ts';
import type { EditorController } from './editor-controller.ts';

/** Lists the passages for the edit that the user moves. */
export function MoveDialog({ editor }: { readonly editor: EditorController }) {
  const id = useStore(editor.moving);
  const { edits } = useStore(editor.version).history.now;
  const edit = edits.find((one) => one.id === id);
  return edit === undefined ? null : <PassageList key={edit.text} editor={editor} edit={edit} />;
}

/** The most passages that are visible at once. */
const rowsAtOnce = 12;

function PassageList({ editor, edit }: { readonly editor: EditorController; readonly edit: Edit }) {
  const name = editName(edit, editor.generation);
  const passages = useMemo(() => editor.version.freePassages(edit), [editor, edit]);
  const ownParagraph = isOwnParagraph(edit);
  const now = passages.findIndex((one) => one.offset === edit.start && one.ownParagraph === ownParagraph);
  // An edit before the first sentence of a paragraph is at no passage. The nearest one before it is proposed.
  const nearest = now >= 0 ? now : passages.findLastIndex(({ offset }) => offset <= edit.start);
  const [chosen, setChosen] = useState(Math.max(0, nearest));
  const leave = () => editor.endMove(edit, null);
  const move = () => editor.endMove(edit, passages[chosen] ?? null);

  const options = passages.map((passage, index) => {
    const words = shortened(editor.version.passages().textBefore(passage).replace(/\s+/gu, ' '));
    const place = passage.ownParagraph ? t('{words} (as a new paragraph)', { words }) : words;
    return [String(index), index === now ? t('{place} – where it is now', { place }) : place] as const;
  });

  return (
    <Dialog title={t('Move “{name}”', { name })} className="dialog-wide" onClose={leave}>
      <ChoiceField
        className="text-field move-list"
        label={t('Put it after')}
        options={options}
        size={Math.max(2, Math.min(rowsAtOnce, options.length))}
        value={chosen}
        onChoose={(value) => setChosen(Number(value))}
        onDoubleClick={move}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          move();
        }}
      />
      <div className="dialog-actions">
        <Button onClick={leave}>{t('Cancel')}</Button>
        <Button look="primary" onClick={move}>
          {t('Put it here')}
        </Button>
      </div>
    </Dialog>
  );
}
