import './export.css';

import { FileOutput } from 'lucide-react';
import { useLayoutEffect, useMemo, useRef, useState, type ComponentProps } from 'react';
import { createPortal } from 'react-dom';

import type { Edit } from '#core/edits/edit.ts';
import { withDisclosure } from '#core/export/write-source.ts';
import { isWebAddress } from '#core/links/web-address.ts';
import { catalogue, t } from '#web/lib/language.ts';
import { logFailure } from '#web/lib/log.ts';
import { createSafeStorage } from '#web/lib/storage.ts';
import { useStore, type ReadonlyStore } from '#web/lib/store.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';
import type { Disclosure, ShownVersion, VersionParts } from '#web/version-view/shown-version.ts';
import { disclosureId } from '#web/version-view/text-pieces.ts';

import { writeRecord } from './change-record-text.ts';
import { CopyButton } from './copy-button.tsx';
import { DisclosureDialog, type DisclosureDraft } from './disclosure-dialog.tsx';
import { ExportDialog, type ExportChoice } from './export-dialog.tsx';
import { createExportSettings, type ExportSettings } from './export-settings.ts';
import { writeRichText } from '#export/formats/write-format.ts';

/** @param ownProvider The visitor's own provider of AI, who charges for generations; null if there is none. */
export function createExportBar(ownProvider: ReadonlyStore<object | null>) {
  const settings = createExportSettings(
    createSafeStorage(
      () => window.localStorage,
      (failure) => logFailure('This browser does not remember how versions are exported.', failure),
    ),
  );
  function ExportBar({ shown, onDisclosed }: ComponentProps<VersionParts['Export']>) {
    const options = useStore(settings);
    const [opened, setOpened] = useState<'export' | 'disclosure' | null>(null);
    const [choice, setChoice] = useState<ExportChoice | null>(null);
    const { disclosure, putIn } = useDisclosure(shown, settings, setOpened);
    const draft = useDraft();
    useLayoutEffect(() => onDisclosed(disclosure), [onDisclosed, disclosure]);
    const isEmpty = shown.generation.versions[shown.version].trim() === '';
    const shared = { shown, settings, onClose: () => setOpened(null) };
    const hasOwnKey = useStore(ownProvider) !== null;

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
        {/* A dialog is no part of the panel of the version, and has none of its styles. */}
        {opened === null
          ? null
          : createPortal(
              opened === 'export' ? (
                <ExportDialog {...shared} {...{ choice, hasOwnKey }} onChoose={setChoice} />
              ) : (
                <DisclosureDialog {...shared} draft={draft} />
              ),
              document.body,
            )}
      </>
    );
  }
  return {
    Export: ExportBar,
    disclosed(content: string, edits: readonly Edit[], urls: readonly string[]) {
      const { disclosure, disclosureTexts } = settings.get();
      const expected = urls.filter(isWebAddress);
      const version = { content, edits, urls };
      return (disclosure && withDisclosure(version, disclosureId, disclosureTexts, expected)) || edits;
    },
  };
}

/** Keeps what was written into the disclosure and not saved, until it is saved or given up. */
function useDraft(): DisclosureDraft {
  const written = useRef<string | null>(null);
  return useMemo(
    () => ({
      read: () => written.current,
      write: (text) => {
        written.current = text;
      },
    }),
    [],
  );
}

export function CopyReport({ shown }: ComponentProps<VersionParts['CopyReport']>) {
  return <CopyButton action={t('Copy report')} write={() => writeRecord(shown)} />;
}

/** Returns the disclosure of a version, and the button that inserts it while it is left out. */
function useDisclosure(shown: ShownVersion, settings: ExportSettings, open: (dialog: 'disclosure') => void) {
  const { disclosure: isOn, disclosureTexts } = useStore(settings);
  const { language } = useStore(catalogue);
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
      announce(t(disclosure ? 'Disclosure added' : 'Disclosure removed'));
    };
    if (disclosed === null) return { disclosure: null, putIn: null };
    if (!isOn) {
      const putIn = (
        <Button ref={focus} onClick={() => choose(true)}>
          {t('Add disclosure')}
        </Button>
      );
      return { disclosure: null, putIn };
    }
    const buttons = (
      <span className="disclosure-tools" lang={language} data-aside="">
        {t('Included when you copy')}
        <Button
          look="plain"
          aria-label={t('Edit the disclosure')}
          aria-haspopup="dialog"
          onClick={() => open('disclosure')}
        >
          {t('Edit')}
        </Button>
        <Button
          look="plain"
          ref={focus}
          aria-label={t('Remove the disclosure')}
          onClick={() => choose(false)}
        >
          {t('Remove')}
        </Button>
      </span>
    );
    const disclosure: Disclosure = { edits: disclosed, buttons };
    return { disclosure, putIn: null };
  }, [disclosed, isOn, settings, open, language]);
}
