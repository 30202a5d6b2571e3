import { createContext, use } from 'react';

import type { LinksApi } from './links-api.ts';

const LinksApiContext = createContext<LinksApi | null>(null);

export const LinksApiProvider = LinksApiContext.Provider;

export function useLinksApi(): LinksApi {
  const api = use(LinksApiContext);
  if (api === null) throw new Error('There is no LinksApiProvider above this component.');
  return api;
}
