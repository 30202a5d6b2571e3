import './browser-model.css';

import { Cpu } from 'lucide-react';

import type { EnglishText } from '#web/german/german.ts';
import { t, translated } from '#web/lib/language.ts';
import { useStore } from '#web/lib/store.ts';
import { Button } from '#web/ui/button.tsx';

import type { BrowserModelState, BrowserModelStore } from './browser-model-store.ts';

type LineProps = {
  readonly browserModel: BrowserModelStore;
  /** Whether a generation runs. It has its own button to stop. */
  readonly isBusy: boolean;
};

/** Offers the model of this browser as a writer, or says that it writes. Empty if there is none for the text. */
export function BrowserModelLine({ browserModel, isBusy }: LineProps) {
  const state = useStore(browserModel.state);
  const isUsed = useStore(browserModel.isUsed);
  const failure = useStore(browserModel.failure);
  const isOffered = state !== 'unknown' && state !== 'unavailable';
  if (!isUsed && !isOffered && failure === null) return null;
  return (
    <div className="browser-model">
      {failure === null ? null : (
        <p className="browser-model-failure" role="alert">
          {translated(failure)}
        </p>
      )}
      {isUsed ? (
        <UsedModel browserModel={browserModel} state={state} isBusy={isBusy} />
      ) : isOffered ? (
        <Button
          look="plain"
          tooltip={t(
            state === 'available'
              ? 'Free. Your text stays on this device.'
              : 'Free. Your text stays on this device. The browser downloads a model of several gigabytes once.',
          )}
          onClick={browserModel.use}
        >
          {t(
            state === 'available'
              ? 'Write with this browser’s model'
              : 'Use this browser’s model (a large download)',
          )}
        </Button>
      ) : null}
    </div>
  );
}

function UsedModel({ browserModel, state, isBusy }: LineProps & { readonly state: BrowserModelState }) {
  const share = useStore(browserModel.downloaded);
  const percent = Math.floor((share ?? 0) * 100);
  return (
    <>
      <div className="browser-model-use">
        <span>
          <Cpu aria-hidden="true" size={15} />
          {share === null
            ? t(usedMessages[state])
            : share < 1
              ? t('Downloading the browser’s model: {percent}%', { percent })
              : t('Preparing the browser’s model.')}
        </span>
        {isBusy ? null : (
          <Button look="plain" onClick={browserModel.leave}>
            {share === null ? t('Stop using it') : t('Stop the download')}
          </Button>
        )}
      </div>
      {share === null ? null : (
        <progress value={share < 1 ? share : undefined} aria-label={t('Download of the browser’s model')} />
      )}
    </>
  );
}

const usedMessages = {
  unknown: 'Using this browser’s model.',
  available: 'Using this browser’s model.',
  downloadable: 'Using this browser’s model. It is downloaded when you press Generate.',
  downloading: 'Using this browser’s model, once it is downloaded.',
  unavailable: 'This browser’s model can’t write in the language of your text.',
} as const satisfies Record<BrowserModelState, EnglishText>;
