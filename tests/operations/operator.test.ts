// What the operator sees: the log, which must contain no secrets and no personal data, the figures of all workers, and
// `npm run doctor`.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formOf } from '../hostile/support/form.ts';
import { closeConnections, send, type Reply } from '../hostile/support/send.ts';
import { makeProgram, type Program } from '../support/program.ts';
import { startSink, type SmtpSink } from '../support/smtp-sink.ts';
import { until } from '../support/until.ts';
import { password, signUp } from './support/person.ts';

const token = 'metrics-canary-token';
const workers = 2;
/** Addresses of callers, as the proxy names them. */
const networks = { ada: '203.0.113.77', eve: '198.51.100.66' };
const mailSecret = 'mail-secret-canary-0123456789-0123456789';

let program: Program;
let sink: SmtpSink;
const measured: string[] = [];

beforeAll(async () => {
  sink = await startSink();
  const settings: Record<string, string> = {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'trace',
    WORKERS: String(workers),
    METRICS_TOKEN: token,
    TRUSTED_PROXIES: '127.0.0.1',
    APP_SECRET: 'app-secret-canary-0123456789-0123456789',
    SMTP_URL: sink.url,
    MAIL_IN_SECRET: mailSecret,
    MAIL_IN_DOMAIN: 'in.example.org',
  };
  program = await makeProgram(settings);
  settings.APP_URL = program.url;
  program.start();
  await program.untilReady();
});
afterAll(async () => {
  closeConnections();
  await program.remove();
  await sink.close();
  console.log(`operator: ${measured.join(', ')}`);
});

/** The paths with their tokens in the emails to an address. */
function linksTo(address: string): string[] {
  const texts = sink.received.filter(({ to }) => to.includes(address)).map(({ mail }) => mail.text ?? '');
  return texts.flatMap((text) => text.match(/http\S+/g) ?? []).map((url) => url.slice(program.url.length));
}

const linkTo = (address: string, part: string) =>
  until(`an email to ${address} with ${part}`, 20_000, () =>
    linksTo(address).findLast((link) => link.includes(part)),
  );

/** A log line, as far as this test reads it. */
type Line = { level: number; msg?: string; reqId?: string; security?: string };

/** The lines of the log, and those with one of these texts, or with anything that is marked as secret. */
function readLog(canaries: readonly string[]): { lines: string[]; leaks: string[] } {
  const lines = program
    .log()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  const secret = [...canaries.filter((canary) => canary.length > 5), 'canary'];
  return { lines, leaks: lines.filter((line) => secret.some((text) => line.includes(text))) };
}

it('no log line at level trace contains a secret, an address or what users wrote', async () => {
  const { url } = program;
  const canaries: string[] = [token, 'app-secret-canary', password, ...Object.values(networks)];
  const eve = (path: string, sending: object = {}) =>
    send(`${url}${path}`, { from: networks.eve, ...sending });
  const refused: Reply[] = [];

  const ada = await signUp(url, 'ada.canary', networks.ada);
  canaries.push('ada.canary');
  // Signing in: right, wrong, and until it is locked.
  const signedIn = await send(`${url}/api/auth/sign-in`, {
    from: networks.ada,
    json: { email: ada.email, password },
  });
  const cookies = signedIn.headers['set-cookie'] ?? [];
  for (const cookie of cookies) canaries.push(cookie.split(';')[0]!.split('=')[1]!);
  for (let n = 0; n < 7; n++)
    refused.push(
      await eve('/api/auth/sign-in', { json: { email: ada.email, password: `wrong canary ${n}` } }),
    );
  // Links of emails: to verify, and to set a new password.
  const verify = await linkTo(ada.email, 'verify=');
  await eve(verify);
  await ada.call('/api/auth/verify', { json: { token: verify.split('=').at(-1) } });
  await eve('/api/auth/recover', { json: { email: ada.email } });
  const recover = await linkTo(ada.email, 'recover=');
  const reset = { token: recover.split('=').at(-1), password: 'a second canary password' };
  await eve('/api/auth/recover/complete', { json: { ...reset, token: 'recover-canary' } });
  // It signs in with a new session, and ends the others.
  const { status: resetStatus, headers } = await eve('/api/auth/recover/complete', { json: reset });
  expect(resetStatus).toBe(200);
  canaries.push('second canary', 'wrong canary', 'recover-canary');
  const access = /logbook-access=([^;]+)/.exec(String(headers['set-cookie']))![1]!;
  canaries.push(access);
  const authorization = `Bearer ${access}`;
  const asAda = (path: string, sending: object = {}) =>
    send(`${url}${path}`, { from: networks.ada, headers: { authorization }, ...sending });

  // Entries that are shared, a file with its signed URL, and an invitation.
  const [entry, file] = [crypto.randomUUID(), crypto.randomUUID()];
  await asAda('/api/check_ins', {
    json: { id: entry, content: 'entry canary', manager_email: 'manager.canary@example.net' },
  });
  const form = formOf(
    { check_in_id: entry, id: file },
    { name: 'file-canary.txt', bytes: Buffer.from('bytes canary') },
  );
  expect(
    (await asAda('/api/storage/log-files', { ...form, headers: { ...form.headers, authorization } })).status,
  ).toBe(200);
  const signed = await asAda(`/api/storage/log-files/${file}/sign`, { json: { as: 'download' } });
  const { url: download = '' } = signed.json() as { url?: string };
  await eve(download);
  refused.push(await eve(`${download}x`));
  await asAda('/api/team_invitations', {
    json: { id: crypto.randomUUID(), type: 'manager', email: 'invited.canary@example.net' },
  });
  for (const to of ['manager.canary@example.net', 'invited.canary@example.net']) {
    const [first] = await until(`an email to ${to}`, 20_000, () => {
      const links = linksTo(to);
      return links.length > 0 && links;
    });
    canaries.push(first!.split(/[=/]/).at(-1)!);
    for (const link of linksTo(to)) await eve(link);
  }
  for (const link of [verify, recover, download]) canaries.push(link.split('=').at(-1)!);
  for (const link of linksTo(ada.email).filter((path) => path.includes('/mail/stop')))
    await eve(link, { method: 'POST', body: Buffer.alloc(0) });

  // A mail server that repeats the recipient, and requests that are malformed or hostile.
  sink.behave = () => ({ code: 550, text: 'no mailbox manager.canary@example.net', at: 'recipient' });
  await asAda('/api/check_ins', {
    json: { id: crypto.randomUUID(), content: 'entry canary', manager_email: 'late.canary@example.net' },
  });
  await until('the refusal is logged', 20_000, () => program.log().includes('email not sent'));
  const hostile = '%0d%0a%7B%22level%22:60%7D-path-canary';
  refused.push(
    await eve(`/api/check_ins/${hostile}?token=query-canary`),
    await eve(`/${hostile}`),
    await eve('/api/stripe/webhook', {
      json: { canary: 1 },
      headers: { 'stripe-signature': 't=1,v1=webhook-canary' },
    }),
    await eve('/api/auth/sign-up', {
      body: Buffer.from('{"email": "broken-canary'),
      headers: { 'content-type': 'application/json' },
    }),
    await eve('/api/check_ins', { headers: { authorization: 'Bearer bearer-canary' } }),
    await eve('/metrics', { headers: { authorization: 'Bearer metrics-guess-canary' } }),
    await eve('/%', {}),
  );
  const raw = connect(Number(new URL(url).port), '127.0.0.1');
  raw.end('GET /raw-canary HTTP/1.1\r\nbad header canary\r\n\r\n');
  raw.resume();
  await once(raw, 'close');
  // The database loses a table for a moment: errors of statements carry their values.
  const login = await program.database('postgres');
  const owner = new pg.Client(login);
  await owner.connect();
  await owner.query(`alter table goals add constraint goals_fault check (text <> 'goal canary')`);
  const failed = await asAda('/api/goals', {
    json: { id: crypto.randomUUID(), text: 'goal canary' },
  });
  await owner.end();

  const failedId = String(failed.headers['x-request-id']);
  await until('the failure is logged', 5_000, () => program.log().includes(`${failedId}"`));
  const { lines, leaks } = readLog(canaries);
  for (const line of lines) expect(() => JSON.parse(line) as unknown).not.toThrow();
  expect(leaks).toEqual([]);
  for (const { status, headers: answered } of refused) {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(answered['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  }
  const parsed = lines.map((line) => JSON.parse(line) as Line);
  const events = parsed.flatMap(({ security }) => security ?? []);
  for (const event of ['sign-in refused', 'sign-in locked', 'password reset'])
    expect(events).toContain(event);
  expect(failed.status).toBe(500);
  expect(parsed.find(({ reqId }) => reqId === failedId)).toMatchObject({ level: 50 });
  measured.push(`${lines.length} log lines scanned for ${canaries.length} canaries`);
});

it('no log line contains a token, a private address or a link of programs, email, reminders and packets', async () => {
  const { url } = program;
  sink.behave = () => 'take';
  const grace = await signUp(url, 'grace.canary', networks.ada);
  const verify = await linkTo(grace.email, 'verify=');
  await grace.call('/api/auth/verify', { json: { token: verify.split('=').at(-1) } });
  const eve = (path: string, sending: object = {}) =>
    send(`${url}${path}`, { from: networks.eve, ...sending });
  const call = async <Response>(path: string, json: object, method = 'POST') => {
    const reply = await grace.call(path, { method, json });
    expect([path, reply.status, reply.body.toString()]).toEqual([path, 200, expect.any(String)]);
    return reply.json() as Response;
  };

  const scopes = ['entries:write', 'log:read'];
  const { token: apiToken } = await call<{ token: string }>('/api/api_tokens', {
    name: 'name canary',
    scopes,
  });
  const bearer = { authorization: `Bearer ${apiToken}` };
  const tools = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'tool canary' } };
  const accept = 'application/json, text/event-stream';
  const byToken = [
    await eve('/api/capture', { headers: bearer, json: { text: 'captured canary' } }),
    await eve('/mcp', { headers: { ...bearer, accept }, json: tools }),
    await eve('/app/share', { headers: bearer, json: { text: 'shared canary' } }),
  ];

  const { address } = await call<{ address: { email: string } }>('/api/mail_address', {});
  const [sender, subject] = ['sender.canary@example.net', 'Subject canary'];
  const body = Buffer.from(
    `From: ${sender}\r\nTo: ${address.email}\r\nSubject: ${subject}\r\n\r\nText canary`,
  );
  const mailTo = (recipient: string, secret: string) =>
    eve(`/api/mail-in?${new URLSearchParams({ recipient, sender }).toString()}`, {
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'message/rfc822' },
      body,
    });
  const mailed = [
    await mailTo(address.email, mailSecret),
    await mailTo('log+unknown-canary@in.example.org', mailSecret),
    await mailTo(address.email, 'wrong-secret-canary'),
  ];

  const nudge = { state: 'on', days: [1], hour: 9, by_email: true };
  const chosen = { time_zone: 'Europe/Vienna', question: { state: 'on', day: 5, hour: 16 }, nudge };
  await call('/api/push_devices', { endpoint: 'https://push.canary.example/device-canary' });
  await call('/api/reminders', chosen, 'PUT');
  for (const kind of ['question', 'nudge']) await call('/api/reminders/send', { kind });
  const [answer, quiet] = [
    await linkTo(grace.email, '/mail/answer'),
    await linkTo(grace.email, '/mail/reminders'),
  ];
  const pages = [await eve(answer), await eve(quiet), await eve(`${answer}x`)];

  const { entry } = await grace.write({ content: 'Packed canary' });
  const packet = crypto.randomUUID();
  const items = [{ kind: 'entry', id: entry, note: 'note canary', files: false }];
  const groups = [{ title: 'group canary', line: '', items }];
  const year = new Date().getUTCFullYear();
  const period = { from: `${year - 1}-01-01`, to: `${year + 1}-12-31` };
  const draft = { title: 'title canary', period, introduction: '', groups };
  await call('/api/packets', { id: packet, draft });
  const { link } = await call<{ link: { url: string } }>(`/api/packets/${packet}/publish`, {});
  const path = new URL(link.url).pathname;
  const packets = [await eve(path), await eve(`${path}.json`), await eve(`${path}x`)];

  const seen = (replies: Reply[]) => replies.map(({ status }) => status);
  expect(seen(byToken)).toEqual([200, 200, 303]);
  expect(seen(mailed)).toEqual([200, 404, 401]);
  expect(seen(pages)).toEqual([303, 200, 404]);
  expect(seen(packets)).toEqual([200, 200, 404]);
  const tokens = [answer, quiet].map((at) => new URL(at, url).searchParams.get('token')!);
  const local = address.email.split('@')[0]!;
  const { lines, leaks } = readLog([apiToken, local, ...tokens, path.split('/').at(-1)!]);
  expect(leaks).toEqual([]);
  const kept = lines.map((line) => (JSON.parse(line) as Line).msg);
  expect(kept.filter((msg) => msg === 'an email arrived')).toHaveLength(1);
});

it('one scrape covers all workers', async () => {
  const scrape = () =>
    send(`${program.url}/metrics`, { from: '10.1.2.3', headers: { authorization: `Bearer ${token}` } });
  const reply = await scrape();
  const text = reply.body.toString();
  expect([reply.status, text]).toEqual([200, expect.stringContaining('logbook_database_up 1\n')]);
  // Each worker has at least one connection, and they are added up.
  const starts = await Promise.all(
    Array.from({ length: 40 }, () =>
      send(`${program.url}/api/version`, { from: '10.1.2.3', headers: { connection: 'close' } }),
    ),
  );
  expect(starts.every(({ status }) => status === 200)).toBe(true);
  const counted = (await scrape()).body.toString();
  const count = /duration_seconds_count\{operation="GET \/api\/version",status="2xx"\} (\d+)/.exec(
    counted,
  )?.[1];
  expect(Number(count)).toBe(40);
  measured.push(
    `a scrape of ${workers} workers takes ${Math.round(reply.ms)} ms and has ${Math.round(text.length / 1024)} kB`,
  );
});

it('the doctor finds no problem in a running installation, and names what is wrong in a broken one', async () => {
  const settings = {
    PATH: process.env.PATH ?? '',
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: new URL(program.url).port,
    APP_URL: program.url,
    DATA_DIR: program.dataDir,
    APP_SECRET: 'app-secret-canary-0123456789-0123456789',
    TRUSTED_PROXIES: '127.0.0.1',
    SMTP_URL: sink.url,
  };
  const doctor = (more: Record<string, string> = {}) =>
    promisify(execFile)(process.execPath, ['scripts/doctor.ts'], { env: { ...settings, ...more } }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: { code: number; stdout: string }) => ({ code: error.code, stdout: error.stdout }),
    );
  sink.behave = () => 'take';
  expect(program.log()).toContain('Warning: OPERATOR_NAME and OPERATOR_CONTACT are not set');
  const started = performance.now();
  const good = await doctor();
  expect([good.code, good.stdout]).toEqual([0, expect.stringContaining('problems: 0')]);
  for (const line of [
    'Live events reach APP_URL.',
    'Notifications arrive',
    'The schema is up to date.',
    'is ready.',
  ])
    expect(good.stdout).toContain(line);
  // A warning each, as at the start.
  for (const name of ['OPERATOR_NAME', 'OPERATOR_CONTACT'])
    expect(good.stdout).toContain(`warning  ${name} is not set.`);
  measured.push(`doctor ${Math.round(performance.now() - started)} ms`);

  const named = await doctor({ OPERATOR_NAME: 'Ada Example', OPERATOR_CONTACT: 'https://example.org/ada' });
  expect([named.code, named.stdout]).toEqual([0, expect.not.stringContaining('OPERATOR')]);

  const broken = await doctor({
    APP_URL: 'https://127.0.0.1:9',
    SMTP_URL: 'smtp://user:smtp-canary@127.0.0.1:9',
    DATABASE_URL: 'postgres://user:database-canary@127.0.0.1:9/x',
  });
  expect(broken.code).toBe(1);
  for (const line of [
    'does not accept a connection',
    'The mail server 127.0.0.1:9',
    'is not reachable from here',
  ])
    expect(broken.stdout).toContain(line);
  // The port of the mail server, which does not speak HTTP.
  const other = await doctor({ PORT: new URL(sink.url).port });
  expect([other.code, other.stdout]).toEqual([1, expect.stringContaining('Logbook does not respond at')]);
  // A proxy that forwards requests without Upgrade.
  const proxy = createServer(({ url }, response) => {
    response.statusCode = url === '/api/version' ? 200 : 404;
    response.end('{"version":"1"}');
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  const dumb = await doctor({ APP_URL: `http://127.0.0.1:${port}` });
  proxy.close();
  expect([dumb.code, dumb.stdout]).toEqual([1, expect.stringContaining('Live events do not reach APP_URL.')]);
  const invalid = await doctor({ SIGNUPS: 'maybe', BACKUP_KEEP: '-1' });
  expect([invalid.code, invalid.stdout]).toEqual([
    1,
    expect.stringMatching(/SIGNUPS[^]*BACKUP_KEEP|BACKUP_KEEP[^]*SIGNUPS/),
  ]);
  for (const { stdout } of [good, broken, invalid]) expect(stdout).not.toContain('canary');
});
