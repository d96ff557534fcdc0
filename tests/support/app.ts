// The whole server in this process, on its own database. Route tests call it.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { inject } from 'vitest';
import type { PageRenderer } from '#app/prerender/pages.tsx';
import { makeHttp } from '#app/server/http.ts';
import { setDriver } from '#features/billing/server/store.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database } from '#platform/database/open.ts';
import { diskStore } from '#platform/files/disk-store.ts';
import type { FileStore } from '#platform/files/store.ts';
import type { FetchPublic, Network } from '#platform/http/fetch-public.ts';
import type { ProcessState } from '#platform/health/process-state.ts';
import { LiveHub } from '#platform/live/hub.ts';
import { appSecret, openTestDatabase, serverUrl, template } from './open-test-database.ts';
import { Caller } from './caller.ts';

export type TestApp = {
  server: FastifyInstance;
  /** What the health pages report. */
  state: ProcessState;
  config: Config;
  database: Database;
  files: FileStore;
  /** The folder that stores the bytes. */
  filesRoot: string;
  /** A caller without a session. */
  anonymous(): Caller;
  /** A new user with a session. */
  signUp(name?: string): Promise<Caller>;
  close(): Promise<void>;
};

type Data = Pick<TestApp, 'config' | 'database' | 'files' | 'state'>;
type Replaced = { renderer?: PageRenderer; fetchPublic?: FetchPublic; network?: Network };

/** A server on this data. A second one on the same data is like another process. Also close its hub. */
export async function serve(
  data: Data,
  replaced: Replaced = {},
): Promise<{ server: FastifyInstance; hub: LiveHub }> {
  const hub = new LiveHub(data.database.listener);
  await hub.open();
  const web = join(import.meta.dirname, 'web');
  const { config, database, files, state } = data;
  const server = await makeHttp({
    ...{ config, appSecret, database, files, hub, state, version: 'test', web },
    ...replaced,
  });
  await server.ready();
  return { server, hub };
}

let userCount = 0;

/**
 * Starts a server. `env` overrides settings. Without `renderer`, its pages are empty. `fetchPublic` and `network` replace
 * the internet. Close it in `afterAll`.
 */
export async function startApp(
  env: NodeJS.ProcessEnv = {},
  renderer?: PageRenderer,
  fetchPublic?: FetchPublic,
  network?: Network,
): Promise<TestApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'logbook-app-'));
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const { config, database } = await openTestDatabase(
    { DATABASE_URL: serverUrl(inject('postgres'), name), DATA_DIR: dataDir, ...env },
    template,
  );
  await database.asOwner((owner) => setDriver(owner, config.billing.driver));
  const filesRoot = join(dataDir, 'files');
  const files = await diskStore(filesRoot);
  const state: ProcessState = { isStopping: false };
  // Without closing it, a failure in every test file would use up the server's connections and hide its cause.
  const { server, hub } = await serve(
    { config, database, files, state },
    { ...(renderer && { renderer }), ...(fetchPublic && { fetchPublic }), ...(network && { network }) },
  ).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  const anonymous = () => new Caller(server, config);
  return {
    server,
    state,
    config,
    database,
    files,
    filesRoot,
    anonymous,
    async signUp(fullName = 'Ada Example') {
      const caller = anonymous();
      const email = `person${++userCount}@example.com`;
      const body = { full_name: fullName, email, password: 'a good long passphrase' };
      const { status, json } = await caller.call('POST /api/auth/sign-up', { body });
      if (status !== 200) throw new Error(`Sign-up returned ${status}: ${JSON.stringify(json)}`);
      caller.userId = (json as { user: { id: string } }).user.id;
      caller.email = email;
      return caller;
    },
    async close() {
      await server.close();
      await hub.close();
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
