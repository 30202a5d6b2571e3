import { Suspense, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';

import type { FinishedGeneration } from '#core/generation/generation.ts';
import type { VersionName } from '#core/edits/version.ts';
import { Loading, PartFailure } from '#web/ui/lazy-part.tsx';
import type { ShownVersion } from '#web/version-view/shown-version.ts';
import type { VersionParts, Worked } from '#web/version-view/version-parts.ts';
import { VersionText } from '#web/version-view/version-text.tsx';

import { ChangesToggle } from './changes-toggle.tsx';
import { copyWithoutMarks } from './copy-without-marks.ts';
import { LinkReportView } from './link-report-view.tsx';
import { LinkStrip } from './link-strip.tsx';
import { showChanges } from './show-changes.ts';
import { usageWords } from './usage-messages.ts';

type VersionViewProps = {
  readonly generation: FinishedGeneration;
  readonly version: VersionName;
  readonly parts: VersionParts;
};

/** One finished version and its proof. */
export function VersionView({ generation, version, parts: { Work, Export } }: VersionViewProps) {
  const written: ShownVersion = useMemo(() => {
    return { generation, version, edits: generation.edits[version], report: generation.report[version] };
  }, [generation, version]);
  const view = (worked: Worked) => <WorkedVersion worked={worked} Export={Export} />;
  const isEmpty = generation.versions[version].trim() === '';
  return (
    <>
      {Work === undefined || isEmpty ? (
        view({ shown: written })
      ) : (
        <PartFailure>
          {/* What is drawn meanwhile is drawn anew afterwards: a button that was pressed would forget it. */}
          <Suspense fallback={<WorkedVersion worked={{ shown: written }} Export={undefined} />}>
            <Work shown={written}>{view}</Work>
          </Suspense>
        </PartFailure>
      )}
      {generation.usage === null ? null : <p className="usage">{usageWords(generation.usage)}</p>}
    </>
  );
}

type WorkedVersionProps = { readonly worked: Worked; readonly Export: VersionParts['Export'] };

function WorkedVersion({ worked: { shown, tools, ways, bar }, Export }: WorkedVersionProps) {
  const { generation, version, edits, report } = shown;
  const { text: content, links } = generation;
  const urls = useMemo(() => links.map(({ url }) => url), [links]);
  const compare = useSyncExternalStore(showChanges.subscribe, showChanges.compare);
  const isEmpty = generation.versions[version].trim() === '';
  const head = useRef<HTMLDivElement>(null);
  const reading = useRef<HTMLDivElement>(null);

  // A finished version is read from its beginning, wherever the arriving text was left.
  useLayoutEffect(() => {
    head.current?.closest('[role=tabpanel]')?.scrollTo(0, 0);
  }, []);

  return (
    <>
      <div className="version-bar" ref={head}>
        <LinkReportView report={report} links={links} isEmpty={isEmpty} />
        {isEmpty ? null : <LinkStrip content={content} edits={edits} urls={urls} reading={reading} />}
      </div>
      <div className="version-actions">
        {Export === undefined ? null : (
          <Loading label={null}>
            <Export shown={shown} />
          </Loading>
        )}
        {edits.length === 0 ? null : <ChangesToggle />}
        {ways}
      </div>
      {bar}
      {isEmpty ? (
        <p className="version-empty">
          This version came back empty: the answer held no text for it. Press Reset to start over.
        </p>
      ) : (
        <div className="reading" ref={reading} onCopy={compare === null ? undefined : copyWithoutMarks}>
          <VersionText content={content} edits={edits} urls={urls} isFinal compare={compare} tools={tools} />
        </div>
      )}
    </>
  );
}
