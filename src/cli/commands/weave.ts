import process from 'node:process';

import type { Command } from '#cli/lib/command.ts';

export const weave: Command = {
  name: 'weave',
  summary: 'adds links to files of Markdown, HTML or plain text',
  usage: `
Usage: linkweft weave FILES… --links FILE (--out FOLDER | --in-place) [OPTIONS]

Adds your links to each file, in the format of the file. FILES are files or folders. The model is that of the
environment variables of the server (OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_MODEL and so on); without them the
built-in writer writes. Run the same command again after a stop: finished files are not asked again.

  --links FILE           your links: CSV, JSON, HTML, bookmarks, or a list
  --out FOLDER           writes the new files there, and keeps the folders of FILES
  --in-place             replaces the files themselves
  --version NAME         safe (default), exploratory or experimental
  --most N               adds the N links that fit best to each file, 3 by default
  --all-links            adds all links to each file, whether they fit or not
  --instructions TEXT    your wishes for the style
  --rel VALUE            "sponsored nofollow" (default), sponsored, nofollow or none; for links in HTML
  --no-disclosure        adds no note that says that there are paid links

  --relink               exchanges your own links by your saved ones that lead to the same page or product.
                         Without --version it does only this, and needs no model.
  --relink-foreign       exchanges links that pay somebody else, too
  --shop-template T      a shop and an address, such as shop.example=https://go.example/?url={url}

  --dry-run              says what would be done and what it would cost, and does nothing
  --max-usd N            stops before this run and earlier ones of the last 24 hours in this folder cost more.
                         Without it, BUDGET_DAILY_USD is the limit.
  --concurrency N        how many files are worked on at the same time, 4 by default
  --force                replaces files in FOLDER that were changed or not written by this command
  --report FILE          writes a report in Markdown
  --json                 writes the results to the standard output as JSON

  --queue DATABASE_URL   puts one job for each file into PostgreSQL, waits for "linkweft work" to do them, and
                         writes the results
  --job-seconds N        gives a job to another worker if it has no result after this time, 120 by default
  --no-wait              with --queue: sends the jobs, writes the results that are there, and ends
  --collect              with --queue: sends nothing, and writes the results that are there

Exit codes: 0 all is done, 1 some files failed, 2 wrong use, 3 stopped by the budget, 130 interrupted.
`,
  async run(args) {
    const { readOptions } = await import('#cli/weave/options.ts');
    const options = readOptions(args, process.cwd());
    const { runWeave } = await import('#cli/runs/run-weave.ts');
    return runWeave(options);
  },
};
