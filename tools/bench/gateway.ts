import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

import { rowsOf, type Figures } from './gateway-figures.ts';
import type { Pace } from './gateway-job.ts';
import {
  measureLeaving,
  measureLinks,
  measureStreams,
  measureTurns,
  type Contender,
} from './gateway-measure.ts';
import { startProgram, type Running } from './gateway-processes.ts';
import { direct, linkweft, linkweftWithLimits, passThrough, rivals, type Target } from './gateway-targets.ts';
import { residentMegabytes } from './resident-memory.ts';
import type { Row } from './table.ts';

const isQuick = process.argv.includes('--quick');
const boots = isQuick ? 2 : 5;
const idleMs = 2000;
/** These gateways are measured with reading clients only. */
const onlyRead = new Set([direct.name, linkweftWithLimits.name]);

/**
 * Measures the path of a generation from a client through the server to a provider and back. A minimal pass-through and
 * known gateways run in the same bench. `--quick` measures less of each.
 */
export async function benchGateway(): Promise<Row[]> {
  const providerProgram = { parameters: ['--import', 'tsx', 'tools/bench/gateway-provider-process.ts'] };
  const provider = await startProgram(providerProgram, 'provider');
  const columns = new Map<string, Figures>();
  const contenders: Contender[] = [];
  const setPace = async (pace: Pace) => {
    await fetch(`http://127.0.0.1:${provider.port}/pace`, { method: 'POST', body: JSON.stringify(pace) });
  };
  try {
    contenders.push(await contend(direct, provider, provider));
    for (const target of [passThrough, linkweft, linkweftWithLimits, ...rivals]) {
      const contender = await tryToStart(target, provider);
      if (contender !== null) contenders.push(contender);
    }
    for (const { name, figures } of contenders) columns.set(name, figures);
    const parts = { provider, setPace, isQuick };
    await measureTurns(contenders, parts);
    for (const contender of contenders) {
      if (contender.name !== 'direct') await attempt(contender, () => measureLinks(contender, parts));
      await attempt(contender, () => measureLeaving(contender, parts));
      const unreadShares = onlyRead.has(contender.name) ? [0] : [0, 0.25];
      await attempt(contender, () => measureStreams(contender, parts, unreadShares));
    }
  } finally {
    for (const { running } of contenders) await running.stop();
    await provider.stop();
  }
  return rowsOf(columns, linkweft.name);
}

async function contend(target: Target, running: Running, provider: Running): Promise<Contender> {
  const { name } = target;
  const requests = await target.requests(running.port, urlOf(provider));
  return { name, running, requests, figures: new Map() };
}

/** Returns null and prints the reason if a gateway does not run here. */
async function tryToStart(target: Target, provider: Running): Promise<Contender | null> {
  try {
    const program = await target.program(urlOf(provider));
    const times: number[] = [];
    for (let count = 1; count < boots; count += 1) {
      const trial = await startProgram(program, 'server');
      times.push(trial.bootMs);
      await trial.stop();
    }
    const running = await startProgram(program, 'server');
    times.push(running.bootMs);
    await sleep(idleMs);
    const idle = residentMegabytes(running.processId);
    const contender = await contend(target, running, provider);
    contender.figures.set(
      'boot',
      times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN,
    );
    contender.figures.set('memory idle', idle);
    return contender;
  } catch (error) {
    say(`${target.name} was not measured: ${messageOf(error)}`);
    return null;
  }
}

/** Runs one measurement and prints its failure, so that the bench goes on. */
async function attempt({ name }: Contender, measure: () => Promise<void>): Promise<void> {
  try {
    await measure();
  } catch (error) {
    say(`${name}: ${messageOf(error)}`);
  }
}

function urlOf({ port }: Running): string {
  return `http://127.0.0.1:${port}/v1`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
