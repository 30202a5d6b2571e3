import * as z from 'zod/mini';

import { httpAddress } from './variables.ts';

const defaultProductSite = 'https://linkweft.example/';

/** The names on the page, and its link to the product site. */
export const pageVariables = z.object({
  BRAND_NAME: z._default(z.string().check(z.maxLength(60, 'a name of at most 60 characters')), 'Linkweft'),
  COMPANY_NAME: z._default(
    z.string().check(z.maxLength(100, 'a name of at most 100 characters')),
    'Linkweft',
  ),
  PRODUCT_SITE_URL: z.optional(httpAddress('the http or https address of your product site')),
});

export function readPageConfig(values: z.infer<typeof pageVariables>) {
  return {
    brandName: values.BRAND_NAME,
    companyName: values.COMPANY_NAME,
    productSiteUrl: values.PRODUCT_SITE_URL ?? defaultProductSite,
    productSiteIsDefault: values.PRODUCT_SITE_URL === undefined,
  };
}
