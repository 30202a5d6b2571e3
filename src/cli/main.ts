#!/usr/bin/env node
import process from 'node:process';

import { commands } from './commands.ts';
import { exitCodes } from './lib/command.ts';
import { runCli } from './lib/run-cli.ts';
import { outliveReaders } from './lib/terminal.ts';

outliveReaders();
const args = process.argv.slice(2);
const exitCode = await runCli(args.length === 0 ? ['serve'] : args, commands);
// A server sets its own code.
if (exitCode !== exitCodes.done) process.exitCode = exitCode;
