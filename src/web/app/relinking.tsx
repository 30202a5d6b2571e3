import type { ComponentType } from 'react';

import { perVersion, versionNames, type VersionName } from '#core/edits/version-names.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import { relinkEdits, resolveRelinks } from '#core/relink/relink-edits.ts';
import { relinkOffers, type RelinkOffer, type RelinkQuestion } from '#core/relink/relink-offers.ts';
import { checkEditedVersion } from '#core/report/report.ts';
import { runAlone } from '#web/api/task-runner.ts';
import { RelinkLine, type Relinking } from '#web/features/relink/relink-line.tsx';
import { createRelinkStore } from '#web/features/relink/relink-store.ts';
import { createShopTemplates } from '#web/features/relink/shop-templates.ts';
import { ShopTemplatesForm } from '#web/features/relink/shop-templates-form.tsx';
import type { EditedVersions } from '#web/features/version-editor/edited-version.ts';
import { shopTemplatesKey } from '#web/lib/kept-work.ts';
import { tCount } from '#web/lib/language.ts';
import { logFailure } from '#web/lib/log.ts';
import type { ReadonlyStore } from '#web/lib/store.ts';
import type { LinksController } from '#web/links-client/list/links-controller.ts';
import { announce } from '#web/ui/announcer.tsx';
import type { KeptChanges } from '#web/version-view/shown-version.ts';
import type { ShownResult } from '#web/version-view/stored-result.ts';

import type { PageStores } from './page-stores.ts';

export type RelinkParts = {
  /** Offers to exchange links of the content. */
  readonly RelinkLine: ComponentType<{ readonly content: string }>;
  readonly ShopTemplates: ComponentType;
};

export function createRelinkParts(stores: PageStores, versionOf: EditedVersions): RelinkParts {
  const { generations, linksController, relinks, storage } = stores;
  const templates = createShopTemplates(storage);
  window.addEventListener('storage', ({ key }) => {
    if (key === shopTemplatesKey || key === null) templates.reread();
  });
  const links = usableLinks(linksController);
  const relinking: Relinking = {
    store: createRelinkStore({ links, templates, accepted: relinks, find: findOffers }),
    templates,
    findLink: (id) => linksController.seen([id])[0],
    state: generations.state,
    exchange: createExchange(stores, links, versionOf),
  };
  return {
    RelinkLine: (props) => <RelinkLine {...relinking} {...props} />,
    ShopTemplates: () => <ShopTemplatesForm templates={templates} />,
  };
}

/** Returns the same changes. What the user takes out of all versions there is not accepted any more. */
export function withRelinks({ memory, relinks }: PageStores): KeptChanges {
  const { read, write } = memory.changes;
  return {
    read,
    write(generation, version, now) {
      write(generation, version, now);
      const edits = versionNames.flatMap((name) => read(generation, name)?.edits ?? generation.edits[name]);
      const found = edits.flatMap(({ relink }) => relink ?? []);
      const next = [...new Map(found.map(({ from, source }) => [from, { from, source }])).values()];
      if (JSON.stringify(next) !== JSON.stringify(relinks.get())) relinks.set(next);
    },
  };
}

type SavedLinks = ReadonlyStore<RelinkQuestion['links']>;

/** Returns the saved links that are not being deleted. */
function usableLinks({ links, deletions }: LinksController): SavedLinks {
  return {
    get: () =>
      deletions.get().length === 0 ? links.get() : links.get().filter(({ id }) => !deletions.has(id)),
    subscribe(onChange) {
      const ends = [links.subscribe(onChange), deletions.subscribe(onChange)];
      return () => ends.forEach((end) => end());
    },
  };
}

/** More links, and longer contents, are read by a worker. The others take at most about 20 ms. */
const manyLinks = 2000;
const longContent = 100_000;

async function findOffers(question: RelinkQuestion, signal: AbortSignal): Promise<readonly RelinkOffer[]> {
  const { content, templates } = question;
  const here = () => relinkOffers(content, question.links, templates);
  if (question.links.length <= manyLinks && content.length <= longContent) return here();
  const links = question.links.map(({ id, url }) => ({ id, url }));
  try {
    return await runAlone({ name: 'offer', input: { content, links, templates } }, signal);
  } catch (failure) {
    signal.throwIfAborted();
    logFailure('No worker looks for links that can be exchanged.', failure);
    return here();
  }
}

/**
 * Returns the function that exchanges links. The relinks come into each version of the shown result, if it is one of this
 * content. Otherwise the content is shown with them alone. No model is asked.
 */
function createExchange(
  { generations, memory, relinks }: PageStores,
  links: SavedLinks,
  versionOf: EditedVersions,
): Relinking['exchange'] {
  return (content, accepted) => {
    const edits = relinkEdits(content, resolveRelinks(accepted, links.get()));
    const result = resultOf(content, generations.state.get());
    const shown = result ?? relinkedOf(content);
    const { generation } = shown;
    if (result === null) memory.pageWork.showRelinked(shown);
    const kept: VersionName[] = [];
    for (const name of shown.phase === 'relinked' ? (['safe'] as const) : versionNames) {
      if (generation.unfinished.includes(name)) continue;
      const version = versionOf({
        generation,
        version: name,
        edits: generation.edits[name],
        report: generation.report[name],
      });
      version.act({ type: 'relinks-set', relinks: edits });
      const placed = version.get().shown.edits.filter(({ relink }) => relink !== undefined);
      if (placed.length < edits.length) kept.push(name);
    }
    relinks.set(accepted);
    if (result === null) void memory.kept.keepShown();
    const count = edits.filter(({ relink }) => relink?.isCopy !== true).length;
    announce(tCount(count, '{count} link exchanged', '{count} links exchanged'));
    return kept;
  };
}

function resultOf(content: string, state: ReturnType<PageStores['generations']['state']['get']>) {
  return 'generation' in state && state.generation.text === content ? state : null;
}

/** Returns the content as a result without an edit. */
function relinkedOf(content: string): ShownResult {
  const { text, report } = checkEditedVersion(content, [], []);
  const generation: FinishedGeneration = {
    text: content,
    links: [],
    versions: perVersion(() => text),
    edits: perVersion(() => []),
    report: perVersion(() => report),
    unfinished: [],
    usage: null,
  };
  return { phase: 'relinked', generation };
}
