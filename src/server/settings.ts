import type { Settings } from '#contract/settings.ts';

import type { Config } from './config/config.ts';

/** Returns the part of the configuration that the page may know. */
export function settingsOf(config: Config): Settings {
  return {
    brandName: config.brandName,
    companyName: config.companyName,
    productSiteUrl: config.productSiteUrl,
    writer: config.model === null ? 'built-in' : 'model',
    providerHost: config.model === null ? '' : new URL(config.model.baseUrl).host,
    workspace: config.workspace,
    expiry: config.expiry,
    cacheBytes: config.cacheBytes,
    proofOfWork: config.proof !== null && config.model !== null,
    contentLimits: {
      maxContentChars: config.maxContentChars,
      protocol: config.protocol,
      model: config.model?.limits ?? null,
    },
    ownKeyHosts: [...config.ownKeyHosts],
    reachesDevice: false,
  };
}
