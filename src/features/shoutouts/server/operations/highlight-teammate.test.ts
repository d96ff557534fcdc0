import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckIn } from '#features/check-ins/contract.ts';
import { newId } from '#platform/clock/id.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import { writeEntry } from '#tests/support/files.ts';

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await startApp();
  ada = await app.signUp();
});
afterAll(() => app.close());

const thanks = (change: object = {}) => ({
  ...{ id: newId(), teammateEmail: 'bo@example.com', message: 'Thank you' },
  ...change,
});
const highlight = async (check_in_id: string, body: object, caller = ada) => {
  const { status, json } = await caller.call<CheckIn & { code?: string }>(
    'POST /api/functions/v1/send-teammate-email',
    { body: { check_in_id, senderName: 'Ada', ...body } },
  );
  return { status, code: json.code, teammate: json.teammate_email };
};
const shoutouts = async () => {
  const { rows } = await app.database.asOwner((db) =>
    db.query<{ message: string }>('select message from shoutouts where sender_id = $1 order by created_at', [
      ada.userId,
    ]),
  );
  return rows.map(({ message }) => message);
};

describe('a shoutout about an entry', () => {
  it('is sent once, however often it is requested', async () => {
    const { id } = await writeEntry(ada);
    const body = thanks({ message: 'Once' });
    for (const _repeat of [1, 2])
      expect(await highlight(id, body)).toMatchObject({ status: 200, teammate: 'bo@example.com' });
    expect(await shoutouts()).toEqual(['Once']);
  });

  it.each([
    [{ teammateEmail: '' }, 'teammate_email_required'],
    [{ teammateEmail: 'bo@' }, 'invalid_teammate_email'],
    [{ message: ' ' }, 'teammate_message_required'],
  ])('with %j is refused under the code for sharing', async (change, code) => {
    const { id } = await writeEntry(ada);
    const before = await shoutouts();
    expect(await highlight(id, thanks(change))).toMatchObject({ status: 400, code });
    expect(await shoutouts()).toEqual(before);
  });

  it('to the user’s own address, or under the id of another one, is refused', async () => {
    const { id } = await writeEntry(ada);
    expect(await highlight(id, thanks({ teammateEmail: ada.email }))).toMatchObject({
      code: 'own_teammate_address',
    });
    const sent = thanks();
    expect((await highlight(id, sent)).status).toBe(200);
    const other = await writeEntry(ada);
    expect(await highlight(other.id, { ...sent, message: 'Another' })).toMatchObject({ code: 'id_taken' });
  });

  it('whose email failed is sent again', async () => {
    const { id } = await writeEntry(ada);
    expect((await highlight(id, thanks())).status).toBe(200);
    await app.database.asOwner((db) =>
      db.query(`update shoutouts set email_state = 'failed' where check_in_id = $1`, [id]),
    );
    const again = await ada.call<CheckIn>('POST /api/check_ins/:id/send_again', {
      params: { id },
      body: { to: 'teammate' },
    });
    expect(again.status).toBe(200);
    expect(again.json.teammate_email_state).not.toBe('failed');
  });

  it('of another user is refused', async () => {
    const { id } = await writeEntry(ada);
    expect(await highlight(id, thanks(), await app.signUp())).toMatchObject({ status: 404 });
  });
});
