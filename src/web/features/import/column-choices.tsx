import { useId, useState, type ReactNode } from 'react';

import type { TableChoices } from '#core/link-files/link-table.ts';
import { TextField } from '#web/ui/dialog.tsx';

import type { Preview } from './import-store.ts';
import { shortLinkMessage } from './import-messages.ts';

type ColumnChoicesProps = {
  readonly view: Preview;
  readonly onChoose: (choices: TableChoices) => void;
};

/** Lets the user choose the columns of a table. Our own files need no choice. */
export function ColumnChoices({ view, onChoose }: ColumnChoicesProps) {
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
