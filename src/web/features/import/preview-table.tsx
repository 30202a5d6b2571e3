import { useState } from 'react';

import { rowKinds, type PlannedRow, type RowKind } from '#core/link-files/import-plan.ts';
import { Button } from '#web/ui/button.tsx';

import type { Plan } from './plan-import.ts';
import { kindLabels, rowMessage } from './import-messages.ts';

const pageSize = 50;

type PreviewTableProps = {
  readonly plan: Plan;
  /** The kinds of rows that will be saved. */
  readonly kinds: readonly RowKind[];
};

export function PreviewTable({ plan, kinds }: PreviewTableProps) {
  const [filter, setFilter] = useState<RowKind | null>(null);
  const [page, setPage] = useState(0);
  const shown = filter === null ? plan.rows : plan.rows.filter(({ kind }) => kind === filter);
  const pages = Math.max(1, Math.ceil(shown.length / pageSize));
  const at = Math.min(page, pages - 1);

  return (
    <div className="preview">
      <div className="preview-filters" role="group" aria-label="Rows shown">
        {[null, ...rowKinds].map((kind) => (
          <Filter
            key={kind}
            kind={kind}
            count={kind === null ? plan.rows.length : plan.counts[kind]}
            isOn={filter === kind}
            onPress={() => {
              setFilter(kind);
              setPage(0);
            }}
          />
        ))}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard */}
      <div className="preview-rows" tabIndex={0} role="region" aria-label="Rows">
        <table>
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">Link</th>
              <th scope="col">What happens</th>
            </tr>
          </thead>
          <tbody>
            {shown.slice(at * pageSize, (at + 1) * pageSize).map((row, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- rows have no other name: a line may hold several links
              <Row key={index} row={row} isChosen={kinds.includes(row.kind)} />
            ))}
          </tbody>
        </table>
      </div>
      {pages === 1 ? null : <Pager at={at} pages={pages} onTurn={setPage} />}
    </div>
  );
}

function Row({ row, isChosen }: { readonly row: PlannedRow; readonly isChosen: boolean }) {
  return (
    <tr className={`preview-row preview-${row.kind}`}>
      <td className="preview-number">{row.row}</td>
      <td className="preview-link">
        <span className="preview-description">{row.description}</span>
        <span className="preview-url" title={row.url}>
          {row.url}
        </span>
      </td>
      <td className="preview-fate">{rowMessage(row, isChosen)}</td>
    </tr>
  );
}

type FilterProps = {
  readonly count: number;
  readonly isOn: boolean;
  /** Null shows all rows. */
  readonly kind: RowKind | null;
  readonly onPress: () => void;
};

function Filter({ count, isOn, kind, onPress }: FilterProps) {
  return (
    <button
      type="button"
      className={`preview-filter ${kind === null ? '' : `preview-${kind}`}`}
      aria-pressed={isOn}
      disabled={count === 0}
      onClick={onPress}
    >
      {kind === null ? 'All' : kindLabels[kind]} <strong>{count.toLocaleString('en')}</strong>
    </button>
  );
}

type PagerProps = {
  readonly at: number;
  readonly pages: number;
  readonly onTurn: (page: number) => void;
};

function Pager({ at, pages, onTurn }: PagerProps) {
  return (
    <nav className="preview-pager" aria-label="Pages of rows">
      <Button off={at === 0} onClick={() => onTurn(at - 1)}>
        Previous
      </Button>
      <span aria-live="polite">
        Page {(at + 1).toLocaleString('en')} of {pages.toLocaleString('en')}
      </span>
      <Button off={at === pages - 1} onClick={() => onTurn(at + 1)}>
        Next
      </Button>
    </nav>
  );
}
