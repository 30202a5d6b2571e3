import { orderEdits, type Edit } from '#core/edits/edit.ts';
import { perVersion, versionNames, type VersionName } from '#core/edits/version-names.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import { splitDescription } from '#core/links/description.ts';
import { checkEditedVersion } from '#core/report/report.ts';
import type { Generate, VersionEvent, Writer } from '#web/api/generations-api.ts';
import { sentInstructions, sentOrder } from '#web/api/idempotency-key.ts';
import { t } from '#web/lib/language.ts';
import type { Store } from '#web/lib/store.ts';
import { announce } from '#web/ui/announcer.tsx';
import { isWithoutAi, versionLabels } from '#web/version-view/shown-version.ts';
import { keepsWords } from '#web/version-view/text-pieces.ts';

import type { PageOrder, LiveVersion, UnfinishedEdits } from './generation-state.ts';

export type RunOptions = {
  readonly writer: Writer;
  readonly signal: AbortSignal;
  /** Gets what has arrived. */
  readonly live: Store<LiveVersion>;
};

/** A running generation. */
export type Run = {
  /** Rejects with what `generate` throws. */
  readonly result: Promise<FinishedGeneration>;
  /** Returns the versions that have arrived completely; null if there are none. */
  finished(): FinishedGeneration | null;
  /** Returns what has arrived of the other versions. */
  partial(): UnfinishedEdits | undefined;
};

/** Requests a generation, and shows in `live` what arrives of it. */
export function runGeneration(
  generate: Generate,
  order: PageOrder,
  { writer, signal, live }: RunOptions,
): Run {
  const arriving = collectVersions(live);
  const onEvent = (event: VersionEvent) => {
    arriving.add(event);
    if (event.type === 'version-end')
      announce(t('{version} is written', { version: t(versionLabels[event.version]) }));
  };
  const writeAll = async (): Promise<FinishedGeneration> => {
    const generation = await generate(writer, sentOrder(order), { signal, onEvent });
    if (!signal.aborted) announce(readyMessage(generation));
    return generation;
  };
  return {
    result: writeAll(),
    finished: () => completeVersions(order, arriving.complete()),
    partial: arriving.partial,
  };
}

function readyMessage(generation: FinishedGeneration): string {
  const ready = t('3 versions ready' satisfies `${(typeof versionNames)['length']} versions ready`);
  return isWithoutAi(generation) ? `${ready}. ${t('Written without AI.')}` : ready;
}

type ArrivingVersion = Pick<LiveVersion, 'edits'> & { readonly isOpen: boolean };

const nothingYet: ArrivingVersion = { isOpen: true, edits: [] };

/** The tab that is open while a generation runs. */
const [shownName] = versionNames;

/** Collects the versions of a generation, and shows the first one. A fast stream is drawn only once for each frame. */
function collectVersions(live: Store<LiveVersion>) {
  const arriving = new Map<VersionName, ArrivingVersion>();
  let latest: VersionName = shownName;
  let isScheduled = false;

  function draw(): void {
    isScheduled = false;
    const named = (isOpen: boolean) => versionNames.filter((name) => arriving.get(name)?.isOpen === isOpen);
    const [open, done] = [named(true), named(false)];
    const { content, urls, edits: before } = live.get();
    const written = arriving.get(open[0] ?? latest)?.edits ?? [];
    const isWoven = (url: string) =>
      written.some(({ text, relink }) => relink?.url === url || text.includes(`((${url}))`));
    const woven = urls.filter(isWoven).length;
    const isWhole = done.includes(shownName);
    const shown = arriving.get(shownName)?.edits ?? [];
    const drawn = isWhole
      ? shown
      : shown.filter((edit) => edit.start < edit.end && keepsWords(content, edit, urls));
    const edits = isSameList(drawn, before) ? before : drawn;
    live.set({ content, urls, open, done, woven, isWhole, edits });
  }

  return {
    add(event: VersionEvent): void {
      const before = arriving.get(event.version) ?? nothingYet;
      arriving.set(event.version, withEvent(before, event));
      latest = event.version;
      if (isScheduled) return;
      isScheduled = true;
      requestAnimationFrame(draw);
    },
    complete(): CompleteVersions {
      const closed = [...arriving].filter(([, { isOpen }]) => !isOpen);
      return new Map(closed.map(([name, { edits }]) => [name, edits]));
    },
    partial(): UnfinishedEdits | undefined {
      const open = [...arriving].filter(([, { isOpen, edits }]) => isOpen && edits.length > 0);
      if (open.length === 0) return undefined;
      return Object.fromEntries(open.map(([name, { edits }]) => [name, edits]));
    },
  };
}

function withEvent(version: ArrivingVersion, event: VersionEvent): ArrivingVersion {
  if (event.type === 'version-start') return nothingYet;
  if (event.type === 'version-end') return { ...version, isOpen: false };
  return { ...version, edits: orderEdits([...version.edits, event.edit]) };
}

/** The same list keeps the text from being drawn again. */
function isSameList(one: readonly Edit[], other: readonly Edit[]): boolean {
  return one.length === other.length && one.every((edit, at) => edit === other[at]);
}

type CompleteVersions = ReadonlyMap<VersionName, readonly Edit[]>;

/**
 * Returns the complete versions as a generation. Null: there are none, or they cannot be checked. The check is the same
 * as on the server, which removes tags and wished anchors from the descriptions.
 */
function completeVersions(order: PageOrder, complete: CompleteVersions): FinishedGeneration | null {
  const { content, linkIds, knownLinks } = order;
  // The check needs all links, because it would not report a missing link that the page does not know.
  if (complete.size === 0 || knownLinks.length !== linkIds.length) return null;
  // An unfinished version has no text: one edit removes the whole content.
  const noText: Edit = { id: '', start: 0, end: content.length, text: '', by: 'model' };
  const links = knownLinks.map(({ id, url, description }) => {
    const { words } = splitDescription(description);
    return { id, url, description: words, integrations: 1 } as const;
  });
  const checked = perVersion((name) => checkEditedVersion(content, complete.get(name) ?? [noText], links));
  return {
    text: content,
    links,
    instructions: sentInstructions(order.instructions),
    versions: perVersion((name) => checked[name].text),
    edits: perVersion((name) => complete.get(name) ?? []),
    report: perVersion((name) => checked[name].report),
    unfinished: versionNames.filter((name) => !complete.has(name)),
    usage: null,
  };
}
