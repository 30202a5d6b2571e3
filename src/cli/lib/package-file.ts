import { existsSync } from 'node:fs';

/** Returns the address of a file of this package. The built program is two folders below it, its source three. */
export function packageFile(file: string): URL {
  const roots = ['../../', '../../../'].map((root) => new URL(root, import.meta.url));
  const root = roots.find((each) => existsSync(new URL('package.json', each)));
  if (root === undefined) throw new Error('The package of this program is not complete.');
  return new URL(file, root);
}
