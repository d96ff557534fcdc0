// What a guest gets where an account is needed: the page explains it, and the server refuses the operations.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tabsOf } from '#app/web/tabs.ts';
import type { operations as reportOperations } from '#features/reports/contract.ts';
import type { operations as shoutoutOperations } from '#features/shoutouts/contract.ts';
import { newId } from '#platform/clock/id.ts';
import { startApp, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const bodies: Record<keyof typeof shoutoutOperations | keyof typeof reportOperations, object | undefined> = {
  'GET /api/shoutouts': undefined,
  'GET /api/shoutouts/unread_count': undefined,
  'POST /api/shoutouts': { id: newId(), recipient_email: 'bo@example.com', message: 'Thanks' },
  'POST /api/shoutouts/:id/send_again': undefined,
  'POST /api/shoutouts/:id/keep': { check_in_id: newId() },
  'POST /api/rpc/get_sender_names': { sender_ids: [newId()] },
  'POST /api/functions/v1/generate-week-review': { timezone: 'UTC' },
  'POST /api/functions/v1/generate-shoutout-board': { timezone: 'UTC' },
  'POST /api/functions/v1/email-week-review': { email: 'bo@example.com' },
};

describe('a guest', () => {
  it('has the SHOUTOUTS tab, which says that shoutouts require an account', () => {
    expect(tabsOf(false).find(({ id }) => id === 'appreciation')?.accountNeeded).toMatchObject({
      title: 'Shoutouts Require an Account',
      signUp: 'Create Account',
    });
  });

  it.each(Object.entries(bodies))('is refused %s without a session', async (key, body) => {
    const params = { id: newId() };
    const { status, json } = await app
      .anonymous()
      .call<{ code: string }>(key, { params, ...(body && { body }) });
    expect([status, json.code]).toEqual([401, 'no_session']);
  });
});
