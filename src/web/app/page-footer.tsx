import type { ReactNode } from 'react';

import type { Settings } from '#contract/settings.ts';
import { t } from '#web/lib/language.ts';
import { Button } from '#web/ui/button.tsx';

const thisYear = new Date().getFullYear();

type PageFooterProps = {
  readonly settings: Settings;
  readonly onOpen: (dialog: 'terms' | 'data') => void;
  readonly preloads: Readonly<Record<'terms' | 'data', () => void>>;
  /** Another button. */
  readonly children: ReactNode;
};

/** The end of the page: who runs the site, and which data it keeps. */
export function PageFooter({ settings, onOpen, preloads, children }: PageFooterProps) {
  return (
    <footer className="page-footer">
      <p>
        © {thisYear} {settings.companyName}
      </p>
      <p>
        {t('Want more?')}{' '}
        <a
          className="button button-plain"
          href={settings.productSiteUrl}
          target="_blank"
          rel="noopener noreferrer"
        >
          {t('Sign up for the full beta')}
        </a>
      </p>
      <Button look="plain" onClick={() => onOpen('terms')} onLikely={preloads.terms}>
        {t('Terms and Conditions')}
      </Button>
      <Button look="plain" onClick={() => onOpen('data')} onLikely={preloads.data}>
        {t('Your data')}
      </Button>
      {children}
      {settings.writer === 'built-in' ? (
        <p className="writer-note">
          {t('The built-in writer of this site writes the text, without an AI model.')}
        </p>
      ) : null}
    </footer>
  );
}
