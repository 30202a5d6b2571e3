import { selectable } from './quiet-html.ts';

/** Elements of MathML that are written as words and signs. */
const simpleMath =
  'semantics, annotation, mrow, mstyle, mpadded, mspace, mi, mn, mo, ms, mtext, msup, msub, msubsup, mfrac, msqrt';
const texNote = `annotation[${selectable('encoding')}*="tex" i]`;
/** Selects what KaTeX, MathJax and MediaWiki draw around an element of MathML. */
const drawing = ['katex', 'MathJax', 'mwe-math-element']
  .map((name) => `span[${selectable('class')}~="${name}"]`)
  .join();

/**
 * Replaces each element of MathML, and its drawing, by words with superscripts. If it is more than that, its TeX stays in
 * an element `tex-words`.
 */
export function writeMath(root: HTMLElement): void {
  for (const math of root.querySelectorAll('math')) {
    const isSimple = math.querySelector(`:not(${simpleMath})`) === null;
    const tex = isSimple ? '' : (math.querySelector(texNote)?.textContent.trim() ?? '');
    for (const note of math.querySelectorAll('annotation')) note.remove();
    const drawn = math.closest(drawing);
    if (drawn !== null && drawn.getElementsByTagName('math').length === 1) drawn.replaceWith(math);
    if (tex === '')
      for (const part of math.querySelectorAll('msup, msub, msubsup, mfrac, msqrt')) writePart(part);
    const words = root.ownerDocument.createElement(tex === '' ? 'span' : 'tex-words');
    if (tex === '') copyWords(math, words);
    else words.append(tex);
    math.replaceWith(words);
  }
}

/** Writes one part of a formula as HTML. Its first child is the base, or what stands above the bar. */
function writePart(part: Element): void {
  const { localName, ownerDocument } = part;
  const [first = '', ...others] = part.children;
  const small = (name: string, content: Element | string) => {
    const element = ownerDocument.createElement(name);
    element.append(content);
    return element;
  };
  if (localName === 'msqrt')
    part.replaceWith('√', ...(others.length > 0 ? ['(', first, ...others, ')'] : [first]));
  else if (localName === 'mfrac') {
    const [below = ''] = others;
    const areNumbers = [first, below].every(
      (value) => value instanceof Element && /^\s*\d+\s*$/u.test(value.textContent),
    );
    if (areNumbers) part.replaceWith(small('sup', first), '⁄', small('sub', below));
    else part.replaceWith(...inBrackets(first), '/', ...inBrackets(below));
  } else {
    const names = localName === 'msubsup' ? ['sub', 'sup'] : [localName.slice(1)];
    part.replaceWith(first, ...names.map((name, index) => small(name, others[index] ?? '')));
  }
}

function inBrackets(value: Element | string): (Element | string)[] {
  return value instanceof Element && value.localName === 'mrow' && value.children.length > 1
    ? ['(', value, ')']
    : [value];
}

/** Copies the words and their superscripts, without the elements of MathML. */
function copyWords(from: Node, to: Element): void {
  for (const node of from.childNodes) {
    if (node instanceof Text) to.append(node.data);
    else if (!(node instanceof HTMLElement)) copyWords(node, to);
    else if (node.matches('sup, sub'))
      copyWords(node, to.appendChild(to.ownerDocument.createElement(node.localName)));
    else to.append(node.cloneNode(true));
  }
}
