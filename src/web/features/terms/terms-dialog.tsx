import './terms.css';

import type { Settings } from '#contract/settings.ts';
import { Dialog } from '#web/ui/dialog.tsx';

import { TermsText } from './terms-text.tsx';

type TermsDialogProps = { readonly settings: Settings; readonly onClose: () => void };

export function TermsDialog({ settings, onClose }: TermsDialogProps) {
  return (
    <Dialog title="Terms of Service and Privacy Policy" className="dialog-wide" onClose={onClose}>
      <div className="terms">
        <p className="terms-date">Effective date: 4/6/2025</p>
        <TermsText settings={settings} />
      </div>
    </Dialog>
  );
}
