import { useId, useState } from 'react';

import type { RowKind } from '#core/link-files/import-plan.ts';
import { Button } from '#web/ui/button.tsx';
import { FocusedText } from '#web/ui/dialog.tsx';

import { ColumnChoices } from './column-choices.tsx';
import type { ImportStore, Preview, SavedCheck } from './import-store.ts';
import { countMessage, linkCount, sourceMessage } from './import-messages.ts';
import { PreviewTable } from './preview-table.tsx';

type ImportPreviewProps = { readonly store: ImportStore; readonly view: Preview };

/** Shows what the import will do with each row, before anything is sent. */
export function ImportPreview({ store, view }: ImportPreviewProps) {
  const { source, plan, check } = view;
  const isOwn = source.kind === 'links' ? source.isOwn : source.table.source === 'own';
  const [again, setAgain] = useState<readonly RowKind[]>(isOwn ? ['twice'] : []);
  const kinds: readonly RowKind[] = ['new', ...again];
  const count = kinds.reduce((sum, kind) => sum + plan.counts[kind], 0);
  const isReady = check.kind === 'done' && count > 0;

  return (
    <div className="transfer">
      <FocusedText className="preview-source">
        <strong>{source.name}</strong>:{' '}
        {plan.rows.length === 0 ? null : `${countMessage(plan.rows.length, 'row', 'rows')}, `}
        {sourceMessage(source)}.
      </FocusedText>
      {source.notes.map((note) => (
        <p className="preview-note" key={note}>
          {note}
        </p>
      ))}
      <ColumnChoices view={view} onChoose={(choices) => void store.preview(choices)} />
      {plan.rows.length === 0 ? null : <PreviewTable plan={plan} kinds={kinds} />}
      {plan.odd === 0 ? null : (
        <p className="preview-note">
          {countMessage(plan.odd, 'address does', 'addresses do')} not start with https:// or http://.{' '}
          {plan.odd === 1 ? 'It is' : 'They are'} kept exactly as written, but will not be clickable.
        </p>
      )}
      <Again plan={plan} again={again} onChange={setAgain} />
      <CheckState check={check} onTryAgain={() => void store.preview(view.choices)} />
      <div className="dialog-actions">
        <Button onClick={store.back}>Back</Button>
        <Button look="primary" off={!isReady} onClick={() => store.begin(kinds)}>
          {count === 0 ? 'Nothing to import' : `Import ${linkCount(count)}`}
        </Button>
      </div>
    </div>
  );
}

type AgainProps = Pick<Preview, 'plan'> & {
  readonly again: readonly RowKind[];
  readonly onChange: (again: readonly RowKind[]) => void;
};

/** Offers to save rows a second time whose URL is saved already. Else they are skipped. */
function Again({ plan, again, onChange }: AgainProps) {
  const id = useId();
  const offered = [
    ['saved', `Also save the ${linkCount(plan.counts.saved)} that you already have`],
    ['twice', `Also save the ${linkCount(plan.counts.twice)} whose URL stands in a row above`],
  ] as const;
  return offered.map(([kind, label]) =>
    plan.counts[kind] === 0 ? null : (
      <label className="preview-again" key={kind} htmlFor={`${id}-${kind}`}>
        <input
          id={`${id}-${kind}`}
          type="checkbox"
          checked={again.includes(kind)}
          onChange={({ target }) =>
            onChange(target.checked ? [...again, kind] : again.filter((other) => other !== kind))
          }
        />
        {label}
      </label>
    ),
  );
}

type CheckStateProps = { readonly check: SavedCheck; readonly onTryAgain: () => void };

function CheckState({ check, onTryAgain }: CheckStateProps) {
  if (check.kind === 'done') return null;
  if (check.kind === 'running') {
    return (
      <p className="preview-note" role="status">
        Looking which of them are saved already…{' '}
        <progress aria-label="Looked up" max={Math.max(1, check.total)} value={check.done} />
      </p>
    );
  }
  return (
    <div className="red-box" role="alert">
      <p>It is not known which links are saved already. {check.message}</p>
      <Button onClick={onTryAgain}>Try again</Button>
    </div>
  );
}
