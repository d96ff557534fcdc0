import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import { mailedTokens, mails, signUpVerified, startMailingApp, work } from '#tests/support/mail.ts';
import type { SmtpSink } from '#tests/support/smtp-sink.ts';
import { newId } from '#platform/clock/id.ts';
import type { UserEmail } from '../../contract.ts';

let sink: SmtpSink;
let app: TestApp;

beforeAll(async () => {
  ({ app, sink } = await startMailingApp());
});
afterAll(() => app.close());

type Problem = { code: string; title: string; detail?: string };
type List = Problem & { rows: UserEmail[] };

const add = (person: Caller, email: string, id = newId()) =>
  person.call<UserEmail & Problem>('POST /api/user_emails', { body: { id, email } });
const list = async (person: Caller) => (await person.call<List>('GET /api/user_emails')).json.rows;
const remove = (person: Caller, id: string) =>
  person.call<List>('DELETE /api/user_emails/:id', { params: { id } });
const resend = (person: Caller, id: string) =>
  person.call<Problem & { sent: boolean }>('POST /api/user_emails/:id/resend', { params: { id } });
const verify = (person: Caller, token: string) =>
  person.call<Problem & { email: string }>('POST /api/auth/verify', { body: { token } });
const verifyTokenFor = async (email: string) => (await mailedTokens(app, sink, email, 'verify')).at(-1)!;
const minuteLater = () =>
  app.database.asOwner((db) =>
    db.query(`update limit_hits set at = at - interval '61 seconds' where kind = 'extra address mail'`),
  );

describe('the list of addresses', () => {
  it('starts with the primary one, whose id is the user id', async () => {
    const person = await app.signUp();
    await add(person, 'zoe@example.com');
    await add(person, 'amy@example.com');
    const rows = await list(person);
    expect(rows.map((row) => row.email)).toEqual([person.email, 'amy@example.com', 'zoe@example.com']);
    expect(rows[0]).toMatchObject({ id: person.userId, is_primary: true, verified: false });
  });

  it('contains only addresses of the caller, and other callers cannot remove or resend them', async () => {
    const [person, other] = [await app.signUp(), await app.signUp()];
    const { json } = await add(person, `secret-${person.email}`);
    expect((await list(other)).map((row) => row.email)).toEqual([other.email]);
    expect((await remove(other, json.id)).status).toBe(404);
    expect((await resend(other, json.id)).status).toBe(404);
    expect(await list(person)).toHaveLength(2);
  });
});

describe('adding an address', () => {
  it('stores it lowercased, unverified and not primary, and emails a link without naming the user', async () => {
    const person = await app.signUp('Ada Example');
    const { status, json } = await add(person, ` X-${person.email.toUpperCase()} `);
    expect(status).toBe(200);
    expect(json).toMatchObject({ email: `x-${person.email}`, is_primary: false, verified: false });
    await work(app);
    const [mail] = sink.received.filter((one) => one.to.includes(json.email));
    expect(mail!.mail.text).toContain(`${app.config.appUrl}/auth?verify=`);
    expect(mail!.mail.text).not.toContain('Ada');
  });

  it('is safe to repeat with the same id, and refuses an id or an address that is in use', async () => {
    const person = await app.signUp();
    const [id, email] = [newId(), `x-${person.email}`];
    const [first, again] = [await add(person, email, id), await add(person, email, id)];
    expect(again.json).toEqual(first.json);
    const codes = [];
    for (const [address, its] of [
      [`y-${person.email}`, id],
      [`y-${person.email}`, person.userId],
      [email, newId()],
      [person.email, newId()],
    ] as const)
      codes.push((await add(person, address, its)).json.code);
    expect(codes).toEqual(['id_taken', 'id_taken', 'email_added', 'email_added']);
    const other = await app.signUp();
    expect((await add(other, `z-${other.email}`, id)).json.code).toBe('id_taken');
    expect(await mailedTokens(app, sink, email, 'verify')).toHaveLength(1);
  });

  it('returns the same response for parallel repeats as for later ones', async () => {
    for (let round = 0; round < 3; round++) {
      const person = await app.signUp();
      const [id, email] = [newId(), `parallel-${person.email}`];
      const same = await Promise.all(Array.from({ length: 6 }, () => add(person, email, id)));
      expect(new Set(same.map(({ text }) => text)).size).toBe(1);
      expect(same[0]!.json.email).toBe(email);

      const wanted = `twice-${person.email}`;
      const twice = await Promise.all(Array.from({ length: 6 }, () => add(person, wanted)));
      expect(twice.map(({ json }) => json.code ?? 'added').sort()).toEqual([
        'added',
        ...Array(5).fill('email_added'),
      ]);
      expect(await mailedTokens(app, sink, email, 'verify')).toHaveLength(1);
      expect(await mailedTokens(app, sink, wanted, 'verify')).toHaveLength(1);
    }
  });

  it('does not count parallel repeats as attempts', async () => {
    const person = await app.signUp();
    for (let n = 0; n < 19; n++) {
      const { json } = await add(person, `spent${n}-${person.email}`);
      await remove(person, json.id);
    }
    const [id, email] = [newId(), `last-${person.email}`];
    const answers = await Promise.all(Array.from({ length: 4 }, () => add(person, email, id)));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
  });

  it('returns the same response whether or not another user has the address', async () => {
    const [person, other] = [await app.signUp(), await app.signUp()];
    const extra = `x-${other.email}`;
    await add(other, extra);
    await verify(other, await verifyTokenFor(extra));
    const answers = [];
    for (const email of [other.email, extra, 'free@example.com']) answers.push(await add(person, email));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    const shapes = answers.map(({ json }) => ({ ...json, id: '', email: '', created_at: '' }));
    expect(new Set(shapes.map((shape) => JSON.stringify(shape))).size).toBe(1);
  });

  it('accepts exactly 10 of 15 parallel additions', async () => {
    const person = await app.signUp();
    const answers = await Promise.all(
      Array.from({ length: 15 }, (_, n) => add(person, `many${n}-${person.email}`)),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(10);
    const codes = new Set(answers.filter((one) => one.status !== 200).map((one) => one.json.code));
    expect(codes).toEqual(new Set(['too_many_emails']));
    expect(await list(person)).toHaveLength(11);
  });

  it('is limited to 20 a day per user, and emails one address at most 5 times a day from one network', async () => {
    const person = await app.signUp();
    for (let n = 0; n < 20; n++) {
      const { json } = await add(person, `bomb${n}-${person.email}`);
      await remove(person, json.id);
    }
    expect((await add(person, 'one-more@example.com')).json.code).toBe('too_many_tries');
    const victim = 'bombed@example.com';
    for (let n = 0; n < 6; n++) expect((await add(await app.signUp(), victim)).status).toBe(200);
    expect(await mailedTokens(app, sink, victim, 'verify')).toHaveLength(5);
  });

  it.each(['', 'x', 'a@b', 'a@example.com\nBcc: b@example.com', 'a@example.com, b@example.com'])(
    'refuses the address %j',
    async (email) => {
      expect((await add(await app.signUp(), email)).json.code).toBe('invalid_email');
    },
  );
});

describe('an extra address', () => {
  it('is verified by its link only in the account that added it', async () => {
    const [person, other] = [await app.signUp(), await app.signUp()];
    const email = `x-${person.email}`;
    await add(person, email);
    const token = await verifyTokenFor(email);
    expect((await verify(other, token)).json.code).toBe('link_of_another');
    expect((await verify(person, token)).json.email).toBe(email);
    expect((await list(person)).map((row) => row.verified)).toEqual([false, true]);
  });

  it('belongs to one user once it is verified, even if 4 users verify it in parallel', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => app.signUp()));
    const email = `wanted-${people[0]!.email}`;
    const tokens: string[] = [];
    for (const person of people) {
      await add(person, email);
      tokens.push(await verifyTokenFor(email));
    }
    const answers = await Promise.all(people.map((person, n) => verify(person, tokens[n]!)));
    expect(answers.map((answer) => answer.json.code ?? 'verified').sort()).toEqual([
      'address_taken',
      'address_taken',
      'address_taken',
      'verified',
    ]);
    const body = { full_name: 'Late', email, password: 'a good long passphrase' };
    const late = await app.anonymous().call<Problem>('POST /api/auth/sign-up', { body });
    expect(late.json.code).toBe('email_taken');
  });

  it('is not verified if another user signs up with it in parallel', async () => {
    const person = await app.signUp();
    const email = `race-${person.email}`;
    await add(person, email);
    const token = await verifyTokenFor(email);
    const body = { full_name: 'Quick', email, password: 'a good long passphrase' };
    const [proved, made] = await Promise.all([
      verify(person, token),
      app.anonymous().call('POST /api/auth/sign-up', { body }),
    ]);
    expect([`${proved.status}`, `${made.status}`].sort()).toEqual(['200', '409']);
  });

  it('gets a new link after a minute, which voids older ones', async () => {
    const person = await app.signUp();
    const email = `x-${person.email}`;
    const { json } = await add(person, email);
    expect((await resend(person, json.id)).json.code).toBe('too_many_tries');
    await minuteLater();
    expect((await resend(person, json.id)).json.sent).toBe(true);
    const [older, newer] = await mailedTokens(app, sink, email, 'verify');
    expect((await verify(person, older!)).json.code).toBe('link_replaced');
    expect((await verify(person, newer!)).status).toBe(200);
    expect((await resend(person, json.id)).json.sent).toBe(false);
  });

  it('does not void the link of the primary address', async () => {
    const person = await app.signUp();
    const token = await verifyTokenFor(person.email);
    await add(person, `x-${person.email}`);
    expect((await verify(person, token)).json.email).toBe(person.email);
  });

  it('can be removed, which voids its link; the primary one cannot', async () => {
    const person = await app.signUp();
    const email = `x-${person.email}`;
    const { json } = await add(person, email);
    const token = await verifyTokenFor(email);
    expect((await remove(person, json.id)).json.rows.map((row) => row.email)).toEqual([person.email]);
    expect((await verify(person, token)).json.code).toBe('link_unknown');
    const primary = await remove(person, person.userId);
    expect([primary.status, primary.json.title, primary.json.detail]).toEqual([
      409,
      'Cannot remove primary email',
      'You cannot remove your primary authentication email.',
    ]);
    expect((await remove(person, newId())).status).toBe(404);
  });

  it('gets a single verification email', async () => {
    const person = await app.signUp();
    await add(person, `x-${person.email}`);
    expect((await mails(app, `x-${person.email}`)).map((mail) => mail.kind)).toEqual(['verification']);
  });
});

describe('shoutouts received at an extra address', () => {
  const addVerified = async (person: Caller, email: string) => {
    const { json } = await add(person, email);
    expect((await verify(person, await verifyTokenFor(email))).json.email).toBe(email);
    return json.id;
  };
  const received = async (person: Caller) => {
    const query = { direction: 'received' };
    const { json } = await person.call<{ rows: { message: string }[] }>('GET /api/shoutouts', { query });
    return json.rows.map((row) => row.message);
  };
  const thank = async (from: Caller, email: string, message: string) => {
    const body = { id: newId(), recipient_email: email, message };
    expect((await from.call('POST /api/shoutouts', { body })).status).toBe(200);
  };

  it('leave with the address: its next owner does not get them, but its former owner gets them back (R-A12)', async () => {
    const [ada, cy] = [await app.signUp(), await app.signUp()];
    const bo = await signUpVerified(app, 'Bo Example');
    const email = `shared-${ada.email}`;
    const first = await addVerified(ada, email);
    await thank(bo, email, 'To Ada');
    expect(await received(ada)).toEqual(['To Ada']);
    await remove(ada, first);
    expect(await received(ada)).toEqual([]);

    const second = await addVerified(cy, email);
    expect(await received(cy)).toEqual([]);
    await thank(bo, email, 'To Cy');
    expect(await received(cy)).toEqual(['To Cy']);
    await remove(cy, second);

    await addVerified(ada, email);
    expect(await received(ada)).toEqual(['To Ada']);
    expect(await received(cy)).toEqual([]);
  });

  it('are deleted when both parties have deleted their account', async () => {
    const ada = await app.signUp();
    const bo = await signUpVerified(app, 'Bo Example');
    const email = `left-${ada.email}`;
    const id = await addVerified(ada, email);
    await thank(bo, email, 'Thanks');
    await remove(ada, id);
    const count = () =>
      app.database.asOwner(
        async (db) => (await db.query('select from shoutouts where recipient_email = $1', [email])).rowCount,
      );
    await bo.call('POST /api/functions/v1/delete-account');
    expect(await count()).toBe(1);
    await ada.call('POST /api/functions/v1/delete-account');
    expect(await count()).toBe(0);
  });
});
