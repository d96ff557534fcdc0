// A real distributed object store on this machine: a monitor, a manager, an OSD and a RADOS Gateway of Ceph, with their
// data in one temporary folder. The gateway speaks S3.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ObjectStorage } from '#platform/config/config.ts';
import { S3Client } from '#platform/files/s3-client.ts';
import { freePort } from '../../support/free-port.ts';
import { until } from '../../support/until.ts';

const run = promisify(execFile);
const startTimeoutMs = 90_000;
const stopTimeoutMs = 20_000;
const [accessKeyId, secretAccessKey] = ['operations-test-key', `secret-${randomUUID()}`];

export type RadosGateway = {
  url: string;
  /** Milliseconds that the start took. */
  startedInMs: number;
  /** Creates a bucket. Returns the settings of a client that reaches it at `endpoint`, such as that of a proxy. */
  bucket(name: string, endpoint?: string): Promise<ObjectStorage>;
  /** Limits the number of objects of a bucket, as a full store does. */
  limitObjects(bucket: string, count: number): Promise<void>;
  /** Ends its processes and deletes its data. */
  stop(): Promise<void>;
};

/** The product's settings for a bucket. */
export function environmentOf(storage: ObjectStorage): Record<string, string> {
  return {
    S3_ENDPOINT: storage.endpoint,
    S3_BUCKET: storage.bucket,
    S3_REGION: storage.region,
    S3_ACCESS_KEY_ID: storage.accessKeyId,
    S3_SECRET_ACCESS_KEY: storage.secretAccessKey,
  };
}

/** Starts the object store. It takes about 15 seconds and 450 MB of memory. */
export async function startRadosGateway(): Promise<RadosGateway> {
  const started = performance.now();
  const folder = await mkdtemp(join(tmpdir(), 'logbook-radosgw-'));
  const daemons: ChildProcess[] = [];
  const [port, monitorPort] = [await freePort(), await freePort()];
  const fsid = randomUUID();
  const config = join(folder, 'ceph.conf');
  const url = `http://127.0.0.1:${port}`;

  const admin = (program: string, ...args: string[]) =>
    run(program, ['-c', config, ...args], { timeout: startTimeoutMs });
  const requireDaemons = async () => {
    const dead = daemons.find(({ exitCode }) => exitCode !== null);
    if (dead) throw new Error(`${dead.spawnfile} exited:\n${await lastLines(folder)}`);
  };
  // A monitor that has just started may refuse commands. Each of them may be repeated.
  const ceph = (...args: string[]) =>
    until(`ceph ${args.join(' ')}`, startTimeoutMs, async () => {
      await requireDaemons();
      return admin('ceph', ...args).catch(() => undefined);
    });
  const startDaemon = (program: string, ...args: string[]) =>
    daemons.push(spawn(program, ['-f', '-c', config, ...args], { stdio: 'ignore' }));
  const stop = async () => {
    // The gateway first: it would wait for the others.
    for (const daemon of daemons.toReversed()) await stopDaemon(daemon);
    await rm(folder, { recursive: true, force: true });
  };

  try {
    for (const name of ['mon', 'mgr', 'osd', 'rgw', 'log', 'run']) await mkdir(join(folder, name));
    await writeFile(config, configOf(folder, { fsid, port, monitorPort }));
    const map = join(folder, 'monmap');
    await run('monmaptool', [
      '--create',
      '--fsid',
      fsid,
      '--addv',
      'a',
      `[v1:127.0.0.1:${monitorPort}]`,
      map,
    ]);
    await admin('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map);
    startDaemon('ceph-mon', '-i', 'a');
    startDaemon('ceph-mgr', '-i', 'x');
    const osd = randomUUID();
    await ceph('osd', 'new', osd);
    // A sparse file in place of a disk.
    await writeFile(join(folder, 'osd', 'block'), '');
    await truncate(join(folder, 'osd', 'block'), 8 * 1024 ** 3);
    await admin('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', osd);
    await ceph('osd', 'crush', 'add', 'osd.0', '1', 'root=default', 'host=localhost');
    startDaemon('ceph-osd', '-i', '0');
    startDaemon('radosgw', '-n', 'client.rgw');
    await until('the gateway responds', startTimeoutMs, async () => {
      await requireDaemons();
      return (await fetch(url).catch(() => undefined))?.ok;
    });
    const keys = ['--access-key', accessKeyId, '--secret-key', secretAccessKey];
    await admin('radosgw-admin', 'user', 'create', '--uid=test', '--display-name=test', ...keys);
  } catch (error) {
    await stop();
    throw error;
  }

  return {
    url,
    startedInMs: Math.round(performance.now() - started),
    async bucket(name, endpoint = url) {
      const storage = { endpoint: url, bucket: name, region: 'us-east-1', accessKeyId, secretAccessKey };
      await new S3Client(storage, console.warn).call({ method: 'PUT' });
      return { ...storage, endpoint };
    },
    async limitObjects(bucket, count) {
      const scope = ['--quota-scope=bucket', `--bucket=${bucket}`, '--uid=test'];
      await admin('radosgw-admin', 'quota', 'set', ...scope, `--max-objects=${count}`);
      await admin('radosgw-admin', 'quota', 'enable', ...scope);
    },
    stop,
  };
}

async function stopDaemon(daemon: ChildProcess): Promise<void> {
  if (daemon.exitCode !== null || daemon.signalCode !== null) return;
  const ended = once(daemon, 'exit');
  daemon.kill('SIGTERM');
  const late = setTimeout(() => daemon.kill('SIGKILL'), stopTimeoutMs);
  await ended;
  clearTimeout(late);
}

async function lastLines(folder: string): Promise<string> {
  const logs = ['ceph-mon.a', 'ceph-mgr.x', 'ceph-osd.0', 'ceph-client.rgw'].map((name) =>
    readFile(join(folder, 'log', `${name}.log`), 'utf8').catch(() => ''),
  );
  return (await Promise.all(logs)).map((log) => log.split('\n').slice(-5).join('\n')).join('\n');
}

type Ports = { fsid: string; port: number; monitorPort: number };

/** One copy of everything, no authentication between the daemons, and the least memory that an OSD accepts. */
function configOf(folder: string, { fsid, port, monitorPort }: Ports): string {
  return `[global]
fsid = ${fsid}
mon host = [v1:127.0.0.1:${monitorPort}]
auth cluster required = none
auth service required = none
auth client required = none
ms bind msgr2 = false
public addr = 127.0.0.1
cluster addr = 127.0.0.1
mon allow pool size one = true
mon max pg per osd = 1000
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
osd pool default pgp num = 4
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
osd class update on start = false
osd crush update on start = false
osd objectstore = bluestore
osd memory target = 939524096
bluestore block size = 8589934592
bluestore cache autotune = false
bluestore cache size = 67108864
mon data = ${folder}/mon
mgr data = ${folder}/mgr
osd data = ${folder}/osd
rgw data = ${folder}/rgw
rgw frontends = beast endpoint=127.0.0.1:${port}
# A quota takes effect immediately, not after half a minute.
rgw bucket quota ttl = 0
run dir = ${folder}/run
admin socket = ${folder}/run/$cluster-$name.asok
log file = ${folder}/log/$cluster-$name.log
`;
}
