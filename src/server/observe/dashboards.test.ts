import { readFile } from 'node:fs/promises';

import { expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod/mini';

import { problemMessages } from '#core/errors/problem-messages.ts';

import { createMeter, type Budget } from './meter.ts';
import { createProcessMetrics } from './metrics-server.ts';

const dashboardSchema = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
});
const alertsSchema = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
});

const readDeployed = (name: string) => readFile(new URL(`../../../deploy/${name}`, import.meta.url), 'utf8');

async function readExpressions() {
  const { panels } = dashboardSchema.parse(JSON.parse(await readDeployed('grafana-dashboard.json')));
  const { groups } = alertsSchema.parse(parse(await readDeployed('alerts.yml')));
  const drawn = panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const));
  const alerts = groups.flatMap(({ rules }) => rules.map(({ alert, expr }) => [alert, expr] as const));
  return { drawn, all: [...drawn, ...alerts] };
}

/** Returns the names of all series that a server has, as Prometheus stores them. */
async function seriesOfServer(): Promise<ReadonlySet<string>> {
  const written: string[] = [];
  for (const unit of ['usd', 'tokens'] satisfies Budget['unit'][]) {
    const meter = createMeter();
    meter.budgetLeft(async () => ({ unit, left: 1 }));
    for (const metric of [...meter.metrics, ...createProcessMetrics()]) written.push(await metric.write());
  }
  const types = [...written.join('').matchAll(/^# TYPE (\w+) (\w+)$/gmu)];
  return new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
}

const namesIn = (expression: string) => expression.match(/\b(?:linkweft|process|nodejs)_\w+/gu) ?? [];

test('the dashboard and the alerts name only metrics that a server has', async () => {
  const series = await seriesOfServer();
  const { all } = await readExpressions();
  expect(all.length).toBeGreaterThan(20);
  const unknown = all.flatMap(([title, expr]) =>
    namesIn(expr).flatMap((name) => (series.has(name) ? [] : [`${title}: ${name}`])),
  );
  expect(unknown).toEqual([]);
});

test('the dashboard shows every metric of Linkweft', async () => {
  const { drawn } = await readExpressions();
  const shown = new Set(drawn.flatMap(([, expr]) => namesIn(expr)));
  const own = [...(await seriesOfServer())].filter((name) => /^linkweft_(?!.*_(?:sum|count)$)/u.test(name));
  expect(own.filter((name) => !shown.has(name))).toEqual([]);
});

test('the alerts name only outcomes and reasons that exist', async () => {
  const { all } = await readExpressions();
  const values = all.flatMap(([, expr]) =>
    [...expr.matchAll(/\b(?:outcome|reason)[=!~]+"([^"]+)"/gu)].flatMap(([, text = '']) => text.split('|')),
  );
  expect(values.length).toBeGreaterThan(5);
  expect(values.filter((value) => value !== 'done' && !(value in problemMessages))).toEqual([]);
});
