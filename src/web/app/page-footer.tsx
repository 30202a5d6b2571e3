import type { Settings } from '#contract/settings.ts';

import { Button } from '#web/ui/button.tsx';

import { TermsDialog, YourDataDialog } from './lazy-parts.tsx';

const thisYear = new Date().getFullYear();

type PageFooterProps = {
  readonly settings: Settings;
  readonly onOpen: (dialog: 'terms' | 'data') => void;
};

export function PageFooter({ settings, onOpen }: PageFooterProps) {
  return (
    <footer className="page-footer">
      <p>
        © {thisYear} {settings.companyName}
      </p>
      <p>
        Want more?{' '}
        <a href={settings.productSiteUrl} target="_blank" rel="noopener noreferrer">
          Sign up for the full beta
        </a>
      </p>
      <Button look="plain" onClick={() => onOpen('terms')} onLikely={TermsDialog.preload}>
        Terms and Conditions
      </Button>
      <Button look="plain" onClick={() => onOpen('data')} onLikely={YourDataDialog.preload}>
        Your data
      </Button>
      {settings.writer === 'built-in' ? <BuiltInWriterNote /> : null}
    </footer>
  );
}

function BuiltInWriterNote() {
  return (
    <p className="writer-note">
      No AI model is configured: the built-in writer writes the text. To add a model, set{' '}
      <code>OPENAI_API_KEY</code> on the server.
    </p>
  );
}
