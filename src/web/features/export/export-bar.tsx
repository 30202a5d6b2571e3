import './export.css';

import { FileOutput } from 'lucide-react';
import { useState } from 'react';

import type { ExportOptions } from '#core/export/write-source.ts';
import { Button } from '#web/ui/button.tsx';
import { lazyPart, Loading } from '#web/ui/lazy-part.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import type { ShownVersion } from '#web/version-view/shown-version.ts';
import { useStore } from '#web/lib/use-store.ts';

import { CopyButton } from './copy-button.tsx';
import { exportSettings } from './export-settings.ts';
import { writeRichText } from './write-rich-text.ts';

const loadDialog = () => import('./export-dialog.tsx');
const ExportDialog = lazyPart(async () => (await loadDialog()).ExportDialog);

type ExportBarProps = { readonly shown: ShownVersion };

/** Takes a version out of the page: copied with one click, or in another form. */
export function ExportBar({ shown }: ExportBarProps) {
  const options = useStore(exportSettings);
  const [isOpen, setOpen] = useState(false);
  const isEmpty = shown.generation.versions[shown.version].trim() === '';
  const hasLinks = shown.report.links.some(({ times }) => times > 0);

  return (
    <div className="export-bar">
      <Tooltip text="Copy and use anywhere">
        {(describedBy) => (
          <CopyButton
            write={isEmpty ? null : () => writeRichText(shown, options)}
            describedBy={describedBy}
          />
        )}
      </Tooltip>
      <Button
        off={isEmpty}
        aria-haspopup="dialog"
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setOpen(true)}
      >
        <FileOutput aria-hidden="true" size={16} />
        Export
      </Button>
      {hasLinks ? <DisclosureLine options={options} /> : null}
      {isOpen ? (
        <Loading label={null}>
          <ExportDialog shown={shown} options={options} onClose={() => setOpen(false)} />
        </Loading>
      ) : null}
    </div>
  );
}

/** A failed preload is no failure yet: the part is fetched again when it is needed. */
function preload(): void {
  loadDialog().catch(() => {});
}

function DisclosureLine({ options: { disclosure } }: { readonly options: ExportOptions }) {
  return (
    <p className="disclosure-line">
      {disclosure ? 'Copied with a disclosure before the first link.' : 'Copied without a disclosure.'}{' '}
      <Button look="plain" onClick={() => exportSettings.choose({ disclosure: !disclosure })}>
        {disclosure ? 'Leave it out' : 'Put it in'}
      </Button>
    </p>
  );
}
