import { parseWhole } from '#web/markup/inert-document.ts';
import { showHidden } from '#web/markup/quiet-html.ts';

/** Attributes by which a browser opens, loads or runs something. */
const destinations =
  /^(?:href|xlink:href|src|srcset|srcdoc|action|formaction|data|poster|background|ping|content|style|on.*)$/iu;
const holdsScript = new Set(['SCRIPT', 'STYLE']);

/**
 * Throws if the HTML has a destination that is neither a chosen link nor the author's own at the same place. `own` is the
 * HTML of the author's text alone.
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

/** Returns the destinations in their order, as a browser resolves them. */
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
