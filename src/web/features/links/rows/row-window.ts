import {
  defaultRangeExtractor,
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
} from '@tanstack/react-virtual';
import type { Range, VirtualizerOptions } from '@tanstack/react-virtual';

/** A row that is drawn: its place in the list, and its distance from the top in pixels. */
type DrawnRow = { readonly index: number; readonly start: number };

type RowWindowView = {
  readonly rows: readonly DrawnRow[];
  /** The last row in sight. */
  readonly last: number;
  /** All rows together, in pixels. */
  readonly height: number;
};

type Row = { readonly id: string };

/** Which rows of a scrolling box are drawn. */
export type RowWindow = {
  /** The same object until something changes. */
  view(): RowWindowView;
  subscribe(listener: () => void): () => void;
  /** Takes the rows there are, and the one that stays drawn wherever the box is scrolled to. */
  lay(rows: readonly Row[], keptIndex: number): void;
  /** The rows that were laid stand in the page: what is being read keeps its place. */
  settle(): void;
  reveal(index: number): void;
  /** Rows in sight at once. */
  pageSize(): number;
  /** Takes the measure of a row's element. */
  measure(element: HTMLLIElement | null): void;
  /** Follows the box, until the answer is called. */
  connect(box: HTMLElement): () => void;
};

/** A row with one line of description, in pixels at the usual size of letters; what is drawn is measured. */
const usualHeight = 65;

export function createRowWindow(): RowWindow {
  const listeners = new Set<() => void>();
  let laid: Laid = { box: null, rows: [], keptIndex: 0, keyOf: keysOf([]) };
  const virtualizer = new Virtualizer<HTMLElement, HTMLLIElement>(optionsOf(laid, redraw));
  const { _didMount: mount, _willUpdate: settle } = virtualizer;
  let view = draw(virtualizer);

  function redraw(): void {
    const next = draw(virtualizer);
    if (isSame(view, next)) return;
    view = next;
    for (const listener of listeners) listener();
  }

  return {
    view: () => view,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    lay(rows, keptIndex) {
      if (rows === laid.rows && keptIndex === laid.keptIndex) return;
      // A key function of its own for each list: the same one would mean the same rows.
      const keyOf = rows === laid.rows ? laid.keyOf : keysOf(rows);
      laid = { ...laid, rows, keptIndex, keyOf };
      virtualizer.setOptions(optionsOf(laid, redraw));
      view = draw(virtualizer);
    },
    settle,
    reveal: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
    pageSize: () => Math.max(1, Math.floor((laid.box?.clientHeight ?? 0) / usualHeight) - 1),
    measure: (element) => virtualizer.measureElement(element),
    connect(box) {
      laid = { ...laid, box };
      virtualizer.setOptions(optionsOf(laid, redraw));
      const unmount = mount();
      settle();
      return unmount;
    },
  };
}

type Laid = {
  readonly box: HTMLElement | null;
  readonly rows: readonly Row[];
  readonly keptIndex: number;
  readonly keyOf: (index: number) => string | number;
};

function optionsOf({ box, rows, keptIndex, keyOf }: Laid, onChange: () => void) {
  return {
    count: rows.length,
    getItemKey: keyOf,
    getScrollElement: () => box,
    estimateSize: () => usualHeight,
    rangeExtractor: (range: Range) => withRow(range, keptIndex),
    overscan: 6,
    // Rows that come in above do not push away what is being read; at the top, news show.
    anchorTo: (box?.scrollTop ?? 0) > usualHeight ? 'end' : 'start',
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange,
  } satisfies VirtualizerOptions<HTMLElement, HTMLLIElement>;
}

function draw(virtualizer: Virtualizer<HTMLElement, HTMLLIElement>): RowWindowView {
  return {
    rows: virtualizer.getVirtualItems().map(({ index, start }) => ({ index, start })),
    last: virtualizer.range?.endIndex ?? 0,
    height: virtualizer.getTotalSize(),
  };
}

/** The row that Tab stops at stays drawn. */
function withRow(range: Range, index: number): number[] {
  const inSight = defaultRangeExtractor(range);
  const [first = 0] = inSight;
  if (index < first) return [index, ...inSight];
  return index > (inSight.at(-1) ?? 0) && index < range.count ? [...inSight, index] : inSight;
}

function keysOf(rows: readonly Row[]) {
  return (index: number) => rows[index]?.id ?? index;
}

function isSame(a: RowWindowView, b: RowWindowView): boolean {
  return (
    a.height === b.height &&
    a.last === b.last &&
    a.rows.length === b.rows.length &&
    a.rows.every((row, place) => row.index === b.rows[place]?.index && row.start === b.rows[place]?.start)
  );
}
