// Writes previous-contract.json.gz: what the processes of this version rely on in the database. Run it when a version is
// released: from then on, contract.test.ts compares it with newer migrations.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createServer } from 'vite';
import { schemaFiles } from '#app/server/schema.ts';
import { readConfig } from '#platform/config/config.ts';
import { openDatabase } from '#platform/database/open.ts';
import { migrateWorker } from '#platform/jobs/worker.ts';
import { asAdmin, startOtherPostgres } from '../support/other-postgres.ts';
import { readContract } from './contract.ts';

const at = (name: string) => join(import.meta.dirname, name);

/** The statements that the product declares. Vite loads its modules, because Node does not read .tsx files. */
async function statementsOfTheProduct(): Promise<{ text: string }[]> {
  const server = { middlewareMode: true, ws: false } as const;
  const vite = await createServer({ configFile: false, logLevel: 'error', server });
  try {
    const sources = globSync('src/**/*.{ts,tsx}', { exclude: ['**/*.test.*'] });
    for (const path of sources.filter((source) => /\bstatement\(\{/.test(readFileSync(source, 'utf8'))))
      await vite.ssrLoadModule(resolve(path));
    const { declaredStatements } = await vite.ssrLoadModule(resolve('src/platform/database/statement.ts'));
    return declaredStatements as { text: string }[];
  } finally {
    await vite.close();
  }
}

const server = await startOtherPostgres();
try {
  await asAdmin(server, 'create database current');
  const database = await openDatabase({
    config: readConfig({ DATABASE_URL: server.admin.replace(/\/postgres$/, '/current') }),
    appSecret: 'only for this run',
    schema: schemaFiles,
    say: () => undefined,
    onLost: () => undefined,
  });
  await migrateWorker(database.jobs);
  const statements = await statementsOfTheProduct();
  const contract = await database.asOwner((owner) => readContract(owner, statements));
  await database.close();
  writeFileSync(at('previous-contract.json.gz'), gzipSync(JSON.stringify(contract, null, 1), { level: 9 }));
  console.log(`${contract.statements.length} statements, ${contract.columns.length} columns`);
} finally {
  await server.stop();
}
