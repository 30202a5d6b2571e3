import { Suspense, useLayoutEffect, useMemo, useRef } from 'react';

import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import type { VersionName } from '#core/edits/version.ts';
import { useStore } from '#web/lib/use-store.ts';
import { Button } from '#web/ui/button.tsx';
import { Loading, PartFailure } from '#web/ui/lazy-part.tsx';
import type { EditedView, ShownVersion, VersionParts } from '#web/version-view/shown-version.ts';
import { VersionText } from '#web/version-view/version-text.tsx';

import { LinkReportView } from './link-report-view.tsx';
import { LinkStrip } from './link-strip.tsx';
import { messageOfUsage } from './report-messages.ts';
import { copyWithoutMarks, showChanges } from './show-changes.ts';

type FinishedVersionProps = {
  readonly generation: FinishedGeneration;
  readonly version: VersionName;
  readonly parts: VersionParts;
};

/** One finished version: its link check, its actions and its text. */
export function FinishedVersion({ generation, version, parts: { Editor, Export } }: FinishedVersionProps) {
  const written: ShownVersion = useMemo(() => {
    return { generation, version, edits: generation.edits[version], report: generation.report[version] };
  }, [generation, version]);
  const view = (edited: EditedView) => <ReadingView edited={edited} Export={Export} />;
  const isEmpty = generation.versions[version].trim() === '';
  return (
    <>
      {Editor === undefined || isEmpty ? (
        view({ shown: written })
      ) : (
        <PartFailure>
          {/* Without Export: the editor draws it again, and a pressed button would lose its state. */}
          <Suspense fallback={<ReadingView edited={{ shown: written }} Export={undefined} />}>
            <Editor shown={written}>{view}</Editor>
          </Suspense>
        </PartFailure>
      )}
      {generation.usage === null ? null : <p className="usage">{messageOfUsage(generation.usage)}</p>}
    </>
  );
}

type ReadingViewProps = { readonly edited: EditedView; readonly Export: VersionParts['Export'] };

function ReadingView({ edited: { shown, tools, actions, notes }, Export }: ReadingViewProps) {
  const { generation, version, edits, report } = shown;
  const { text: content, links } = generation;
  const urls = useMemo(() => links.map(({ url }) => url), [links]);
  const compare = useStore(showChanges).compare;
  const isEmpty = generation.versions[version].trim() === '';
  const head = useRef<HTMLDivElement>(null);
  const reading = useRef<HTMLDivElement>(null);

  // The user reads a finished version from its beginning, not from where the arriving text had scrolled to.
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
        {actions}
      </div>
      {notes}
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

/** Switches the marks of new and removed words, and explains them while they are on. */
function ChangesToggle() {
  const { isOn } = useStore(showChanges);
  return (
    <div className="changes-toggle">
      <Button aria-pressed={isOn} className="changes-button" onClick={showChanges.toggle}>
        Show changes
      </Button>
      {isOn ? (
        <p className="changes-key">
          <ins>new words</ins> <del>your words, left out</del>
        </p>
      ) : null}
    </div>
  );
}
