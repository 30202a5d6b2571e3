import type { Link } from '#core/links/link.ts';
import { ProblemError } from '#core/errors/problem.ts';

/** The link has another version than the one that was to be changed. */
export class LinkChangedError extends ProblemError {
  /** As it is now. */
  readonly link: Link;

  constructor(link: Link) {
    super('link-changed');
    this.link = link;
  }
}
