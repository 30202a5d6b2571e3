import { wordSet } from '#core/lib/helpers.ts';

// The names of the elements of HTML, by what they mean for the text in them.

const headings = 'h1 h2 h3 h4 h5 h6';
const sections = 'article aside div footer header main nav section';
const tableParts = 'caption tbody td tfoot th thead tr';
const paragraphs = `p ul ol dl table blockquote pre ${headings} figure`;

/** Elements that stand apart from the words around them, except for the rows and cells of a table. */
export const blockElements = wordSet(
  `${paragraphs} ${sections} address caption center dd details dialog dir dt fieldset figcaption form hgroup hr li ` +
    'menu search summary',
);

/** Elements that cut text into runs, as a paragraph break does. */
export const breakingElements: ReadonlySet<string> = new Set([
  ...blockElements,
  ...wordSet(
    `${tableParts} audio body br button canvas col colgroup frame frameset head html iframe legend link math menuitem ` +
      'noscript object optgroup option script select source style svg template textarea title track video',
  ),
]);

/** Elements of running text. */
export const textElements = wordSet(
  'a abbr b bdi bdo br cite code del dfn em i img ins kbd mark q s samp small span strong sub sup time u var wbr',
);

/** All elements that break no text. */
export const inlineElements: ReadonlySet<string> = new Set([
  ...textElements,
  ...wordSet(
    'acronym applet area base big data datalist embed font input label map marquee meter nobr noembed noframes output ' +
      'picture progress rb rp rt ruby slot strike tt xmp',
  ),
]);

/** Elements without content and without an end tag. */
export const voidElements = wordSet('br hr col link source img input meta track wbr base');

/** Elements inside which a browser reads no tags. */
export const rawElements = wordSet(
  'script style textarea title xmp iframe noembed noframes noscript template',
);

/** Elements inside which nothing is written, at any depth. */
export const closedElements = wordSet(
  `blockquote pre table figure script style ${headings} nav form head title textarea select svg math template iframe ` +
    'video audio object canvas figcaption caption summary button dl footer noscript aside',
);

/** Elements that may have a new paragraph before them, but not inside them. */
export const paragraphElements = wordSet(paragraphs);

/** Elements that only contain other elements. A block of text begins behind their tags. */
export const containerElements = wordSet(`${sections} html body form details summary center hr`);

/** Elements that are copied to the clipboard, with all that they may contain. */
export const copiedElements = wordSet(
  `${paragraphs} ${tableParts} br hr div li dt dd code strong b em i u s del ins mark sub sup kbd figcaption`,
);
/** Elements that are copied as a `div`, so that their words stay apart. */
export const copiedAsDiv = wordSet(`${sections} address center details summary`);
/** Elements that are not copied, nor what is inside them. */
export const neverCopied = wordSet('head object svg math select button');
