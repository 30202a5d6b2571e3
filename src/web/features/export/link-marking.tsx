import { TriangleAlert } from 'lucide-react';
import { useId } from 'react';

import { linkRelations } from '#core/export/link-relation.ts';
import type { ExportOptions } from '#core/export/write-source.ts';

import { exportSettings } from './export-settings.ts';
import { relationLabels } from './export-messages.ts';

type LinkMarkingProps = {
  readonly options: ExportOptions;
  /** What readers are told; null where the version has no link. */
  readonly disclosure: string | null;
};

/** How search engines and readers are told that the links are paid for. */
export function LinkMarking({ options, disclosure }: LinkMarkingProps) {
  const id = useId();
  return (
    <div className="link-marking">
      <div className="relation">
        <label htmlFor={`${id}-relation`}>Mark your links for search engines as</label>
        <select
          id={`${id}-relation`}
          value={options.relation}
          aria-describedby={`${id}-warning`}
          onChange={({ target }) => {
            const relation = linkRelations.find((each) => each === target.value);
            if (relation !== undefined) exportSettings.choose({ relation });
          }}
        >
          {linkRelations.map((relation) => (
            <option key={relation} value={relation}>
              {relationLabels[relation]}
            </option>
          ))}
        </select>
      </div>
      <p className="relation-warning" id={`${id}-warning`}>
        <TriangleAlert aria-hidden="true" size={16} />
        {options.relation === 'none'
          ? 'Search engines ask for paid links to be marked.'
          : 'Markdown and plain text cannot carry this: let your site set it there. Links of your own text stay as they are.'}
      </p>
      {disclosure === null ? null : (
        <div className="disclosure-choice">
          <input
            type="checkbox"
            id={`${id}-disclosure`}
            checked={options.disclosure}
            aria-describedby={`${id}-words`}
            onChange={({ target }) => exportSettings.choose({ disclosure: target.checked })}
          />
          <label htmlFor={`${id}-disclosure`}>Tell readers before the first link</label>
          <p className="disclosure-words" id={`${id}-words`}>
            {disclosure}
          </p>
        </div>
      )}
    </div>
  );
}
