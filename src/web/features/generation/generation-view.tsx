import './generation.css';

import { TriangleAlert } from 'lucide-react';
import { Suspense, useLayoutEffect, useMemo, useRef } from 'react';

import type { VersionName } from '#core/edits/version.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import { useStore } from '#web/lib/use-store.ts';
import { Loading, PartFailure } from '#web/ui/lazy-part.tsx';
import type { EditedView, ShownVersion, VersionParts } from '#web/version-view/shown-version.ts';
import { VersionText } from '#web/version-view/version-text.tsx';

import { messageOfFinished, type GenerationState } from './generation-controller.ts';
import { LinkReportView, messageOfUsage } from './link-report-view.tsx';
import { LinkStrip } from './link-strip.tsx';
import { LiveView } from './live-view.tsx';
import { ChangesToggle, copyWithoutMarks, createShowChanges, type ShowChanges } from './show-changes.tsx';

type GenerationViewProps = {
  readonly state: Exclude<GenerationState, { phase: 'idle' }>;
  readonly version: VersionName;
  readonly parts: VersionParts;
  readonly onStop: () => void;
};

/** Returns the component that shows a generation. All its versions share one switch for their changes. */
export function createGenerationView() {
  const changes = createShowChanges();
  return function GenerationView({ state, version, parts, onStop }: GenerationViewProps) {
    if (state.phase === 'processing') return <LiveView state={state} onStop={onStop} />;
    const { generation } = state;
    const reason = state.phase === 'unfinished' ? state.reason : null;
    return (
      <>
        {reason === null ? null : <UnfinishedNotice generation={generation} reason={reason} />}
        {reason !== null && generation.unfinished.includes(version) ? (
          <p className="version-empty">
            This version was not finished, so there is nothing to copy. Press Generate to have all three
            written again.
          </p>
        ) : (
          <FinishedVersion generation={generation} version={version} parts={parts} changes={changes} />
        )}
      </>
    );
  };
}

type UnfinishedNoticeProps = { readonly generation: FinishedGeneration; readonly reason: string };

/** Says above each version of a failed generation what was finished, and why not more. */
function UnfinishedNotice({ generation, reason }: UnfinishedNoticeProps) {
  return (
    <div className="unfinished-notice">
      <TriangleAlert aria-hidden="true" size={17} />
      <p>
        <strong>{messageOfFinished(generation)}.</strong> {reason}
      </p>
    </div>
  );
}

type FinishedVersionProps = {
  readonly generation: FinishedGeneration;
  readonly version: VersionName;
  readonly parts: VersionParts;
  readonly changes: ShowChanges;
};

/** One finished version: its link check, its actions and its text. */
function FinishedVersion({ generation, version, parts: { Editor, Export }, changes }: FinishedVersionProps) {
  const written: ShownVersion = useMemo(() => {
    return { generation, version, edits: generation.edits[version], report: generation.report[version] };
  }, [generation, version]);
  const view = (edited: EditedView) => <ReadingView edited={edited} Export={Export} changes={changes} />;
  const isEmpty = generation.versions[version].trim() === '';
  return (
    <>
      {Editor === undefined || isEmpty ? (
        view({ shown: written })
      ) : (
        <PartFailure>
          {/* Without Export: the editor draws it again, and a pressed button would lose its state. */}
          <Suspense
            fallback={<ReadingView edited={{ shown: written }} Export={undefined} changes={changes} />}
          >
            <Editor shown={written}>{view}</Editor>
          </Suspense>
        </PartFailure>
      )}
      {generation.usage === null ? null : <p className="usage">{messageOfUsage(generation.usage)}</p>}
    </>
  );
}

type ReadingViewProps = Pick<FinishedVersionProps, 'changes'> & {
  readonly edited: EditedView;
  readonly Export: VersionParts['Export'];
};

function ReadingView({ edited, Export, changes }: ReadingViewProps) {
  const { shown, controls, actions, notes } = edited;
  const { generation, version, edits, report } = shown;
  const { text: content, links } = generation;
  const urls = useMemo(() => links.map(({ url }) => url), [links]);
  const compare = useStore(changes).compare;
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
        {edits.length === 0 ? null : <ChangesToggle changes={changes} />}
        {actions}
      </div>
      {notes}
      {isEmpty ? (
        <p className="version-empty">
          This version came back empty: the answer held no text for it. Press Reset to start over.
        </p>
      ) : (
        <div className="reading" ref={reading} onCopy={compare === null ? undefined : copyWithoutMarks}>
          <VersionText
            content={content}
            edits={edits}
            urls={urls}
            isFinal
            compare={compare}
            controls={controls}
          />
        </div>
      )}
    </>
  );
}
