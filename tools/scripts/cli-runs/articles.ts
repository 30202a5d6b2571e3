import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const testLinks = [
  ['https://shop.example/kettle?tag=me-21', 'Gooseneck kettle for pour-over coffee'],
  ['https://shop.example/grinder?ref=me&x=1', 'Hand grinder for coffee beans'],
  ['https://camp.example/tent?aff=7', 'Light tent for two people'],
  ['https://camp.example/stove?aff=7', 'Small gas stove for camping trips'],
] as const;

const sentences = [
  'Good coffee begins with fresh beans and clean water.',
  'A gooseneck kettle lets you pour slowly and evenly.',
  'My hand grinder takes two minutes for one cup.',
  'On the road we sleep in a light tent for two people.',
  'A small gas stove boils the water for breakfast.',
  'In winter we stay at home and read by the window.',
  'Nothing of this needs much money or much room.',
];

/** Writes `links.csv` and a folder `posts` with different articles in three formats. Returns their names, sorted. */
export async function writeArticles(folder: string, count: number): Promise<string[]> {
  await mkdir(path.join(folder, 'posts', 'older'), { recursive: true });
  const rows = testLinks.map(([url, description]) => `"${url}","${description}"`);
  await writeFile(path.join(folder, 'links.csv'), `url,description\n${rows.join('\n')}\n`);
  const names: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { ending, text } = articleOf(index);
    const name = `${index % 2 === 0 ? '' : 'older/'}article-${String(index).padStart(3, '0')}.${ending}`;
    names.push(name);
    await writeFile(path.join(folder, 'posts', name), text);
  }
  return names.sort();
}

function articleOf(index: number): { ending: string; text: string } {
  const shift = index % sentences.length;
  const chosen = [...sentences.slice(shift), ...sentences.slice(0, shift)];
  const own = `This is number ${index} of my letters.`;
  const first = `${own} ${chosen.slice(0, 3).join(' ')}`;
  const second = chosen.slice(3).join(' ');
  if (index % 3 === 0)
    return {
      ending: 'md',
      text: `---\ntitle: "Letter ${index}"\n---\n\n# Letter ${index}\n\n${first}\n\n${second}\n`,
    };
  if (index % 3 === 1)
    return { ending: 'html', text: `<h1>Letter ${index}</h1>\n<p>${first}</p>\n<p>${second}</p>\n` };
  return { ending: 'txt', text: `Letter ${index}\r\n\r\n${first}\r\n\r\n${second}\r\n` };
}

/** Returns all visible files below a folder by their names, sorted. */
export async function readTree(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .filter((name) => !name.split(path.sep).some((part) => part.startsWith('.')));
  const read = files
    .sort()
    .map(async (name) => [name, await readFile(path.join(folder, name), 'utf8')] as const);
  return new Map(await Promise.all(read));
}
