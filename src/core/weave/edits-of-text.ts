import type { Edit, EditAuthor, VersionEdits } from './edit.ts';
import type { VersionName } from './version.ts';

/** The edits that make `text` of the content: what a reply in whole texts has changed. */
export function editsOfText(content: string, text: string, by: EditAuthor): Edit[] {
  if (content === text) return [];
  const most = Math.min(content.length, text.length);
  let before = 0;
  while (before < most && content[before] === text[before]) before += 1;
  let behind = 0;
  while (behind < most - before && content.at(-1 - behind) === text.at(-1 - behind)) behind += 1;
  const end = content.length - behind;
  return [{ id: '1', start: before, end, text: text.slice(before, text.length - behind), by }];
}

/** The same for all three; a version that is empty is none, and has no edits. */
export function editsOfTexts(content: string, versions: Readonly<Record<VersionName, string>>): VersionEdits {
  const of = (text: string) => (text === '' ? [] : editsOfText(content, text, 'model'));
  const { safe, exploratory, experimental } = versions;
  return { safe: of(safe), exploratory: of(exploratory), experimental: of(experimental) };
}
