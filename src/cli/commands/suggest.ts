import { parseArgs } from 'node:util';

import { exitCodes, UsageError, type Command } from '#cli/lib/command.ts';
import { print } from '#cli/lib/terminal.ts';

export const suggest: Command = {
  name: 'suggest',
  summary: 'says which of your links fit a file, and where',
  usage: `
Usage: linkweft suggest FILE --links FILE [OPTIONS]

Says which of your links fit a text, best first, each with the sentence that it fits best. Needs no model, costs
nothing and changes nothing. Links that the text has already are left out.

  --links FILE   your links: CSV, JSON, HTML, bookmarks, or a list
  --most N       at most N links, 10 by default
  --json         writes the standard output as JSON, with the line of each sentence
`,
  async run(args) {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { links: { type: 'string' }, most: { type: 'string' }, json: { type: 'boolean' } },
      allowPositionals: true,
    });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new UsageError('name one file to read.');
    if (values.links === undefined) throw new UsageError('--links must name the file with your links.');
    const { readNumber } = await import('#cli/weave/options.ts');
    const { suggestFor, suggestionsInWords } = await import('#cli/weave/suggest-for.ts');
    const found = await suggestFor(file, values.links, readNumber('most', values.most ?? '10', 50));
    print(values.json === true ? `${JSON.stringify(found, null, 2)}\n` : suggestionsInWords(found));
    return exitCodes.done;
  },
};
