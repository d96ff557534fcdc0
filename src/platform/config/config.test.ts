import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { missingOperator, readConfig } from './config.ts';
import { StartupError } from './startup-error.ts';

test('production mode without APP_URL refuses to start and names APP_URL', () => {
  const read = () => readConfig({ NODE_ENV: 'production' });
  expect(read).toThrow(StartupError);
  expect(read).toThrow(/APP_URL/);
});

test('production mode with APP_URL starts', () => {
  const config = readConfig({ NODE_ENV: 'production', APP_URL: 'https://logbook.example' });
  expect([config.mode, config.appUrl, config.https]).toEqual(['production', 'https://logbook.example', true]);
});

test('workers share 180 connections of the embedded database, or 80 of another one, and each needs 7', () => {
  const DATABASE_URL = 'postgres://localhost/logbook';
  const connections = (env: NodeJS.ProcessEnv) => readConfig(env).databaseConnections;
  expect([connections({}), connections({ DATABASE_URL })]).toEqual([180, 80]);
  expect(connections({ DATABASE_URL, WORKERS: '24' })).toBe(168);
  expect(connections({ DATABASE_URL, WORKERS: '4', DATABASE_CONNECTIONS: '28' })).toBe(28);
  const tooFew = { WORKERS: '4', DATABASE_CONNECTIONS: '27' };
  expect(() => readConfig(tooFew)).toThrow(/all together 28/);
  expect(() => readConfig({ DATABASE_CONNECTIONS: '181' })).toThrow(/180 connections/);
});

test('APP_URL has no path, TRUSTED_PROXIES are networks, and numbers are in their range', () => {
  const refused = (env: NodeJS.ProcessEnv, problem: string) => expect(() => readConfig(env)).toThrow(problem);
  for (const end of ['/log', '/?a=b', '/#top'])
    refused({ APP_URL: `https://logbook.example${end}` }, 'without a path');
  expect(readConfig({ APP_URL: 'https://logbook.example/' }).appUrl).toBe('https://logbook.example');
  refused({ APP_URL: 'logbook.example' }, 'APP_URL: must be an http or https address');
  const networks = 'loopback, uniquelocal,192.0.2.7,10.0.0.0/8,fd00::/8';
  expect(readConfig({ TRUSTED_PROXIES: networks }).trustedProxies).toEqual(networks.split(/, ?/));
  for (const entry of ['caddy', '10.0.0.0/33', '10.0.0.0/255.0.0.0', '::/129', '10.0.0.0/8/8', '10.0.0.0/'])
    refused({ TRUSTED_PROXIES: entry }, 'TRUSTED_PROXIES: must be addresses or CIDR blocks');
  refused({ PORT: 'abc' }, 'PORT: must be a whole number from 0 to 65535');
  refused({ BACKUP_KEEP: '-1' }, 'BACKUP_KEEP: must be a whole number from 0 to 365');
  refused({ WORKERS: 'many' }, 'WORKERS: must be a whole number from 1 to 24, or auto');
});

test('try-it mode derives its URL from the port', () => {
  expect(readConfig({ PORT: '4000' }).appUrl).toBe('http://localhost:4000');
});

test('the Team plan is simulated in try-it mode, included in production mode, and sold by Stripe if its keys are set', () => {
  const production = { NODE_ENV: 'production', APP_URL: 'https://logbook.example' };
  expect(readConfig({}).billing).toEqual({ driver: 'test' });
  expect(readConfig(production).billing).toEqual({ driver: 'included' });
  expect(readConfig({ BILLING: 'included' }).billing).toEqual({ driver: 'included' });
  const stripe = {
    STRIPE_SECRET_KEY: 'sk_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_PRICE_MONTHLY: 'price_1',
    STRIPE_PRICE_YEARLY: 'price_2',
  };
  expect(readConfig({ ...production, ...stripe }).billing).toEqual({
    driver: 'stripe',
    secretKey: 'sk_1',
    webhookSecret: 'whsec_1',
    prices: { monthly: 'price_1', yearly: 'price_2' },
    apiUrl: 'https://api.stripe.com',
  });
  expect(readConfig({ ...stripe, BILLING: 'test' }).billing).toEqual({ driver: 'test' });
  expect(() => readConfig({ ...stripe, STRIPE_PRICE_YEARLY: '' })).toThrow(/STRIPE_PRICE_YEARLY is not set/);
  expect(() => readConfig({ BILLING: 'stripe' })).toThrow(StartupError);
});

test('OPERATOR_CONTACT is an email address or an https page, and production mode lists what is missing', () => {
  const contact = (OPERATOR_CONTACT: string) => readConfig({ OPERATOR_CONTACT }).operator.contact;
  expect(contact(' privacy@example.org ')).toEqual({
    text: 'privacy@example.org',
    href: 'mailto:privacy@example.org',
  });
  expect(contact('https://example.org/a(b)')?.href).toBe('https://example.org/a%28b%29');
  for (const text of ['us', 'http://example.org', 'javascript:alert(1)', 'Ada <ada@example.org>', '<a@b.c>'])
    expect(() => contact(text)).toThrow('OPERATOR_CONTACT: must be an email address');
  const production = { NODE_ENV: 'production', APP_URL: 'https://logbook.example' };
  expect(missingOperator(readConfig(production))).toEqual(['OPERATOR_NAME', 'OPERATOR_CONTACT']);
  const named = { ...production, OPERATOR_NAME: 'Ada', OPERATOR_CONTACT: 'ada@example.org' };
  expect(missingOperator(readConfig(named))).toEqual([]);
  expect(missingOperator(readConfig({}))).toEqual([]);
});

test('a secret is read from its file without the newline at its end, and every unusable file is named', () => {
  const folder = mkdtempSync(join(tmpdir(), 'logbook-secrets-'));
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  try {
    const token = 'a token of sixteen characters';
    const good = file('good', `${token}\r\n`);
    expect(readConfig({ METRICS_TOKEN_FILE: good }).metricsToken).toBe(token);
    const read = () =>
      readConfig({
        METRICS_TOKEN: token,
        METRICS_TOKEN_FILE: good,
        APP_SECRET_FILE: file('empty', '\n'),
        SMTP_URL_FILE: folder,
        DATABASE_URL_FILE: join(folder, 'missing'),
        STRIPE_WEBHOOK_SECRET_FILE: '/dev/zero',
        STRIPE_SECRET_KEY_FILE: file('two lines', 'first-secret\nsecond-secret'),
      });
    for (const problem of [
      /METRICS_TOKEN_FILE: METRICS_TOKEN is set, too/,
      /APP_SECRET_FILE: .*empty/,
      /SMTP_URL_FILE: .*cannot be read \(EISDIR\)/,
      /DATABASE_URL_FILE: there is no such file/,
      /STRIPE_WEBHOOK_SECRET_FILE: .*more than 64 kB/,
      /STRIPE_SECRET_KEY_FILE: .*more than one line/,
    ])
      expect(read).toThrow(problem);
    expect(read).not.toThrow(/first-secret|second-secret/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('single sign-on needs a provider and the id of Logbook there, and everything else of it needs both', () => {
  const provider = { OIDC_ISSUER: 'https://id.example/application/o/logbook/', OIDC_CLIENT_ID: 'logbook' };
  expect(readConfig({})).toMatchObject({ singleSignOn: undefined, passwords: true });
  expect(
    readConfig({ ...provider, PASSWORDS: 'off', OIDC_ALLOWED_DOMAINS: ' @Example.org , ' }),
  ).toMatchObject({
    passwords: false,
    singleSignOn: {
      ...{ issuer: provider.OIDC_ISSUER, issuerKey: 'https://id.example/application/o/logbook' },
      ...{ name: 'id.example', scopes: 'openid profile email', allowedDomains: ['example.org'] },
      ...{ autoRedirect: false, linkByEmail: false, clientSecret: undefined },
    },
  });
  for (const env of [
    { PASSWORDS: 'off' },
    { OIDC_AUTO_REDIRECT: 'on' },
    { OIDC_ISSUER: provider.OIDC_ISSUER },
    { ...provider, OIDC_ISSUER: 'http://id.example' },
    { ...provider, OIDC_ISSUER: 'https://login.microsoftonline.com/common/v2.0' },
    { ...provider, OIDC_ISSUER: 'https://id.example/.well-known/openid-configuration' },
    { ...provider, OIDC_SCOPES: 'profile' },
  ])
    expect(() => readConfig(env)).toThrow(StartupError);
});
