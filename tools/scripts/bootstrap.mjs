// This is plain JavaScript without packages, because it runs before anything is installed, and on Node versions that
// are too old.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Ends the process with one sentence if Node is too old. */
function requireNode() {
  const version = process.versions.node;
  const [major, minor] = version.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)) return;
  stop(
    `Linkweft needs Node 24 (20.19 and 22.12 work, too). This is Node ${version}: install a newer one from nodejs.org.`,
  );
}

/** Checks the version of Node, and returns whether there is a build that needs nothing more to run. */
export function isReady() {
  requireNode();
  process.chdir(root);
  return existsSync('dist/server/main.js') && (!existsSync('src') || isInstalled(isForProduction));
}

/** Checks the version of Node. Installs the packages of the lock file, unless exactly these are installed already. */
export function prepare() {
  requireNode();
  process.chdir(root);
  if (isInstalled(() => true)) return;
  say('Installing packages ...');
  const result = spawnSync(
    'npm',
    ['ci', '--include=dev', '--prefer-offline', '--no-progress', '--loglevel=error'],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    },
  );
  if (result.status !== 0) stop('The packages could not be installed: npm ci failed.');
}

/** Runs one of the project's TypeScript files and waits for its end. */
export function runScript(file, ...parameters) {
  const result = spawnSync(process.execPath, ['--import', 'tsx', file, ...parameters], { stdio: 'inherit' });
  if (result.status !== 0) process.exit(result.status === null ? 1 : result.status);
}

/** Packages that `npm ci --omit=dev` installs. */
function isForProduction([, { dev }]) {
  return !dev;
}

/**
 * Returns whether the packages of the lock file that are wanted are installed, and no others. npm writes its own lock
 * file in `node_modules` last. It lists the packages that are really installed.
 */
function isInstalled(isWanted) {
  if (!existsSync('node_modules/.package-lock.json')) return false;
  const wanted = Object.fromEntries(Object.entries(packagesOf('package-lock.json')).filter(isWanted));
  const installed = packagesOf('node_modules/.package-lock.json');
  return (
    Object.entries(installed).every(([path, entry]) => {
      const isForThisMachine = !entry.os || entry.os.includes(process.platform);
      return isForThisMachine && wanted[path] && wanted[path].version === entry.version;
    }) && Object.entries(wanted).every(([path, entry]) => path === '' || entry.optional || installed[path])
  );
}

function packagesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

function say(line) {
  process.stdout.write(`${line}\n`);
}

function stop(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}
