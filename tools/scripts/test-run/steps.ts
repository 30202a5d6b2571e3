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

/** Makes a step that runs the tests of one vitest project and counts them. */
export function testStep(project: string, prepare: () => Promise<CommandOptions> = async () => ({})): Step {
  return {
    name: project,
    async run() {
      const report = `.cache/test/${project}.json`;
      await mkdir('.cache/test', { recursive: true });
      await rm(report, { force: true });
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
      const prepared = await prepare();
      const options = { ...prepared, environment: { NO_COLOR: '1', ...prepared.environment } };
      const { exitCode, output } = await runTool(
        'vitest',
        ['run', '--project', project, ...reporters],
        options,
      );
      const json = await readFile(report, 'utf8').catch(() => null);
      if (json === null) return { passed: 0, failed: 1, skipped: 0, remarks: [], output };
      return { ...readReport(json, exitCode), output };
    },
  };
}
