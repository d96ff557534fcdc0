import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '#tests/support/app.ts';
import { asked, form, linkIn, startReminderApp } from '#tests/support/reminders.ts';
import type { SmtpSink } from '#tests/support/smtp-sink.ts';
import type { Reminders } from '../../contract.ts';

let app: TestApp;
let sink: SmtpSink;
beforeAll(async () => {
  ({ app, sink } = await startReminderApp());
});
afterAll(() => app.close());

describe('ending', () => {
  it('with the one click of a mail client stops the weekly email, and no other emails', async () => {
    const { ada, raw } = await asked(app, sink);
    const header = /^List-Unsubscribe:\s*<([^>]+)>/m.exec(raw.replace(/\r\n[ \t]+/g, ''))![1]!;
    expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
    const path = header.slice(app.config.appUrl.length);
    expect(
      (await app.anonymous().call(`POST ${path}`, form({ 'List-Unsubscribe': 'One-Click' }))).status,
    ).toBe(200);
    const { json } = await ada.call<Reminders>('GET /api/reminders');
    expect([json.question.state, json.address.state]).toEqual(['off', 'good']);
  });

  it('by the link in the email asks first: opening it changes nothing', async () => {
    const { ada, text } = await asked(app, sink);
    const path = linkIn(app, text, '/mail/reminders');
    const state = async () => (await ada.call<Reminders>('GET /api/reminders')).json.question.state;
    await app.anonymous().call(`GET ${path}`);
    expect(await state()).toBe('on');
    await app.anonymous().call(`POST ${path}`, form({ choice: 'pause' }));
    expect(await state()).toBe('paused');
    await app.anonymous().call(`POST ${path}`, form({ choice: 'stop' }));
    await app.anonymous().call(`POST ${path}`, form({ choice: 'pause' }));
    expect(await state()).toBe('off');
  });
});
