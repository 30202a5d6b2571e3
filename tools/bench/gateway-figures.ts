import { rounded, type Row } from './table.ts';

/** The figures of one gateway, by the name of the measure. */
export type Figures = Map<string, number>;

type Goal = {
  readonly text: string;
  /** Compares Linkweft's figure with those of the other gateways. `other` returns NaN for a missing figure. */
  isMet(own: number, other: (name: string, measure?: string) => number): boolean;
};

type Measure = { readonly what: string; readonly digits?: number; readonly goals?: readonly Goal[] };

const atMost = (limit: number): Goal => ({ text: `<= ${limit}`, isMet: (own) => own <= limit });

/** Times are in milliseconds, memory in MB. */
const measures: readonly Measure[] = [
  {
    what: 'first chunk over direct, 1 stream, p50',
    digits: 3,
    goals: [
      atMost(0.25),
      { text: '<= 1.5x pass-through', isMet: (own, other) => own <= 1.5 * other('pass-through') },
    ],
  },
  { what: 'first chunk over direct, 1 stream, p99', digits: 3 },
  { what: 'first chunk over direct, 50 streams, p50', digits: 3 },
  { what: 'first chunk over direct, 50 streams, p99', digits: 3, goals: [atMost(2)] },
  {
    what: 'requests a second without streaming',
    digits: 0,
    goals: [
      { text: '>= 0.75x pass-through', isMet: (own, other) => own >= 0.75 * other('pass-through') },
      {
        text: '>= 4x best gateway',
        isMet: (own, other) => own >= 4 * Math.max(...['llms', 'Portkey'].map((name) => other(name) || 0)),
      },
    ],
  },
  ...[1500, 2000].flatMap((streams) =>
    ['', ', a quarter unread'].flatMap((unread): Measure[] => [
      {
        what: `${streams} streams${unread}: delivered, %`,
        goals: streams === 1500 ? [{ text: '>= 99.9', isMet: (own) => own >= 99.9 }] : [],
      },
      { what: `${streams} streams${unread}: lag p50` },
      { what: `${streams} streams${unread}: lag p99`, goals: streams === 1500 ? [atMost(10)] : [] },
      {
        what: `${streams} streams${unread}: memory`,
        digits: 0,
        goals: streams === 2000 ? [atMost(512)] : [],
      },
    ]),
  ),
  { what: 'call ended after the client left, p50' },
  { what: 'call ended after the client left, longest', goals: [atMost(20)] },
  { what: 'boot', digits: 0, goals: [atMost(500)] },
  { what: 'memory idle', digits: 0, goals: [atMost(90)] },
  { what: 'memory loaded, with links', digits: 0, goals: [atMost(150)] },
  {
    what: 'answer to one stream over the limit',
    digits: 0,
    goals: [{ text: '503 with Retry-After', isMet: (own) => own === 503 }],
  },
];

/** Returns one row per measure with one column per gateway. The goals apply to the column of `own`. */
export function rowsOf(columns: ReadonlyMap<string, Figures>, own: string): Row[] {
  return measures.map(({ what, digits = 2, goals = [] }) => {
    const figure = (name: string) => columns.get(name)?.get(what) ?? Number.NaN;
    const cells = [...columns.keys()].map((name) => {
      const value = figure(name);
      return [name, Number.isNaN(value) ? '-' : rounded(value, digits)] as const;
    });
    const verdicts = goals.map((goal) => {
      const verdict = goal.isMet(figure(own), figure) ? 'met' : 'missed';
      return `${goal.text}: ${Number.isNaN(figure(own)) ? 'not measured' : verdict}`;
    });
    return { what, ...Object.fromEntries(cells), goal: verdicts.join(', ') };
  });
}
