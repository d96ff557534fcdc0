// `npm run test:install`: starts fresh clones of the committed state with common Node versions and users, and prints a
// line for each. Arguments select the cases whose names contain them. Linux only; as root, it also tests other users.
import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { run } from './lib/child.mjs';
import { npm } from './lib/npm.mjs';
import { inRoot, root } from './lib/paths.mjs';
import { CommandError } from './lib/command-error.mjs';

const cases = [
  { node: '20.19.5', user: 'ordinary', folder: 'open' },
  { node: '20.19.5', user: 'root', folder: 'closed' },
  { node: '22.22.2', user: 'root', folder: 'open' },
  { node: '24.15.0', user: 'ordinary', folder: 'closed' },
  { node: '26.10.0', user: 'ordinary', folder: 'open' },
];

// The Node options of `start` in package.json. They must reach the server's Node, whether downloaded or not.
const memoryOptions = inPackage()
  .scripts.start.split(' ')
  .filter((word) => word.startsWith('--'));
const readyWithinMs = 180_000;
const stoppedWithinMs = 20_000;
const isRoot = process.getuid() === 0;
const ordinary = isRoot ? { uid: idOf('-u', 'nobody'), gid: idOf('-g', 'nobody') } : {};
const nameOf = ({ node, user, folder }) => `Node ${node}, ${user} user, ${folder} folder`;

if (process.platform !== 'linux') throw new CommandError('npm run test:install runs on Linux.');
const filters = process.argv.slice(2);
const chosen = cases
  .filter(({ user }) => isRoot || user === 'ordinary')
  .filter((candidate) => filters.every((text) => nameOf(candidate).includes(text)));
if (!isRoot) console.log('Not root: running only the cases of an ordinary user.');

const registry = (await npm(['config', 'get', 'registry'], { quiet: true })).output.trim().split('\n').pop();
const work = mkdtempSync('/tmp/logbook-install-');
chmodSync(work, 0o711);
try {
  for (const testCase of chosen) console.log(`ok  ${nameOf(testCase)}: ${await runCase(testCase)}`);
  console.log(`${chosen.length} passed, 0 failed`);
} finally {
  rmSync(work, { recursive: true, force: true });
}

async function runCase(testCase) {
  const node = await downloadNode(testCase.node);
  const folder = mkdtempSync(join(work, 'case-'));
  const checkout = join(folder, 'logbook');
  mkdirSync(join(folder, 'home'));
  await must('git', ['clone', '--quiet', root, checkout]);
  const as = testCase.user === 'ordinary' ? ordinary : {};
  if (as.uid) await must('chown', ['-R', `${as.uid}:${as.gid}`, folder]);
  chmodSync(folder, testCase.folder === 'closed' ? 0o700 : 0o755);
  try {
    const first = await startAndStop({ node, checkout, folder, as });
    const second = await startAndStop({ node, checkout, folder, as });
    return `ready after ${first} s, later ${second} s`;
  } finally {
    const pointer = join(checkout, 'data', 'postgres.location');
    if (existsSync(pointer)) rmSync(readFileSync(pointer, 'utf8').trim(), { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs `npm start` until it is ready, then sends SIGTERM. Throws with the complete output if anything fails. */
async function startAndStop({ node, checkout, folder, as }) {
  const port = await freePort();
  const started = Date.now();
  const child = spawn(join(node, 'node'), [npmCli(), 'start'], {
    ...as,
    cwd: checkout,
    env: {
      PATH: `${node}:/usr/local/bin:/usr/bin:/bin`,
      HOME: join(folder, 'home'),
      PORT: String(port),
      npm_config_registry: registry,
      npm_config_ignore_scripts: 'true',
      npm_config_update_notifier: 'false',
      ...(process.env.NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)));
  const fail = (what) => new CommandError(`${what}\n${output}`);

  try {
    if (!(await until(() => child.exitCode !== null || isReady(port), readyWithinMs)))
      throw fail('The server was not ready in time.');
    if (child.exitCode !== null) throw fail(`The server exited with ${child.exitCode}.`);
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    const lost = memoryOptions.filter((option) => !servingLine(checkout).includes(option));
    await tryProgram({ node, folder, as, url: `http://localhost:${port}` }, fail);
    if (lost.length > 0) throw fail(`The server runs without ${lost.join(' and ')}.`);
    child.kill('SIGTERM');
    const code = await Promise.race([ended, pause(stoppedWithinMs).then(() => 'nothing')]);
    if (code !== 0) throw fail(`After SIGTERM, the server exited with ${code}.`);
    if (!(await until(() => processesOf(checkout).length === 0, 2_000))) {
      throw fail(`Processes are still running: ${processesOf(checkout).join(', ')}`);
    }
    return seconds;
  } finally {
    for (const pid of processesOf(checkout)) process.kill(pid, 'SIGKILL');
  }
}

/** Adds an entry with the command line that the server sends, and lists it, with the Node of the case. */
async function tryProgram({ node, folder, as, url }, fail) {
  const post = async (path, body, token) => {
    const headers = {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw fail(`POST ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const [email, password] = [`${Date.now()}@example.com`, 'a good long passphrase'];
  await post('/api/auth/sign-up', { full_name: 'Ada Example', email, password });
  const session = await post('/api/auth/token', { grant_type: 'password', email, password });
  const scopes = ['entries:write', 'log:read'];
  const { token } = await post('/api/api_tokens', { name: 'Install', scopes }, session.access_token);
  const file = join(folder, 'home', 'logbook');
  writeFileSync(file, await (await fetch(`${url}/cli`)).text());
  const env = { HOME: join(folder, 'home'), LOGBOOK_URL: url, LOGBOOK_TOKEN: token };
  const logbook = (...args) =>
    execFileSync(join(node, 'node'), [file, ...args], { ...as, env, encoding: 'utf8' });
  logbook('add', 'From a fresh installation', '--emoji', '🚀');
  const listed = logbook('list');
  if (!listed.includes('From a fresh installation')) throw fail(`The command line listed: ${listed}`);
}

/** The command line of the server's Node: the last of the processes that started each other. */
function servingLine(checkout) {
  const lines = processesOf(checkout).map((pid) => read(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')));
  return lines.filter((line) => line.includes('scripts/run.mjs')).pop() || '';
}

/** The ids of processes that run in the checkout, or whose command line has a path of it or of its database. */
function processesOf(checkout) {
  const pointer = join(checkout, 'data', 'postgres.location');
  const database = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : checkout;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      const about = `${read(() => readlinkSync(`/proc/${pid}/cwd`))} ${read(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'))}`;
      return about.includes(checkout) || about.includes(database);
    })
    .map(Number);
}

async function downloadNode(version) {
  const folder = join(work, `node-${version}`);
  if (existsSync(folder)) return join(folder, 'package', 'bin');
  mkdirSync(folder, { mode: 0o755 });
  const arch = process.arch === 'arm64' ? 'arm64' : 'x64';
  const packed = await npm(['pack', `node-linux-${arch}@${version}`, '--loglevel=error'], {
    cwd: folder,
    quiet: true,
  });
  if (packed.code !== 0) throw new CommandError(packed.output);
  await must('tar', ['-xzf', join(folder, readdirSync(folder)[0]), '-C', folder]);
  return join(folder, 'package', 'bin');
}

function npmCli() {
  const found = [
    process.env.npm_execpath,
    '/usr/share/nodejs/npm/bin/npm-cli.js',
    '/usr/lib/node_modules/npm/bin/npm-cli.js',
  ];
  return found.find((path) => path && existsSync(path));
}

async function isReady(port) {
  return fetch(`http://127.0.0.1:${port}/api/health/ready`).then(
    (response) => response.ok,
    () => false,
  );
}

async function until(check, withinMs) {
  for (const end = Date.now() + withinMs; Date.now() < end; await pause(100)) if (await check()) return true;
  return false;
}

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function must(command, args) {
  const { code, output } = await run(command, args, { cwd: inRoot(), quiet: true });
  if (code !== 0) throw new CommandError(`${command} ${args.join(' ')}: ${output}`);
}

function read(what) {
  try {
    return what();
  } catch {
    return '';
  }
}

function inPackage() {
  return JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
}

function idOf(flag, user) {
  return Number(execFileSync('id', [flag, user], { encoding: 'utf8' }));
}
