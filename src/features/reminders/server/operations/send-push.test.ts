import { createPublicKey, verify } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestApp } from '#tests/support/app.ts';
import { signUpVerified, skipPauses, work } from '#tests/support/mail.ts';
import {
  addDevice,
  daily,
  makeDue,
  PushService,
  received,
  sendReminders,
  sql,
  startReminderApp,
} from '#tests/support/reminders.ts';
import type { SmtpSink } from '#tests/support/smtp-sink.ts';
import type { Reminders } from '../../contract.ts';

let app: TestApp;
let sink: SmtpSink;
beforeAll(async () => {
  ({ app, sink } = await startReminderApp());
});
afterAll(() => app.close());

let service: PushService;
beforeEach(() => {
  service = new PushService();
});

describe('push messages', () => {
  it('have no content, and a token that the push service can verify with the key that browsers get', async () => {
    const ada = await signUpVerified(app);
    const endpoint = await addDevice(ada);
    await daily(ada, false);
    await makeDue(app, ada);
    await sendReminders(app, service.postPublic);
    const [push, ...others] = service.pushed;
    expect([push!.url, others]).toEqual([endpoint, []]);
    expect(push!.headers).toMatchObject({ urgency: 'low', topic: 'logbook-reminder' });
    expect(Number(push!.headers['ttl'])).toBeGreaterThan(86_000);
    const [, header, claims, signature, key] = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(
      push!.headers['authorization']!,
    )!;
    const { json } = await ada.call<{ public_key: string }>('POST /api/push_key', { body: {} });
    expect(key).toBe(json.public_key);
    const point = Buffer.from(key!, 'base64url');
    expect([point.length, point[0]]).toEqual([65, 4]);
    const [x, y] = [point.toString('base64url', 1, 33), point.toString('base64url', 33)];
    const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
    const signed = Buffer.from(`${header}.${claims}`);
    const isGood = verify(
      'sha256',
      signed,
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature!, 'base64url'),
    );
    expect(isGood).toBe(true);
    expect(JSON.parse(Buffer.from(header!, 'base64url').toString())).toEqual({ typ: 'JWT', alg: 'ES256' });
    const claimed = JSON.parse(Buffer.from(claims!, 'base64url').toString()) as {
      aud: string;
      exp: number;
      sub: string;
    };
    expect(claimed.aud).toBe('https://push.example.com');
    expect(claimed.exp - Date.now() / 1000).toBeLessThanOrEqual(24 * 3600);
    expect(claimed.sub).toMatch(/^(mailto|https):/);
    expect(received(sink, ada)).toEqual([]);
  });

  it('end for a device that the push service no longer knows', async () => {
    const ada = await signUpVerified(app);
    const [gone, here] = [await addDevice(ada), await addDevice(ada)];
    await daily(ada, false);
    for (const status of [404, 410]) {
      service.respond = ({ url }) => ({ status: url === gone ? status : 201 });
      await makeDue(app, ada);
      await sendReminders(app, service.postPublic);
    }
    expect(service.pushed.filter(({ url }) => url === gone)).toHaveLength(1);
    expect(service.pushed.filter(({ url }) => url === here)).toHaveLength(2);
    expect((await ada.call<Reminders>('GET /api/reminders')).json.devices).toHaveLength(1);
  });

  it.each([
    ['429', { status: 429, retryAfter: 3600 }],
    ['a server error', { status: 503 }],
    ['no connection', 'unreachable' as const],
  ])('are sent again after %s, until a day has passed', async (_what, failure) => {
    const ada = await signUpVerified(app);
    await addDevice(ada);
    await daily(ada, false);
    service.respond = () => failure;
    await makeDue(app, ada);
    await sendReminders(app, service.postPublic);
    expect(service.pushed).toHaveLength(1);
    await work(app, undefined, service.postPublic);
    expect(service.pushed).toHaveLength(1);
    await skipPauses(app);
    service.respond = () => ({ status: 201 });
    await work(app, undefined, service.postPublic);
    expect(service.pushed).toHaveLength(2);
    await skipPauses(app);
    await work(app, undefined, service.postPublic);
    expect(service.pushed).toHaveLength(2);
  });

  it('end for an address that leads to a private network', async () => {
    const ada = await signUpVerified(app);
    await addDevice(ada);
    await daily(ada, false);
    service.respond = () => 'forbidden';
    await makeDue(app, ada);
    await sendReminders(app, service.postPublic);
    expect((await ada.call<Reminders>('GET /api/reminders')).json.devices).toEqual([]);
  });

  it('a key that another APP_SECRET has sealed is replaced, with the devices that expect it', async () => {
    const ada = await signUpVerified(app);
    await addDevice(ada);
    await sql(app, `update push_keys set sealed_private_key = '\\x00'`);
    await daily(ada, false);
    await makeDue(app, ada);
    await sendReminders(app, service.postPublic);
    expect(service.pushed).toEqual([]);
    await addDevice(ada);
    expect((await ada.call<Reminders>('GET /api/reminders')).json.devices).toHaveLength(1);
  });
});
