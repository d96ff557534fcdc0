// From a repository with 10,000 commits to suggestions by `logbook import git`: to read them alone, and to send them to the server,
// with the pauses that its limit of writes asks for.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { CreatedApiToken } from '#features/api-tokens/contract.ts';
import { addCommits, Repository } from '#tests/cli/repository.ts';
import { memoryMb } from './costs.ts';
import { bounded } from './figures.ts';
import type { Instance } from './instance.ts';
import type { Row } from './report.ts';

const count = 10_000;
const bounds = {
  read: { aim: 2, floor: 5 },
  // 100 requests, of which a token has 60 a minute.
  sent: { aim: 70, floor: 130 },
  megabytes: { aim: 120, floor: 150 },
};

export async function commitRows(instance: Instance): Promise<Row[]> {
  const home = mkdtempSync(join(tmpdir(), 'logbook-bench-'));
  try {
    addCommits(new Repository(join(home, 'api')), count);
    const env = {
      ...{ PATH: process.env['PATH'], HOME: home, LOGBOOK_URL: instance.url },
      LOGBOOK_TOKEN: await newToken(instance),
    };
    const read = await measure(['--dry-run'], home, env);
    const sent = await measure([], home, env);
    const name = `${count.toLocaleString('en')} commits`;
    const seconds = (each: typeof read) => ({ ours: `${each.seconds.toFixed(1)} s` });
    return [
      {
        ...bounded(`${name} read by the command line, seconds`, read.seconds, 's', bounds.read),
        ...seconds(read),
      },
      {
        ...bounded(`${name} to suggestions on the server, seconds`, sent.seconds, 's', bounds.sent),
        ...seconds(sent),
      },
      bounded(`${name} to suggestions, memory with Node and git`, sent.megabytes, 'MB', bounds.megabytes),
    ];
  } finally {
    rmSync(home, { recursive: true });
  }
}

async function newToken(instance: Instance): Promise<string> {
  const { url } = instance;
  const { cookie } = await instance.signUp('committer');
  const response = await fetch(`${url}/api/api_tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie, origin: url },
    body: JSON.stringify({ name: 'Import', scopes: ['suggestions:write'] }),
  });
  if (!response.ok) throw new Error(`The token could not be made: ${await response.text()}`);
  return ((await response.json()) as CreatedApiToken).token;
}

async function measure(options: readonly string[], home: string, env: NodeJS.ProcessEnv) {
  const began = performance.now();
  const child = spawn(
    process.execPath,
    ['dist/cli/logbook.js', 'import', 'git', join(home, 'api'), ...options],
    {
      ...{ env, stdio: ['ignore', 'ignore', 'inherit'] },
    },
  );
  const ended = once(child, 'exit') as Promise<[code: number | null]>;
  let megabytes = 0;
  while (child.exitCode === null && child.signalCode === null) {
    megabytes = Math.max(megabytes, memoryMb(child.pid!) ?? 0);
    await pause(50);
  }
  const [code] = await ended;
  if (code !== 0) throw new Error(`logbook import exited with ${code}.`);
  return { seconds: (performance.now() - began) / 1000, megabytes };
}
