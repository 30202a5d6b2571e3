import { HowItWorks } from './how-it-works.tsx';
import { WeaveMark } from '#web/ui/weave-mark.tsx';

export function PageHeader({ brandName }: { readonly brandName: string }) {
  return (
    <header className="page-header">
      <div className="brand-line">
        <p className="brand">
          <WeaveMark />
          <span className="brand-name">{brandName}</span>
          <span className="badge">Demo</span>
        </p>
        <HowItWorks />
      </div>
      <div className="headline">
        <h1>Free Link Integrator</h1>
        <p className="tagline">Make Your Affiliate Links Feel Like Part of the Story</p>
      </div>
    </header>
  );
}
