// Several processes of the built product on one PostgreSQL, one store of files and one mail server, behind nginx.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../support/free-port.ts';
import { asAdmin, startOtherPostgres } from '../../support/other-postgres.ts';
import { makeProgram, type Program } from '../../support/program.ts';
import { startSink, type SmtpSink } from '../../support/smtp-sink.ts';
import { startNginx, type Nginx } from './nginx.ts';
import { environmentOf, startRadosGateway } from './radosgw.ts';

export type SeveralProcesses = {
  /** Prepared, not started. */
  programs: Program[];
  /** Passes requests to the programs. */
  nginx: Nginx;
  /** Receives all emails. */
  sink: SmtpSink;
  /** A connection of a superuser, who also sees the sessions of other roles. */
  admin: pg.Client;
  stop(): Promise<void>;
};

type Stops = (() => Promise<unknown>)[];

/**
 * Prepares a program for each checkout of the built product, and starts everything else. `files` is where they store
 * files: in one bucket, each with its own data folder, or in one data folder.
 */
export async function prepareProcesses(
  checkouts: readonly string[],
  files: 'bucket' | 'folder',
): Promise<SeveralProcesses> {
  const stops: Stops = [];
  const stop = async () => {
    for (const close of stops.toReversed()) await close();
  };
  try {
    const postgres = await startOtherPostgres();
    stops.push(() => postgres.stop());
    await asAdmin(postgres, `create role owner login createrole password 'owner password'`);
    await asAdmin(postgres, 'create database logbook owner owner');
    const sink = await startSink();
    stops.push(() => sink.close());
    const port = await freePort();
    const settings = {
      NODE_ENV: 'production',
      APP_URL: `http://127.0.0.1:${port}`,
      APP_SECRET: 'one secret for all processes of this test',
      TRUSTED_PROXIES: '127.0.0.1',
      HOST: '127.0.0.1',
      DATABASE_URL: postgres.url('owner', 'owner password', 'logbook'),
      SMTP_URL: sink.url,
      BACKUP_KEEP: '0',
      ...(await (files === 'bucket' ? startBucket(stops) : makeFolder(stops))),
    };
    const programs = await Promise.all(checkouts.map((checkout) => makeProgram(settings, checkout)));
    stops.push(() => Promise.all(programs.map((program) => program.remove())));
    const nginx = await startNginx(
      port,
      programs.map((program) => Number(new URL(program.url).port)),
    );
    stops.push(() => nginx.stop());
    const admin = new pg.Client(postgres.admin.replace(/\/postgres$/, '/logbook'));
    await admin.connect();
    stops.push(() => admin.end());
    return { programs, nginx, sink, admin, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startBucket(stops: Stops): Promise<Record<string, string>> {
  const gateway = await startRadosGateway();
  stops.push(() => gateway.stop());
  return environmentOf(await gateway.bucket('logbook'));
}

async function makeFolder(stops: Stops): Promise<Record<string, string>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'logbook-processes-'));
  stops.push(() => rm(dataDir, { recursive: true, force: true }));
  return { DATA_DIR: dataDir };
}
