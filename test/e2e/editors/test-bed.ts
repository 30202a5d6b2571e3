import { LinkNode } from '@lexical/link';
import { ListItemNode, ListNode } from '@lexical/list';
import { HeadingNode, QuoteNode, registerRichText } from '@lexical/rich-text';
import { Editor } from '@tiptap/core';
import { StarterKit } from '@tiptap/starter-kit';
import { createEditor } from 'lexical';
import Quill from 'quill';

import { openGutenberg } from './gutenberg.ts';

/** Adds an element for an editor. The last one on the page is the browser's own editor, as in a mail program. */
function addHolder(id: string): HTMLElement {
  const holder = document.createElement('div');
  holder.id = id;
  document.body.append(holder);
  return holder;
}

function openLexical(holder: HTMLElement): void {
  holder.contentEditable = 'true';
  const editor = createEditor({
    namespace: 'test-bed',
    nodes: [HeadingNode, QuoteNode, ListNode, ListItemNode, LinkNode],
    onError: (error) => {
      throw error;
    },
  });
  editor.setRootElement(holder);
  registerRichText(editor);
}

openGutenberg(addHolder('gutenberg'));
const tiptap = new Editor({ element: addHolder('tiptap'), extensions: [StarterKit] });
openLexical(addHolder('lexical'));
const quill = new Quill(addHolder('quill'));
addHolder('mail').contentEditable = 'true';
document.title = tiptap.isEditable && quill.isEnabled() ? 'Editors' : '';
