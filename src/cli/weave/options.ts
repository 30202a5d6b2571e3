import path from 'node:path';
import { parseArgs } from 'node:util';

import { linksAtMost } from '#contract/generations.ts';
import { versionNames } from '#core/edits/version-names.ts';
import { linkRelations } from '#core/export/escape.ts';
import { instructionsLimit } from '#core/limits/terms.ts';
import { nearestName } from '#core/lib/nearest-name.ts';
import { faultOfTemplate, type ShopTemplate } from '#core/relink/shop-template.ts';

import { UsageError } from '#cli/lib/command.ts';

import type { WeaveSettings } from './weave-text.ts';

export type WeaveOptions = {
  readonly paths: readonly string[];
  readonly linkFile: string;
  readonly settings: WeaveSettings;
  /** Null: files are changed in place. */
  readonly outFolder: string | null;
  readonly force: boolean;
  readonly dryRun: boolean;
  readonly maxUsd: string | null;
  readonly concurrency: number;
  readonly report: string | null;
  readonly json: boolean;
  /** The PostgreSQL of the queue. Null: this process writes. */
  readonly queue: string | null;
  /** Whether only results are collected. */
  readonly collect: boolean;
  /** Whether the command waits for the workers. */
  readonly wait: boolean;
  /** After how many seconds a job is given to another worker. */
  readonly jobSeconds: number;
};

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const options = {
  links: text,
  out: text,
  'in-place': flag,
  version: text,
  relink: flag,
  'relink-foreign': flag,
  'shop-template': { type: 'string', multiple: true },
  most: text,
  'all-links': flag,
  instructions: text,
  rel: text,
  'no-disclosure': flag,
  'dry-run': flag,
  'max-usd': text,
  concurrency: text,
  force: flag,
  report: text,
  json: flag,
  queue: text,
  collect: flag,
  'no-wait': flag,
  'job-seconds': text,
} as const;

/** Reads the arguments of `linkweft weave`. Throws a `UsageError`, or an error of `parseArgs`. */
export function readOptions(args: readonly string[], folder: string): WeaveOptions {
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const isInPlace = values['in-place'] === true;
  if (positionals.length === 0) throw new UsageError('name the files or folders to read.');
  if (values.links === undefined) throw new UsageError('--links must name the file with your links.');
  if (isInPlace === (values.out !== undefined))
    throw new UsageError('give either --out FOLDER for the new files, or --in-place.');
  if ((values.collect === true || values['no-wait'] === true) && values.queue === undefined)
    throw new UsageError('--collect and --no-wait need --queue DATABASE_URL.');
  const queue = values.queue === undefined ? null : readQueue(values.queue);
  return {
    paths: positionals,
    linkFile: values.links,
    settings: readSettings(values),
    outFolder: values.out === undefined ? null : path.resolve(folder, values.out),
    force: values.force === true,
    dryRun: values['dry-run'] === true,
    maxUsd: values['max-usd'] ?? null,
    concurrency: readNumber('concurrency', values.concurrency ?? '4', 64),
    report: values.report ?? null,
    json: values.json === true,
    queue,
    collect: values.collect === true,
    wait: values['no-wait'] !== true,
    jobSeconds: readNumber('job-seconds', values['job-seconds'] ?? '120', 3600),
  };
}

/** How many links are added to a text, unless the user says otherwise. */
const usualMost = '3';

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

function readSettings(values: Values): WeaveSettings {
  const relinks = values.relink === true || values['relink-foreign'] === true;
  const version = values.version ?? (relinks ? null : 'safe');
  const instructions = values.instructions?.trim() ?? '';
  if (instructions.length > instructionsLimit)
    throw new UsageError(`--instructions has more than ${instructionsLimit} characters.`);
  if (values['all-links'] === true && values.most !== undefined)
    throw new UsageError('give either --most or --all-links.');
  return {
    version: version === null ? null : readName('version', version, versionNames),
    most: values['all-links'] === true ? null : readNumber('most', values.most ?? usualMost, 50),
    instructions,
    relinks,
    relinksForeign: values['relink-foreign'] === true,
    templates: (values['shop-template'] ?? []).map(readTemplate),
    relation: readName('rel', values.rel ?? 'sponsored nofollow', linkRelations),
    disclosure: values['no-disclosure'] !== true,
  };
}

/** The most links that can be added to one text. */
export const mostLinks = linksAtMost;

/** Reads the address of a PostgreSQL. Throws a `UsageError`, which does not name it. */
export function readQueue(address: string): string {
  if (/^postgres(?:ql)?:\/\//u.test(address)) return address;
  throw new UsageError('--queue must be a PostgreSQL address such as postgres://user@host/database.');
}

/** Reads a whole number from 1. Throws a `UsageError` that names the option. */
export function readNumber(option: string, value: string, most: number): number {
  const number = /^\d{1,4}$/u.test(value) ? Number(value) : 0;
  if (number < 1 || number > most)
    throw new UsageError(`--${option} must be a whole number from 1 to ${most}.`);
  return number;
}

function readName<Name extends string>(option: string, value: string, names: readonly Name[]): Name {
  const found = names.find((name) => name === value);
  if (found !== undefined) return found;
  const nearest = nearestName(value, names);
  const hint = nearest === null ? '' : ` Did you mean "${nearest}"?`;
  throw new UsageError(`--${option} must be one of: ${names.join(', ')}.${hint}`);
}

/** Reads `shop.example=https://go.example/?url={url}`. */
function readTemplate(value: string): ShopTemplate {
  const at = value.indexOf('=');
  const found = { shop: value.slice(0, Math.max(0, at)), template: value.slice(at + 1) };
  if (at < 0 || faultOfTemplate(found) !== null)
    throw new UsageError(
      '--shop-template must be a shop and an address with {url}, such as shop.example=https://go.example/?url={url}.',
    );
  return found;
}
