import './content.css';

import { CircleHelp, RotateCcw } from 'lucide-react';
import { useId } from 'react';
import type { ReactNode, Ref } from 'react';

import { Button } from '#web/ui/button.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';

import { reasonNotToGenerate } from './readiness.ts';
import { countWords } from './word-count.ts';

type ContentPanelProps = {
  readonly content: string;
  readonly chosenLinks: number;
  readonly phase: 'idle' | 'processing' | 'result';
  readonly onChange: (content: string) => void;
  readonly onGenerate: () => void;
  /** The user is about to have something to generate from. */
  readonly onGenerateLikely: () => void;
  readonly onReset: () => void;
  readonly field: Ref<HTMLTextAreaElement>;
  /** What else can be done with the content. */
  readonly moreActions: ReactNode;
  /** What is said about the content. */
  readonly belowField: ReactNode;
};

const contentHint = 'The more content you add, the more natural the result will be.';

export function ContentPanel({ field, belowField, ...props }: ContentPanelProps) {
  const { content, onChange, onGenerateLikely } = props;
  const headingId = useId();
  return (
    <section className="panel content-panel" aria-labelledby={headingId}>
      <header className="panel-header">
        <h2 id={headingId}>Add your content</h2>
        <Tooltip text={contentHint}>
          {(describedBy) => (
            <Button look="icon" data-hint aria-label="Hint" aria-describedby={describedBy}>
              <CircleHelp aria-hidden="true" size={18} />
            </Button>
          )}
        </Tooltip>
        <WordCount content={content} />
      </header>
      <textarea
        ref={field}
        className="content-field"
        aria-labelledby={headingId}
        placeholder="Paste your content here..."
        autoComplete="off"
        value={content}
        onFocus={onGenerateLikely}
        onChange={(event) => onChange(event.target.value)}
      />
      {belowField}
      <ContentActions {...props} />
    </section>
  );
}

function ContentActions(props: Omit<ContentPanelProps, 'field' | 'belowField'>) {
  const { content, chosenLinks, phase, moreActions, onGenerate, onReset } = props;
  const reason = reasonNotToGenerate({ content, chosenLinks, phase });
  return (
    <div className="content-actions">
      <Button look="quiet" onClick={onReset}>
        <RotateCcw aria-hidden="true" size={16} />
        Reset
      </Button>
      {moreActions}
      <Tooltip text={reason}>
        {(describedBy) => (
          <Button
            look="primary"
            className="generate"
            off={reason !== null}
            aria-describedby={describedBy}
            onClick={onGenerate}
          >
            Generate
          </Button>
        )}
      </Tooltip>
    </div>
  );
}

function WordCount({ content }: { readonly content: string }) {
  const words = countWords(content);
  if (words === 0) return null;
  return <span className="word-count">{words === 1 ? '1 word' : `${words.toLocaleString('en')} words`}</span>;
}
