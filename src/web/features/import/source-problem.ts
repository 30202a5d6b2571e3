/** A file or a text that cannot be imported. Its message says why, and what to do, to the user. */
export class SourceProblem extends Error {
  override readonly name = 'SourceProblem';
}
