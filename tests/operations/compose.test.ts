// compose.yml: valid for Docker Compose, complete, and as closed as it claims to be.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

type Service = {
  image: string;
  ports?: string[];
  environment?: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
  volumes?: string[];
  [setting: string]: unknown;
};

let folder: string;
let services: Record<string, Service>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'logbook-compose-'));
  // Debian's Compose predates `name`, which is a string in the specification.
  const source = readFileSync('compose.yml', 'utf8');
  writeFileSync(join(folder, 'compose.yml'), source.replace(/^name: .*$/m, ''));
  const args = ['--project-directory', process.cwd(), '--file', join(folder, 'compose.yml'), 'config'];
  const resolved = execFileSync('docker-compose', args, {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] },
  });
  const toJson = 'import json, sys, yaml; json.dump(yaml.safe_load(sys.stdin), sys.stdout)';
  const json = execFileSync('/usr/bin/python3', ['-c', toJson], { encoding: 'utf8', input: resolved });
  ({ services } = JSON.parse(json) as { services: Record<string, Service> });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the services start in order: secrets, a healthy database, Logbook', () => {
  expect(Object.keys(services).sort()).toEqual(['caddy', 'database', 'logbook', 'secrets']);
  expect(services['logbook']!.depends_on).toEqual({
    database: { condition: 'service_healthy' },
    secrets: { condition: 'service_completed_successfully' },
  });
  expect(services['database']!.depends_on).toEqual({
    secrets: { condition: 'service_completed_successfully' },
  });
  expect(services['database']!.healthcheck?.test).toContain('pg_isready');
  expect(readFileSync('Dockerfile', 'utf8')).toMatch(/^HEALTHCHECK /m);
});

test('every image has a version', () => {
  for (const { image } of Object.values(services)) expect(image).toMatch(/^[a-z]+:\d+$/);
});

test('the database has no port on the host, and Logbook only one for the proxy on it', () => {
  expect(services['database']!.ports).toBeUndefined();
  expect(JSON.stringify(services['logbook']!.ports)).toContain('127.0.0.1');
});

test('Logbook runs without privileges on a read-only file system', () => {
  expect(services['logbook']).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    stop_grace_period: '30s',
  });
});

test('each setting can be set in .env, except those that the container itself decides', () => {
  const decided = [
    'NODE_ENV',
    'PORT',
    'HOST',
    'MAIL_IN_HOST',
    'DATA_DIR',
    'DATABASE_URL',
    'DATABASE_ROLE_PREFIX',
    'APP_SECRET',
    'STRIPE_API_URL',
  ];
  const documented = [...readFileSync('.env.example', 'utf8').matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(
    ([, name]) => name!,
  );
  const missing = documented.filter(
    (name) => !decided.includes(name) && !(name in services['logbook']!.environment!),
  );
  expect(missing).toEqual([]);
});

test('the secrets are created once, readable only by their owner, and fit together', () => {
  const secrets = join(folder, 'secrets');
  const create = () => execFileSync(process.execPath, ['scripts/make-secrets.mjs', secrets]);
  const read = () =>
    Object.fromEntries(readdirSync(secrets).map((name) => [name, readFileSync(join(secrets, name), 'utf8')]));
  create();
  const first = read();
  create();
  expect(read()).toEqual(first);
  expect(Object.keys(first).sort()).toEqual(['app-secret', 'database-password', 'database-url']);
  expect(new URL(first['database-url']!).password).toBe(first['database-password']);
  expect(first['app-secret']!.length).toBeGreaterThanOrEqual(32);
  for (const name of Object.keys(first)) expect(statSync(join(secrets, name)).mode & 0o777).toBe(0o400);

  const { environment, volumes } = services['logbook']!;
  expect(environment).toMatchObject({
    APP_SECRET_FILE: '/secrets/app-secret',
    DATABASE_URL_FILE: '/secrets/database-url',
  });
  expect(volumes).toContain('secrets:/secrets:ro');
  expect(services['database']!.environment).toMatchObject({
    POSTGRES_PASSWORD_FILE: '/secrets/database-password',
  });
});
