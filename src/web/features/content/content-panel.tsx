import './content.css';

import { CircleHelp, RotateCcw } from 'lucide-react';
import { useId, type ReactNode, type Ref, type SyntheticEvent } from 'react';

import { t } from '#web/lib/language.ts';
import { Button } from '#web/ui/button.tsx';
import { useFold } from '#web/ui/fold.ts';

type Readiness = {
  readonly content: string;
  readonly chosenLinks: number;
  readonly phase: 'idle' | 'processing' | 'unfinished' | 'stopped' | 'result' | 'relinked';
  /** The result of exactly this content and these links is shown. */
  readonly isResultShown: boolean;
  readonly tooLong: string | null;
};

type ContentPanelProps = Readiness & {
  /** Whether there is anything that Reset would clear. */
  readonly canReset: boolean;
  readonly onChange: (content: string) => void;
  readonly onGenerate: () => void;
  readonly onReset: () => void;
  /** A paste that makes the content longer than this is refused, in characters. */
  readonly floodLimit: number;
  /** Called with the number of refused characters, or with `file` for a file. */
  readonly onFlood: (refused: number | 'file') => void;
  readonly field: Ref<HTMLTextAreaElement>;
  readonly meter: ReactNode;
  readonly moreActions: ReactNode;
  readonly belowField: ReactNode;
  /** An element that says which writer writes. */
  readonly foot: ReactNode;
};

export function ContentPanel({ field, ...props }: ContentPanelProps) {
  const { content, floodLimit, onFlood } = props;
  const headingId = useId();
  const [panel, { isFolded, setFolded }] = useFold(props.phase !== 'idle' && props.phase !== 'relinked');

  /** Refuses a text so long that it would block the browser, and a file, which would replace the page. */
  function refuseFlood(event: SyntheticEvent<HTMLTextAreaElement>, data: DataTransfer): void {
    const { length } = data.getData('text');
    const { selectionStart, selectionEnd } = event.currentTarget;
    const replaced = event.type === 'paste' ? selectionEnd - selectionStart : 0;
    const isFile = event.type === 'drop' && length === 0 && hasFiles(data);
    if (!isFile && content.length - replaced + length <= floodLimit) return;
    event.preventDefault();
    onFlood(isFile ? 'file' : length);
  }

  return (
    <section
      className="panel content-panel"
      data-folded={isFolded || undefined}
      aria-labelledby={headingId}
      ref={panel}
    >
      <header className="panel-header">
        <h2 id={headingId}>{t('Add your content')}</h2>
        <Button
          look="icon"
          icon={CircleHelp}
          iconSize={18}
          data-hint
          aria-label={t('Hint')}
          tooltip={t('The more content you add, the more natural the result will be.')}
        />
        {props.meter}
      </header>
      <textarea
        ref={field}
        className="content-field"
        data-under-tooltips
        dir="auto"
        aria-labelledby={headingId}
        placeholder={t('Paste your content here...')}
        autoComplete="off"
        value={content}
        onFocus={() => setFolded(false)}
        onChange={(event) => props.onChange(event.target.value)}
        onPaste={(event) => refuseFlood(event, event.clipboardData)}
        onDragOver={(event) => hasFiles(event.dataTransfer) && event.preventDefault()}
        onDrop={(event) => refuseFlood(event, event.dataTransfer)}
      />
      {props.belowField}
      <ContentActions {...props} />
      <div className="content-foot">{props.foot}</div>
    </section>
  );
}

function hasFiles({ types }: DataTransfer): boolean {
  return types.includes('Files');
}

function ContentActions(props: Omit<ContentPanelProps, 'field'>) {
  const reason = reasonNotToGenerate(props);
  return (
    <div className="content-actions">
      <Button icon={RotateCcw} off={!props.canReset} onClick={props.onReset}>
        {t('Reset')}
      </Button>
      {props.moreActions}
      <Button
        look="primary"
        className="generate"
        data-key="generate"
        off={reason !== null}
        tooltip={reason}
        onClick={props.onGenerate}
      >
        {t('Generate')}
      </Button>
    </div>
  );
}

/** Returns why nothing can be generated, as the tooltip of the button. Null: it can. */
function reasonNotToGenerate({
  content,
  tooLong,
  chosenLinks,
  phase,
  isResultShown,
}: Readiness): string | null {
  if (isResultShown) return t('To discourage bots, you have to start over if you want different results');
  const isReady = phase !== 'processing' && chosenLinks > 0 && content.trim() !== '';
  return isReady ? tooLong : t('Select at least one link and add some content');
}
