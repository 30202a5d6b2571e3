import type { Settings } from '#contract/settings.ts';

import { Button } from '#web/ui/button.tsx';

const thisYear = new Date().getFullYear();

type PageFooterProps = {
  readonly settings: Settings;
  readonly onOpenTerms: () => void;
  readonly onTermsLikely: () => void;
  readonly onOpenData: () => void;
  readonly onDataLikely: () => void;
};

export function PageFooter(props: PageFooterProps) {
  const { settings, onOpenTerms, onTermsLikely, onOpenData, onDataLikely } = props;
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
      <Button look="plain" onClick={onOpenTerms} onPointerEnter={onTermsLikely} onFocus={onTermsLikely}>
        Terms and Conditions
      </Button>
      <Button look="plain" onClick={onOpenData} onPointerEnter={onDataLikely} onFocus={onDataLikely}>
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
