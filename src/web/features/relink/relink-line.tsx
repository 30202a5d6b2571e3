import './relink.css';

import { useEffect, useState, type ComponentProps } from 'react';
import { createPortal } from 'react-dom';

import type { AcceptedRelink } from '#core/edits/edit.ts';
import type { VersionName } from '#core/edits/version-names.ts';
import { t, tCount } from '#web/lib/language.ts';
import { useStore, type ReadonlyStore } from '#web/lib/store.ts';
import { Button } from '#web/ui/button.tsx';
import { versionLabels } from '#web/version-view/shown-version.ts';

import { RelinkDialog } from './relink-dialog.tsx';
import { addressesOf, placesOf } from './relink-store.ts';

export type Relinking = Pick<ComponentProps<typeof RelinkDialog>, 'store' | 'templates' | 'findLink'> & {
  readonly state: ReadonlyStore<{ readonly phase: string }>;
  /** Exchanges links. Returns the versions that keep some of the old addresses, because their sentences were changed. */
  readonly exchange: (content: string, accepted: readonly AcceptedRelink[]) => readonly VersionName[];
};

type RelinkLineProps = Relinking & { readonly content: string };

/** Says under the content how many of its links can earn, and opens the list of them. Without an offer, it is not there. */
export function RelinkLine({ content, state, exchange, ...dialog }: RelinkLineProps) {
  const { store } = dialog;
  const { offers, accepted } = useStore(store);
  const isBusy = useStore(state).phase === 'processing';
  const [isOpen, setOpen] = useState(false);
  const [kept, setKept] = useState({ content, versions: noVersions });
  useEffect(() => store.setContent(content), [store, content]);
  useEffect(() => () => store.setContent(''), [store]);

  if (offers.length === 0 && !isOpen) return null;
  const total = placesOf(offers, addressesOf(offers));
  const exchanged = placesOf(offers, accepted);
  return (
    <>
      <p className="paste-notice relink-line">
        <span>{messageOf(total, exchanged)}</span>
        <Button
          look="plain"
          aria-haspopup="dialog"
          onClick={() => {
            store.refresh();
            setOpen(true);
          }}
        >
          {t('Review')}
        </Button>
      </p>
      {kept.content === content && kept.versions.length > 0 ? (
        <p className="paste-notice" role="status">
          {t('Some addresses are as they were in: {versions}. Their sentences were changed there.', {
            versions: kept.versions.map((name) => t(versionLabels[name])).join(', '),
          })}
        </p>
      ) : null}
      {isOpen
        ? // The panel hides parts of its own beside a result.
          createPortal(
            <RelinkDialog
              {...dialog}
              reason={isBusy ? t('Your versions are being written') : null}
              onExchange={(chosen) => {
                setKept({ content, versions: exchange(content, chosen) });
                setOpen(false);
              }}
              onClose={() => setOpen(false)}
            />,
            document.body,
          )
        : null}
    </>
  );
}

const noVersions: readonly VersionName[] = [];

function messageOf(total: number, exchanged: number): string {
  if (exchanged === 0) return tCount(total, 'One of your links can earn', '{count} of your links can earn');
  const done = tCount(exchanged, '{count} of your links is exchanged', '{count} of your links are exchanged');
  const more = total - exchanged;
  return more === 0 ? done : `${done}, ${t('{count} more can earn', { count: more })}`;
}
