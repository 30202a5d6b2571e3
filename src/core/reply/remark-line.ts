import { mayBeginWith } from './beginnings.ts';

/** With which models speak to the user, in lower case. */
const openings = (
  'i hope|hope this|hope these|hope that|let me know|please let me know|feel free|would you like|say the word|' +
  "just say the word|if you’d like|if you'd like|if you would like|if you’d prefer|if you'd prefer|" +
  'if you would prefer|these versions|these three versions|all versions|all three versions|each of these versions|' +
  'each of these three versions|ich hoffe|ich habe|lass mich|lass es mich|lasst mich|lasst es mich|' +
  'lassen sie mich|lassen sie es mich|gern|gerne|wenn du|wenn sie|wenn ihr|sag bescheid|sag mir bescheid|' +
  'sagen sie bescheid|sagen sie mir bescheid|espero que|avísame|avisame|avíseme|aviseme|dime si|déjame saber|' +
  'dejame saber|hágamelo saber|hagamelo saber|si quieres|si deseas|si prefieres|si necesitas'
)
  .split('|')
  .concat(
    ['i’ve', "i've", 'i have'].flatMap((begun) =>
      ['kept', 'made', 'tried', 'woven', 'added', 'included'].map((done) => `${begun} ${done}`),
    ),
  );
const leadIn = /^\s*[*_(]{0,3}/u;
const subject =
  /\b(?:versions?|versionen|versiones|adjust\w*|tweak\w*|rewrit\w*|revis\w*|further changes|anpass\w*|änder\w*|ajust\w*|cambi\w*|modifi\w*)/iu;
const remarkLimit = 400;

/** Whether a line is one with which models take their leave: it speaks to the user, about the versions. */
export function isRemarkLine(line: string): boolean {
  return line.length <= remarkLimit && opens(line) && subject.test(line) && !line.includes('((');
}

/** Whether a line of which only `start` has arrived may turn out to be one. */
export function mayBeRemarkLine(start: string): boolean {
  return start.length <= remarkLimit && mayBeginWith(start.replace(leadIn, ''), openings);
}

function opens(line: string): boolean {
  const text = line.replace(leadIn, '').toLowerCase();
  return openings.some(
    (opening) => text.startsWith(opening) && !/^[\p{L}\p{N}]/u.test(text.slice(opening.length)),
  );
}
