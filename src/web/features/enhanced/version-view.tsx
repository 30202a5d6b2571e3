import { useLayoutEffect, useMemo, useRef } from 'react';

import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import { readMarkup } from '#core/markup/link-markup.ts';
import { toRichText } from '#core/rich-text/rich-text.ts';
import type { VersionName } from '#core/weave/version.ts';

import { CopyButton } from './copy-button.tsx';
import { LinkReportView } from './link-report-view.tsx';
import { appendBlocks } from './text-blocks.ts';
import { usageWords } from './usage-words.ts';
import { WovenText } from './woven-text.tsx';

type VersionViewProps = { readonly generation: FinishedGeneration; readonly version: VersionName };

/** One finished version and its link check. */
export function VersionView({ generation, version }: VersionViewProps) {
  const text = generation.versions[version];
  const urls = useMemo(() => new Set(generation.links.map((link) => link.url)), [generation]);
  const segments = useMemo(() => readMarkup(text, [...urls]), [text, urls]);
  const blocks = useMemo(() => appendBlocks([], segments), [segments]);
  const isEmpty = text.trim() === '';
  const bar = useRef<HTMLDivElement>(null);

  // A finished version is read from its beginning, wherever the arriving text was left.
  useLayoutEffect(() => {
    bar.current?.closest('[role=tabpanel]')?.scrollTo(0, 0);
  }, []);

  return (
    <>
      <div className="version-bar" ref={bar}>
        <CopyButton richText={isEmpty ? null : () => toRichText(segments, generation.text)} />
        <LinkReportView report={generation.report[version]} links={generation.links} />
      </div>
      {isEmpty ? (
        <p className="version-empty">
          This version came back empty: the answer held no text for it. Press Reset to start over.
        </p>
      ) : (
        <div className="reading">
          <WovenText blocks={blocks} urls={urls} isFinal />
        </div>
      )}
      {generation.usage === null ? null : <p className="usage">{usageWords(generation.usage)}</p>}
    </>
  );
}
