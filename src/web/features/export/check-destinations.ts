import { parseWhole } from '#web/markup/inert-document.ts';
import { showHidden } from '#web/markup/quiet-html.ts';

/** Attributes by which a browser goes, loads or runs something. */
const destinations =
  /^(?:href|xlink:href|src|srcset|srcdoc|action|formaction|data|poster|background|ping|content|style|on.*)$/iu;
const holdsScript = new Set(['SCRIPT', 'STYLE']);

/**
 * Throws if a browser would find a destination in the HTML that is neither that of a chosen link nor the author's own at
 * its place. `own` is what is written of the author's text alone.
 */
export function checkDestinations(html: string, own: string, urls: readonly string[]): void {
  const left = destinationsOf(own);
  const chosen = new Set(urls.map((url) => `A href ${resolved(url)}`));
  let next = 0;
  for (const found of destinationsOf(html)) {
    if (found === left[next]) next += 1;
    else if (!chosen.has(found)) throw new Error('A destination is neither chosen nor of the text itself.');
  }
}

/** In their order, as a browser understands them. */
function destinationsOf(html: string): string[] {
  return [...parseWhole(html).querySelectorAll('*')].flatMap((element) => {
    const found = [...element.attributes]
      .map(({ name, value }) => ({ name: showHidden(name), value: showHidden(value) }))
      .filter(({ name }) => destinations.test(name))
      .map(({ name, value }) => `${element.tagName} ${name} ${resolved(value)}`);
    return holdsScript.has(element.tagName) ? [...found, `${element.tagName} ${element.textContent}`] : found;
  });
}

function resolved(address: string): string {
  return URL.canParse(address) ? new URL(address).href : address;
}
