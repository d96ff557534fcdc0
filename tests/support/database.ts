// Global setup for all test files: the real embedded server, and a template database with the migrations, which each
// test file clones.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '#platform/database/embedded/start-embedded.ts';
import { openTestDatabase, serverUrl, template } from './open-test-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Socket folder and port of the server. */
    postgres: { host: string; port: number };
  }
}

export default async function setup(project: TestProject) {
  const dataDir = mkdtempSync(join(tmpdir(), 'logbook-test-'));
  // As root, the database runs as another user. If that user could not pass through, it would be stored in (and left
  // in) another folder.
  chmodSync(dataDir, 0o711);
  const server = await startEmbedded({ dataDir, say: () => undefined });
  const at = { host: server.host, port: server.port };
  const opened = await openTestDatabase(
    { DATABASE_URL: serverUrl(at, template), DATA_DIR: dataDir },
    'postgres',
  );
  await opened.database.close();
  project.provide('postgres', at);
  return async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
