import { useId, useState, type ReactNode } from 'react';
import type { RowKind } from '#core/link-files/import-plan.ts';
import { Button } from '#web/ui/button.tsx';
import { FocusedText } from '#web/ui/focused-text.tsx';
import type { ImportStore, Preview, SavedCheck } from './import-store.ts';
import { countMessage, linkCount, sourceMessage, shortLinkMessage } from './import-messages.ts';
import { PreviewTable } from './preview-table.tsx';
import type { TableChoices } from '#core/link-files/link-table.ts';
import { TextField } from '#web/ui/text-field.tsx';

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

type ColumnChoicesProps = {
  readonly view: Preview;
  readonly onChoose: (choices: TableChoices) => void;
};

/** Lets the user choose the columns of a table. Our own files need no choice. */
function ColumnChoices({ view, onChoose }: ColumnChoicesProps) {
  const { source, choices } = view;
  if (source.kind !== 'table' || choices === null || source.table.source === 'own') return null;
  const { columns, slug } = source.table;
  const options = columns.map((name, index) => [String(index), name] as const);
  const reason = shortLinkMessage(source);
  return (
    <fieldset className="column-choices">
      <legend className="visually-hidden">Columns</legend>
      <Choice
        label="URL"
        value={String(choices.url ?? '')}
        options={choices.url === null ? [['', 'Please choose…'], ...options] : options}
        onChange={(value) => onChoose({ ...choices, url: columnOf(value), urlStart: '' })}
      />
      <Choice
        label="Description"
        value={String(choices.description ?? '')}
        options={[['', 'None'], ...options]}
        onChange={(value) => onChoose({ ...choices, description: columnOf(value) })}
      />
      <Choice
        label="If the description is empty"
        value={String(choices.fallback ?? '')}
        options={[['host', 'The host of the URL'], ['', 'Leave it empty'], ...options]}
        onChange={(value) => onChoose({ ...choices, fallback: value === 'host' ? 'host' : columnOf(value) })}
      />
      {slug !== null && choices.url === slug ? (
        <SiteField key={source.name} onChange={(urlStart) => onChoose({ ...choices, urlStart })} />
      ) : null}
      {reason === null || choices.url !== source.table.choices.url ? null : (
        <p className="field-note">{reason}</p>
      )}
    </fieldset>
  );
}

function columnOf(value: string): number | null {
  return value === '' ? null : Number(value);
}

type ChoiceProps = {
  readonly label: ReactNode;
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChange: (value: string) => void;
};

function Choice({ label, value, options, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <div className="text-field">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

/** The address before the end of each short link. It applies on blur or Enter, because every row is then read again. */
function SiteField({ onChange }: { readonly onChange: (site: string) => void }) {
  const [site, setSite] = useState('');
  return (
    <TextField
      label="The address of your site"
      note="It is put before the end of each short link."
      type="url"
      inputMode="url"
      placeholder="https://your-site.example/"
      spellCheck={false}
      autoComplete="off"
      value={site}
      onChange={(event) => setSite(event.target.value)}
      onBlur={() => onChange(site)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onChange(site);
      }}
    />
  );
}
