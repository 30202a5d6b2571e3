import type { Settings } from '#contract/settings.ts';

type WhatIsSentProps = { readonly settings: Settings };

export function WhatIsSent({ settings }: WhatIsSentProps) {
  return (
    <>
      <h3>What is sent to others</h3>
      <WhoWrites settings={settings} />
      {settings.ownKeyHosts.length === 0 ? null : <OwnKey />}
      <p>
        <Cookies settings={settings} /> The page counts no visits, and loads nothing from other sites. A link
        in a result contacts its site only when you click it.
      </p>
    </>
  );
}

function WhoWrites({ settings }: WhatIsSentProps) {
  if (settings.writer === 'built-in') {
    return (
      <p>
        No AI model is configured here: the built-in writer works on this server, and neither your content nor
        your links leave it.
      </p>
    );
  }
  return (
    <p>
      When you press Generate, your content and the addresses and descriptions of the ticked links are sent to
      the AI provider at <strong>{settings.providerHost}</strong>, which writes the versions. Its own terms
      say how it handles them. Nothing is sent before you press Generate.
    </p>
  );
}

function OwnKey() {
  return (
    <p>
      If you use your own key, that is different: your browser then sends your content, the addresses and
      descriptions of the ticked links, and the key straight to the AI provider that you entered. Its terms
      hold, it sees your internet address and that of this page, and you pay what it charges. This server is
      given neither the key nor the content nor the versions. The key is gone when you close or reload the
      page, or, if you have it remembered, when you press “Forget key”.
    </p>
  );
}

function Cookies({ settings }: WhatIsSentProps) {
  if (settings.workspace === 'shared') return 'The page sets no cookies.';
  return 'One cookie is set when you first save a link. It holds the key to your workspace for up to 400 days after your last visit, is sent to this server alone, and serves nothing else.';
}
