import { nearestName } from '#core/lib/nearest-name.ts';

import { variables } from './variables.ts';

const known = Object.keys(variables.shape);

/** One wrong sign in five letters is a slip. Names with more are those of other programs. */
const widestShare = 0.2;

/** Returns a line for each variable of the environment that looks like a misspelt one of ours. */
export function misspeltVariables(environment: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(environment).flatMap((name) => {
    const near = known.includes(name) ? null : nearestName(name, known, widestShare);
    return near === null
      ? []
      : [`The variable ${name} is not known and has no effect. Did you mean ${near}?`];
  });
}
