import { isAmazonAddress } from './amazon-address.ts';
import type { Language } from '#core/language/language.ts';

/** In English, the wording that the FTC's answers to 16 CFR 255 give as plain enough. */
const sentences: Readonly<Record<Language, { readonly commission: string; readonly amazon: string }>> = {
  en: {
    commission: 'I get commissions for purchases made through links in this post.',
    amazon: 'As an Amazon Associate I earn from qualifying purchases.',
  },
  de: {
    commission: 'Werbung: Für Käufe über Links in diesem Beitrag erhalte ich eine Provision.',
    amazon: 'Als Amazon-Partner verdiene ich an qualifizierten Verkäufen.',
  },
  es: {
    commission:
      'Publicidad: recibo comisiones por las compras que se hacen a través de los enlaces de esta publicación.',
    amazon:
      'En calidad de Afiliado de Amazon, obtengo ingresos por las compras adscritas que cumplen los requisitos aplicables.',
  },
};

/** What readers are told before the first of these links; null where there are none. */
export function disclosureFor(urls: readonly string[], language: Language | null): string | null {
  if (urls.length === 0) return null;
  const { commission, amazon } = sentences[language ?? 'en'];
  return urls.some(isAmazonAddress) ? `${commission} ${amazon}` : commission;
}
