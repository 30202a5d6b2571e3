import { packageFile } from './package-file.ts';

/** Loads the built server, which starts then. */
export async function loadServer(): Promise<void> {
  await import(/* @vite-ignore */ packageFile('dist/server/main.js').href);
}
