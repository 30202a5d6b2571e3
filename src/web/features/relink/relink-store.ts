import type { AcceptedRelink } from '#core/edits/edit.ts';
import type { RelinkOffer, RelinkQuestion } from '#core/relink/relink-offers.ts';
import { logFailure } from '#web/lib/log.ts';
import { createStore, type ReadonlyStore } from '#web/lib/store.ts';
import { createLatestTask, createTimer } from '#web/lib/tasks.ts';

export type RelinkHost = {
  readonly links: ReadonlyStore<RelinkQuestion['links']>;
  readonly templates: ReadonlyStore<RelinkQuestion['templates']>;
  /** The relinks that the user accepted. */
  readonly accepted: ReadonlyStore<readonly AcceptedRelink[]>;
  readonly find: (question: RelinkQuestion, signal: AbortSignal) => Promise<readonly RelinkOffer[]>;
};

type RelinkView = {
  readonly offers: readonly RelinkOffer[];
  /** The addresses of the ticked offers. */
  readonly ticked: ReadonlySet<string>;
  /** The addresses of the offers that the user has accepted. */
  readonly accepted: ReadonlySet<string>;
};

/** The links of the content that can be exchanged, and which of them the user has ticked. */
export type RelinkStore = ReadonlyStore<RelinkView> & {
  /** Looks for offers in this content after a pause. Empty content has none. */
  setContent(content: string): void;
  /** Looks for offers at once if the last ones are for an earlier content or list. */
  refresh(): void;
  tick(address: string, isTicked: boolean): void;
  tickAll(isTicked: boolean): void;
  /** Returns the ticked offers. */
  chosen(): readonly AcceptedRelink[];
};

/** The pause in typing after which offers are looked for, in milliseconds. */
const pause = 500;

const nothing: RelinkView = { offers: [], ticked: new Set(), accepted: new Set() };

export function createRelinkStore(host: RelinkHost): RelinkStore {
  const { links, templates, find } = host;
  const { get, set, subscribe } = createStore(nothing);
  const timer = createTimer();
  const search = createLatestTask();
  /** What the user has ticked or unticked since relinks were accepted last. */
  const choices = new Map<string, boolean>();
  let content = '';

  const show = (offers: readonly RelinkOffer[]) => set(viewOf(offers, host.accepted.get(), choices));

  function look(): void {
    timer.stop();
    const question = { content, links: links.get(), templates: templates.get() };
    if (content.trim() === '' || question.links.length + question.templates.length === 0) {
      search.stop();
      show([]);
    } else search.run((signal) => find(question, signal), show).catch(logNoOffers);
  }

  const lookSoon = () => (content.trim() === '' ? undefined : timer.start(look, pause));
  links.subscribe(lookSoon);
  templates.subscribe(look);
  host.accepted.subscribe(() => {
    choices.clear();
    show(get().offers);
  });

  return {
    get,
    subscribe,
    setContent(next) {
      if (next === content) return;
      content = next;
      if (content.trim() === '') look();
      else lookSoon();
    },
    refresh() {
      if (timer.isWaiting()) look();
    },
    tick(address, isTicked) {
      choices.set(address, isTicked);
      show(get().offers);
    },
    tickAll(isTicked) {
      for (const { from } of get().offers) choices.set(from, isTicked);
      show(get().offers);
    },
    chosen() {
      const { offers, ticked } = get();
      return offers.flatMap(({ from, source }) => (ticked.has(from) ? { from, source } : []));
    },
  };
}

function viewOf(
  offers: readonly RelinkOffer[],
  relinks: readonly AcceptedRelink[],
  choices: ReadonlyMap<string, boolean>,
): RelinkView {
  const accepted = new Set(relinks.map(({ from }) => from));
  const isTicked = ({ from, isForeign }: RelinkOffer) =>
    choices.get(from) ?? (accepted.size > 0 ? accepted.has(from) : !isForeign);
  return {
    offers,
    ticked: addressesOf(offers.filter(isTicked)),
    accepted: addressesOf(offers.filter(({ from }) => accepted.has(from))),
  };
}

/** Returns the addresses that offers exchange. */
export function addressesOf(offers: readonly RelinkOffer[]): ReadonlySet<string> {
  return new Set(offers.map(({ from }) => from));
}

function logNoOffers(failure: unknown): void {
  logFailure('Links that can be exchanged were not looked for.', failure);
}

/** Returns in how many places the offers with these addresses stand. */
export function placesOf(offers: readonly RelinkOffer[], addresses: ReadonlySet<string>): number {
  return offers.reduce((sum, { from, places }) => sum + (addresses.has(from) ? places.length : 0), 0);
}
