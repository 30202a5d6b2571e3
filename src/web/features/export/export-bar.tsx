import './export.css';

import { FileOutput } from 'lucide-react';
import { useLayoutEffect, useMemo, useRef, useState, type ComponentProps } from 'react';

import { withDisclosure } from '#core/export/write-source.ts';
import { pageLanguage, t } from '#web/lib/language.ts';
import { logFailure } from '#web/lib/log.ts';
import { createSafeStorage } from '#web/lib/storage.ts';
import { useStore } from '#web/lib/store.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';
import type { Disclosure, ShownVersion, VersionParts } from '#web/version-view/shown-version.ts';
import { disclosureId } from '#web/version-view/text-pieces.ts';

import { CopyButton } from './copy-button.tsx';
import { DisclosureDialog } from './disclosure-dialog.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { createExportSettings, type ExportSettings } from './export-settings.ts';
import { writeRichText } from './write-format.ts';

export function createExportBar() {
  const settings = createExportSettings(
    createSafeStorage(
      () => window.localStorage,
      (failure) => logFailure('This browser does not remember how versions are exported.', failure),
    ),
  );
  return function ExportBar({ shown, onDisclosed }: ComponentProps<VersionParts['Export']>) {
    const options = useStore(settings);
    const [opened, setOpened] = useState<'export' | 'disclosure' | null>(null);
    const { disclosure, putIn } = useDisclosure(shown, settings, setOpened);
    useLayoutEffect(() => onDisclosed(disclosure), [onDisclosed, disclosure]);
    const Opened = opened === 'export' ? ExportDialog : DisclosureDialog;
    const isEmpty = shown.generation.versions[shown.version].trim() === '';

    return (
      <>
        <CopyButton
          look="primary"
          tooltip={t('Copy and use anywhere')}
          write={isEmpty ? null : () => writeRichText(shown, options)}
        />
        <Button icon={FileOutput} off={isEmpty} aria-haspopup="dialog" onClick={() => setOpened('export')}>
          {t('Export')}
        </Button>
        {putIn}
        {opened === null ? null : (
          <Opened shown={shown} settings={settings} onClose={() => setOpened(null)} />
        )}
      </>
    );
  };
}

/** Returns the disclosure of a version, and the button that inserts it while it is left out. */
function useDisclosure(shown: ShownVersion, settings: ExportSettings, open: (dialog: 'disclosure') => void) {
  const { disclosure: isOn, disclosureTexts } = useStore(settings);
  // The pressed button disappears, so the other one gets the focus.
  const isPressed = useRef(false);
  const { generation, edits } = shown;
  const disclosed = useMemo(() => {
    const urls = generation.links.map(({ url }) => url);
    return withDisclosure({ content: generation.text, edits, urls }, disclosureId, disclosureTexts);
  }, [generation, edits, disclosureTexts]);

  return useMemo(() => {
    const focus = (button: HTMLElement | null) => {
      if (button === null || !isPressed.current) return;
      isPressed.current = false;
      button.focus();
    };
    const choose = (disclosure: boolean) => {
      isPressed.current = true;
      settings.choose({ disclosure });
      announce(t(disclosure ? 'The disclosure is copied' : 'The disclosure is not copied'));
    };
    if (disclosed === null) return { disclosure: null, putIn: null };
    if (!isOn) {
      const putIn = (
        <Button ref={focus} onClick={() => choose(true)}>
          {t('Put disclosure in')}
        </Button>
      );
      return { disclosure: null, putIn };
    }
    const buttons = (
      <span className="disclosure-tools" lang={pageLanguage()} data-aside="">
        {t('Added to the copy')}
        <Button
          look="plain"
          aria-label={t('Edit the disclosure')}
          aria-haspopup="dialog"
          onClick={() => open('disclosure')}
        >
          {t('Edit')}
        </Button>
        <Button look="plain" ref={focus} onClick={() => choose(false)}>
          {t('Leave it out')}
        </Button>
      </span>
    );
    const disclosure: Disclosure = { edits: disclosed, buttons };
    return { disclosure, putIn: null };
  }, [disclosed, isOn, settings, open]);
}
