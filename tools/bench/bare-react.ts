import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { build } from 'vite';

const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Bare React</title>
<script type="module" src="./main.js"></script>
</head>
<body><div id="root"></div></body>
</html>
`;
const script = `import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
createRoot(document.getElementById('root')).render(createElement('p', null, 'A page of nothing but React.'));
`;

/**
 * Builds a page that contains only React and ReactDOM, with the build tool of the product. Calls `use` with the folder
 * of the built page, and then removes it.
 */
export async function withBareReact<T>(use: (folder: string) => Promise<T>): Promise<T> {
  await mkdir('.cache', { recursive: true });
  const folder = await mkdtemp('.cache/bare-react-');
  try {
    await writeFile(join(folder, 'main.js'), script);
    await writeFile(join(folder, 'index.html'), html);
    await build({
      root: folder,
      configFile: false,
      logLevel: 'error',
      build: { modulePreload: { polyfill: false } },
    });
    return await use(join(folder, 'dist'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
