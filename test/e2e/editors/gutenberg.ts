import { createBlock, getBlockAttributes, pasteHandler, registerBlockType } from '@wordpress/blocks';

type Schema = Readonly<Record<string, unknown>>;
type Schemas = { readonly phrasingContentSchema: Schema };

/** Makes a field with WordPress's paste handling and with blocks that accept what its own blocks accept. */
export function openGutenberg(holder: HTMLElement): void {
  holder.contentEditable = 'true';
  registerText('core/paragraph', ['p'], ({ phrasingContentSchema }) => phrasingContentSchema);
  registerText('core/heading', ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'], (each) => each.phrasingContentSchema);
  registerText('core/quote', ['blockquote'], (each) => ({ p: { children: each.phrasingContentSchema } }));
  registerText('core/code', ['pre'], ({ phrasingContentSchema }) => ({
    code: { children: phrasingContentSchema },
  }));
  registerText('core/list', ['ul', 'ol'], ({ phrasingContentSchema }) => ({
    li: { children: phrasingContentSchema },
  }));
  registerText('core/table', ['table'], tableSchema);
  holder.addEventListener('paste', (event) => {
    event.preventDefault();
    const HTML = event.clipboardData?.getData('text/html') ?? '';
    const plainText = event.clipboardData?.getData('text/plain') ?? '';
    const blocks = pasteHandler({ HTML, plainText, mode: 'BLOCKS' });
    const parts = Array.isArray(blocks) ? blocks.map(({ attributes }) => String(attributes['content'])) : [];
    holder.replaceChildren(document.createRange().createContextualFragment(parts.join('\n')));
  });
}

function tableSchema({ phrasingContentSchema }: Schemas): Schema {
  const row = {
    tr: { children: { th: { children: phrasingContentSchema }, td: { children: phrasingContentSchema } } },
  };
  return { thead: { children: row }, tbody: { children: row } };
}

function registerText(name: string, tags: readonly string[], childrenOf: (schemas: Schemas) => Schema): void {
  const selector = tags.join(',');
  registerBlockType(name, {
    title: name,
    category: 'text',
    attributes: { content: { type: 'string', source: 'html', selector } },
    save: () => null,
    transforms: {
      from: [
        {
          type: 'raw',
          selector,
          schema: (schemas: Schemas) =>
            Object.fromEntries(tags.map((tag) => [tag, { children: childrenOf(schemas) }])),
          transform: (node: Element) => createBlock(name, getBlockAttributes(name, node.outerHTML)),
        },
      ],
    },
  });
}
