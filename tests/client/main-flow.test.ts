import { execFile, type ExecFileException } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';

const root = join(import.meta.dirname, '../..');
const flow = join(import.meta.dirname, 'main-flow.ts');
const library = join(root, 'node_modules/openapi-fetch/dist/index.d.mts');
/** Parts of the flow, and what the types must refuse in their place. */
const mistakes = [
  ["'wrong_credentials'", "'no_such_code'"],
  ["'🚀'", "'not an emoji'"],
  ['check_in_id: entry.data.id,', 'check_in_id: entry.data.identity,'],
  ["{ q: '#release' }", "{ query: '#release' }"],
] as const;

let app: TestApp;
let baseUrl: string;
let folder: string;
beforeAll(async () => {
  app = await startApp();
  baseUrl = await app.server.listen({ port: 0, host: '127.0.0.1' });
  folder = mkdtempSync(join(tmpdir(), 'logbook-client-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await app.close();
});

/** Runs Node, and returns its output. */
function run(first: string, args: string[], input = ''): Promise<{ code: unknown; output: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [first, ...args],
      { maxBuffer: 64 * 1024 * 1024 },
      (error: ExecFileException | null, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    );
    child.stdin!.end(input);
  });
}

/** Checks the types of a file that imports the generated client, with the settings of the project. */
async function problemsOf(types: string, file: string) {
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      skipLibCheck: false,
      types: [],
      paths: { 'logbook-api': [types], 'openapi-fetch': [library] },
    },
    include: [],
    exclude: [],
    files: [types, file],
  };
  const path = join(folder, `${basename(file)}.json`);
  writeFileSync(path, JSON.stringify(config));
  return run(join(root, 'node_modules/typescript/bin/tsc'), ['--noEmit', '-p', path]);
}

it('a client generated from the document fits the main flow, and refuses what the API does not have', async () => {
  const { text } = await app.anonymous().call('GET /api/openapi.json');
  const made = await run(join(import.meta.dirname, 'write-types.ts'), [], text);
  expect([made.code, made.output]).toEqual([0, expect.stringContaining('export interface paths')]);
  const types = join(folder, 'logbook-api.d.ts');
  writeFileSync(types, made.output);

  const source = readFileSync(flow, 'utf8');
  expect(source).not.toMatch(/\bany\b|\bas [^a-z]|@ts-|\bunknown\b|[\w)]!/);
  let wrong = source;
  for (const [right, mistake] of mistakes) {
    expect(wrong).toContain(right);
    wrong = wrong.replace(right, mistake);
  }
  const wrongFlow = join(folder, 'wrong-flow.ts');
  writeFileSync(wrongFlow, wrong);
  const [fits, refuses] = await Promise.all([problemsOf(types, flow), problemsOf(types, wrongFlow)]);
  expect(fits).toEqual({ code: 0, output: '' });
  const lines = wrong.split('\n');
  const refused = [...refuses.output.matchAll(/wrong-flow\.ts\((\d+),/g)].map(
    ([, line]) => lines[Number(line) - 1],
  );
  for (const [, mistake] of mistakes) expect(refused.join('\n')).toContain(mistake);
}, 120_000);

it('the main flow works with a generated client: token, entry, file, goal, search, shoutout', async () => {
  const ada = await app.signUp();
  const given = { baseUrl, email: ada.email, password: 'a good long passphrase', teammate: 'bo@example.com' };
  // Like any other program, apart from the modules and the settings of this project.
  const program = `const { mainFlow } = await import(process.argv[1]);
    console.log(JSON.stringify(await mainFlow(JSON.parse(process.argv[2]))));`;
  const { output } = await run('--input-type=module', ['-e', program, flow, JSON.stringify(given)]);
  expect(JSON.parse(output)).toEqual({
    fileText: 'The plan',
    completedText: 'Write the guide',
    found: [['Shipped the importer #release', 1]],
    matches: 1,
    shoutout: 'Thank you',
  });
});
