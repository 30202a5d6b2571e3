import { mkdir, readFile, rm } from 'node:fs/promises';

import { runTool, type CommandOptions } from '#scripts/run-command.ts';
import { readReport, type TestReport } from './vitest-report.ts';

export type StepResult = TestReport & {
  readonly output: string;
};

export type Step = {
  readonly name: string;
  run(): Promise<StepResult>;
};

/** Makes a step that passes or fails as a whole. */
export function toolStep(name: string, tool: string, parameters: readonly string[] = []): Step {
  return {
    name,
    async run() {
      const { exitCode, output } = await runTool(tool, parameters);
      const isGood = exitCode === 0;
      return { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, skipped: 0, remarks: [], output };
    },
  };
}

/** Makes a step that runs all vitest projects at the same time and counts their tests. */
export function testStep(prepare: () => Promise<CommandOptions>): Step {
  return {
    name: 'tests',
    async run() {
      const report = '.cache/test/report.json';
      await mkdir('.cache/test', { recursive: true });
      await rm(report, { force: true });
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
      const { environment, ...options } = await prepare();
      const { exitCode, output } = await runTool('vitest', ['run', ...reporters], {
        ...options,
        environment: { NO_COLOR: '1', ...environment },
      });
      const json = await readFile(report, 'utf8').catch(() => null);
      if (json === null) return { passed: 0, failed: 1, skipped: 0, remarks: [], output };
      return { ...readReport(json, exitCode), output };
    },
  };
}
