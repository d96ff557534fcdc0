import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '#tests/support/app.ts';
import { signUpVerified, work } from '#tests/support/mail.ts';
import {
  addDevice,
  choose,
  daily,
  endpointOf,
  received,
  sendReminders,
  sql,
  startReminderApp,
} from '#tests/support/reminders.ts';
import type { SmtpSink } from '#tests/support/smtp-sink.ts';
import { limits } from '../constants.ts';
import type { Reminders } from '../contract.ts';

let app: TestApp;
let sink: SmtpSink;
beforeAll(async () => {
  ({ app, sink } = await startReminderApp());
});
afterAll(() => app.close());

describe('the choice', () => {
  it('is off until the user turns something on', async () => {
    const ada = await signUpVerified(app);
    const { json } = await ada.call<Reminders>('GET /api/reminders');
    expect([json.question.state, json.nudge.state, json.time_zone, json.devices]).toEqual([
      'off',
      'off',
      null,
      [],
    ]);
    await sendReminders(app);
    expect(received(sink, ada)).toEqual([]);
  });

  it('schedules the next one in the chosen zone, and the same choice again changes nothing', async () => {
    const ada = await signUpVerified(app);
    const first = await choose(ada, {
      question: { state: 'on', day: 3, hour: 7 },
      time_zone: 'Asia/Kathmandu',
    });
    const at = new Date(first.json.question.next_at!);
    expect(
      at.toLocaleString('en-US', {
        timeZone: 'Asia/Kathmandu',
        weekday: 'long',
        timeStyle: undefined,
        hour: 'numeric',
        minute: '2-digit',
      }),
    ).toBe('Wednesday 7:00 AM');
    const again = await choose(ada, {
      question: { state: 'on', day: 3, hour: 7 },
      time_zone: 'Asia/Kathmandu',
    });
    expect(again.json).toEqual(first.json);
  });

  it('keeps days and hours while it is paused or off', async () => {
    const ada = await signUpVerified(app);
    await choose(ada, { nudge: { state: 'on', days: [4, 2, 2], hour: 6, by_email: true } });
    const { json } = await choose(ada, { nudge: { state: 'paused', days: [4, 2], hour: 6, by_email: true } });
    expect(json.nudge).toEqual({ state: 'paused', days: [2, 4], hour: 6, by_email: true, next_at: null });
  });

  it.each([
    ['no day', { nudge: { state: 'on', days: [], hour: 6, by_email: true } }],
    ['an eighth day', { question: { state: 'on', day: 8, hour: 6 } }],
    ['an hour after midnight', { question: { state: 'on', day: 1, hour: 24 } }],
    ['an unknown zone', { time_zone: 'Mars/Olympus' }],
  ])('with %s is refused', async (_what, choice) => {
    const ada = await signUpVerified(app);
    expect((await choose(ada, choice)).status).toBe(400);
  });

  it.each([
    ['de-AT', 'de-AT'],
    ['', 'en-US'],
    ['xx-klingon', 'en-US'],
    ['\u0000', 'en-US'],
    ['de-AT-u-nu-thai', 'en-US'],
  ])('dates for the locale %j are written as in %s', async (tag, known) => {
    const ada = await signUpVerified(app);
    expect((await choose(ada, { locale: tag })).status).toBe(200);
    const rows = await sql(app, 'select distinct locale from reminders where user_id = $1', [ada.userId]);
    expect(rows).toEqual([{ locale: known }]);
  });

  it('reminders without an email need a device', async () => {
    const ada = await signUpVerified(app);
    expect((await daily(ada, false)).json).toMatchObject({ code: 'way_required' });
    await addDevice(ada);
    expect((await daily(ada, false)).status).toBe(200);
  });
});

describe('the devices', () => {
  it('end with the session of the browser, and never show its address', async () => {
    const ada = await signUpVerified(app);
    const endpoint = await addDevice(ada);
    const { text, json } = await ada.call<Reminders>('GET /api/reminders');
    expect([json.devices.length, json.devices[0]!.is_current, text.includes(endpoint)]).toEqual([
      1,
      true,
      false,
    ]);
    await ada.call('POST /api/auth/sign-out', { body: {} });
    expect(await sql(app, 'select from push_devices where endpoint = $1', [endpoint])).toEqual([]);
  });

  it('a browser belongs to the last user who added it, once', async () => {
    const [ada, bob] = [await signUpVerified(app), await signUpVerified(app)];
    const endpoint = await addDevice(ada);
    for (const person of [bob, bob])
      expect(
        (await person.call<Reminders>('POST /api/push_devices', { body: { endpoint } })).json.devices,
      ).toHaveLength(1);
    expect((await ada.call<Reminders>('GET /api/reminders')).json.devices).toEqual([]);
  });

  it('a user has a limited number of devices, also when they are added at the same time', async () => {
    const ada = await signUpVerified(app);
    const statuses = await Promise.all(
      Array.from(
        { length: limits.devices + 3 },
        async (_, n) =>
          (
            await ada.call('POST /api/push_devices', {
              body: { endpoint: endpointOf(`many-${ada.userId}-${n}`) },
            })
          ).status,
      ),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(limits.devices);
    expect(statuses.filter((status) => status === 409)).toHaveLength(3);
  });
});

describe('one now', () => {
  it('is sent as chosen, a limited number of times, and never without a way', async () => {
    const ada = await signUpVerified(app);
    const send = (kind: string) =>
      ada.call<{ code?: string }>('POST /api/reminders/send', { body: { kind } });
    expect((await send('question')).json.code).toBe('nothing_to_send');
    await choose(ada, {});
    for (let n = 0; n < limits.nowPerHour; n++) expect((await send('question')).status).toBe(200);
    expect((await send('question')).json.code).toBe('too_many_tries');
    await work(app);
    expect(received(sink, ada)).toHaveLength(limits.nowPerHour);
  });
});
