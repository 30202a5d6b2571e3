import type { ComponentType, ReactNode } from 'react';

import type { Edit } from '#core/edits/edit.ts';

import type { ShownVersion } from './shown-version.ts';

/** What a version's text offers at its edits. One object that stays the same: a new one draws the text anew. */
export type EditTools = {
  /** Drawn right behind an edit; it belongs to the page, not to the text. */
  readonly controls?: (edit: Edit) => ReactNode;
};

/** A version as its work has left it, and what is needed to go on. */
export type Worked = {
  readonly shown: ShownVersion;
  readonly tools?: EditTools;
  /** Drawn beside the copy button. */
  readonly ways?: ReactNode;
  /** Drawn above the text, over its whole width. */
  readonly bar?: ReactNode;
};

/** What other features put into the view of a version. */
export type VersionParts = {
  readonly Work?: ComponentType<{
    readonly shown: ShownVersion;
    readonly children: (worked: Worked) => ReactNode;
  }>;
  /** Takes the version out of the page. */
  readonly Export?: ComponentType<{ readonly shown: ShownVersion }>;
};
