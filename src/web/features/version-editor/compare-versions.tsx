import { createElement, Fragment, useMemo } from 'react';

import { perVersion, versionNames, type VersionName } from '#core/edits/version-names.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import { readMarkup } from '#core/links/link-markup.ts';
import { t } from '#web/lib/language.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { type KeptChanges, versionLabels } from '#web/version-view/shown-version.ts';

import { linkName, linksInEach, textInPlace } from './edit-words.ts';
import type { Passages } from './passages.ts';

type CompareVersionsProps = {
  readonly generation: FinishedGeneration;
  readonly kept: KeptChanges;
  readonly passages: () => Passages;
  readonly onClose: () => void;
};

export function CompareVersions({ generation: original, kept, passages, onClose }: CompareVersionsProps) {
  const generation = useMemo(() => withChanges(original, kept), [original, kept]);
  const { isAddition } = passages();
  return (
    <Dialog title={t('The wordings of each link')} className="compare-dialog" onClose={onClose}>
      {generation.links.map(({ id }) => (
        <section key={id} className="compare-link">
          <h3 dir="auto">{linkName(id, generation)}</h3>
          <dl>
            {versionNames.map((version) => (
              <div key={version}>
                <dt>{t(versionLabels[version])}</dt>
                <dd dir="auto">
                  <Wording {...{ generation, version, isAddition }} linkId={id} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}

type WordingProps = Pick<CompareVersionsProps, 'generation'> & {
  readonly linkId: string;
  readonly version: VersionName;
  readonly isAddition: Passages['isAddition'];
};

function Wording({ generation, linkId, version, isAddition }: WordingProps) {
  const passage = passageOf(generation, linkId, version, isAddition);
  if (passage === null)
    return <em>{t(generation.unfinished.includes(version) ? 'Not finished' : 'Not in it')}</em>;
  // The parts need no keys: they are identified by their order.
  const parts = passage.map(({ text, isLink }) => (isLink ? createElement('b', null, text) : text));
  return createElement(Fragment, null, ...parts);
}

export function withChanges(generation: FinishedGeneration, kept: KeptChanges): FinishedGeneration {
  const editsNow = (name: VersionName) => kept.read(generation, name)?.edits ?? generation.edits[name];
  return { ...generation, edits: perVersion(editsNow) };
}

/** Returns the passage of a link in a version, in parts. Null: the version does not have the link. */
export function passageOf(
  generation: FinishedGeneration,
  linkId: string,
  version: VersionName,
  isAddition: Passages['isAddition'],
): readonly { readonly text: string; readonly isLink: boolean }[] | null {
  const { links, text: content, edits } = generation;
  const at = linksInEach(edits[version], generation).findIndex((ids) => ids.includes(linkId));
  const edit = edits[version][at];
  if (edit === undefined) return null;
  const urls = links.map(({ url }) => url);
  return readMarkup(textInPlace(content, edit, isAddition), urls).map((segment) =>
    segment.type === 'text'
      ? { text: segment.text, isLink: false }
      : { text: segment.anchor, isLink: segment.type === 'link' },
  );
}
