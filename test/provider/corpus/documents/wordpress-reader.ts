import { createRequire } from 'node:module';

import { parse } from '@wordpress/block-serialization-default-parser';
import type * as WordPressBlocks from '@wordpress/blocks';
import { parseFragment } from 'parse5';
import { createElement, type ReactElement } from 'react';
import * as z from 'zod/mini';

// Node cannot import its modules, because they import JSON.
const { getBlockType, registerBlockType, validateBlock }: typeof WordPressBlocks = createRequire(
  import.meta.url,
)('@wordpress/blocks');

type ParsedBlock = ReturnType<typeof parse>[number];

/**
 * Returns the blocks of a post as HTML, each with a comment of its name and its attributes. Throws if the editor would
 * call a block invalid.
 *
 * @param oneSpelling returns HTML in the spelling of a browser
 */
export function readBlocksOfWordPress(source: string, oneSpelling: (html: string) => string): string {
  const write = (block: ParsedBlock): string => {
    const { blockName, attrs, innerBlocks, innerHTML } = block;
    if (blockName === null && innerHTML.trim() === '') return '';
    checkBlock(block);
    const inner = innerBlocks.map(write).join('');
    const name = `${blockName ?? 'text'} ${JSON.stringify(attrs)}`;
    return `<!--${name}-->${oneSpelling(innerHTML)}${inner}<!--/${blockName ?? 'text'}-->`;
  };
  return parse(source).map(write).join('');
}

function checkBlock({ blockName, attrs, innerHTML }: ParsedBlock): void {
  if (blockName === null) throw new Error(`This text stands outside of all blocks: ${innerHTML}`);
  const elements = parseFragment(innerHTML).childNodes.filter(({ nodeName }) => nodeName !== '#text');
  if (ofOneElement.has(blockName) && elements.length !== 1)
    throw new Error(`The block ${blockName} has not one element: ${innerHTML}`);
  const save = doubled.get(blockName);
  if (save === undefined) return;
  if (getBlockType(blockName) === undefined)
    registerBlockType(blockName, {
      apiVersion: 3,
      title: blockName,
      category: 'text',
      attributes: {},
      save: ({ attributes }: { attributes: unknown }) => save(attributes),
    });
  const block = { name: blockName, attributes: { ...attrs }, innerBlocks: [], clientId: '1', isValid: true };
  const [isValid] = validateBlock({ ...block, originalContent: innerHTML });
  if (!isValid) throw new Error(`The block ${blockName} is invalid: ${innerHTML}`);
}

const ofOneElement = new Set(
  'paragraph heading list list-item image quote code'.split(' ').map((name) => `core/${name}`),
);

const question = z.object({ id: z.string(), jsonQuestion: z.string(), jsonAnswer: z.string() });
const step = z.object({ id: z.string(), jsonName: z.string(), jsonText: z.string() });
const yoastFaq = z.object({ questions: z.array(question) });
const yoastHowTo = z.object({ jsonDescription: z.string(), steps: z.array(step) });
const rankMathFaq = z.object({ questions: z.array(z.object({ title: z.string(), content: z.string() })) });
const testimonials = z.object({
  testimonials: z.array(z.object({ title: z.string(), content: z.string() })),
});
const review = z.object({ blockID: z.string(), itemName: z.string(), summaryDescription: z.string() });

/** Blocks that have their texts in their comment, and write them again from there. */
const doubled = new Map<string, (attributes: unknown) => ReactElement>([
  [
    'yoast/faq-block',
    (attributes) =>
      element(
        'div',
        'schema-faq wp-block-yoast-faq-block',
        yoastFaq
          .parse(attributes)
          .questions.map(
            ({ id, jsonQuestion, jsonAnswer }) =>
              `<div class="schema-faq-section" id="${id}"><strong class="schema-faq-question">${jsonQuestion}</strong> <p class="schema-faq-answer">${jsonAnswer}</p> </div> `,
          ),
      ),
  ],
  [
    'yoast/how-to-block',
    (attributes) => {
      const { jsonDescription, steps } = yoastHowTo.parse(attributes);
      const items = steps.map(
        ({ id, jsonName, jsonText }) =>
          `<li class="schema-how-to-step" id="${id}"><strong class="schema-how-to-step-name">${jsonName}</strong> <p class="schema-how-to-step-text">${jsonText}</p> </li>`,
      );
      return element('div', 'schema-how-to wp-block-yoast-how-to-block', [
        `<p class="schema-how-to-description">${jsonDescription}</p> <ol class="schema-how-to-steps">`,
        ...items,
        '</ol>',
      ]);
    },
  ],
  [
    'rank-math/faq-block',
    (attributes) =>
      element(
        'div',
        'wp-block-rank-math-faq-block',
        rankMathFaq
          .parse(attributes)
          .questions.map(
            ({ title, content }) =>
              `<div class="rank-math-faq-item"><h3 class="rank-math-question">${title}</h3><div class="rank-math-answer">${content}</div></div>`,
          ),
      ),
  ],
  [
    'kadence/testimonials',
    (attributes) =>
      element(
        'div',
        'kt-testimonials-wrap',
        testimonials
          .parse(attributes)
          .testimonials.map(
            ({ title, content }) =>
              `<div class="kt-testimonial-content-wrap"><div class="kt-testimonial-content">${content}</div><div class="kt-testimonial-name">${title}</div></div>`,
          ),
      ),
  ],
  [
    'ub/review',
    (attributes) => {
      const { blockID, itemName, summaryDescription } = review.parse(attributes);
      const words = `<p class="ub_review_item_name">${itemName}</p><div class="ub_review_description">${summaryDescription}</div>`;
      return element('div', 'ub_review_block', [words], `ub_review_${blockID}`);
    },
  ],
]);

function element(tag: string, className: string, html: readonly string[], id?: string): ReactElement {
  return createElement(tag, { className, id, dangerouslySetInnerHTML: { __html: html.join('') } });
}
