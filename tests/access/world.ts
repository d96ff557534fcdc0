// The people of the matrix. Everything that one of them writes carries a mark of its own, so that a leak is seen
// wherever it comes out.
import { randomBytes, randomUUID } from 'node:crypto';
import type { SignedIn } from '#features/accounts/contract.ts';
import type { CheckIn, LogFile } from '#features/check-ins/contract.ts';
import { newId } from '#platform/clock/id.ts';
import { hashToken, newToken } from '#platform/secrets/secrets.ts';
import type { TestApp } from '../support/app.ts';

export type Tokens = { session: string; access: string; refresh: string };

export type Person = {
  name: string;
  userId: string;
  email: string;
  checkInId: string;
  /** One more entry, to delete and restore. */
  spareCheckInId: string;
  fileId: string;
  /** One more file of the spare entry, to take away; answers its id. */
  newFile(): Promise<string>;
  /** A new mailed link's token. */
  verificationToken(): Promise<string>;
  /** Attached to the check-in and never sent. */
  missingFileId: string;
  /** Good for an hour from the start of the suite. */
  signed: { view: string; download: string };
  /** Texts that nobody else may ever be sent: the mark, and ids. */
  canaries: string[];
};

export type World = Record<
  'owner' | 'stranger' | 'unverified' | 'expired' | 'signedOut' | 'deleted',
  Person
> & {
  /** Ended sessions of the last three. */
  ended: Record<'expired' | 'signedOut' | 'deleted', Tokens>;
};

export const password = 'a good long passphrase';

export async function makeWorld(app: TestApp): Promise<World> {
  const names = ['owner', 'stranger', 'unverified', 'expired', 'signedOut', 'deleted'] as const;
  const people = {} as Record<(typeof names)[number], Person>;
  for (const name of names) people[name] = await makePerson(app, name);

  const ended = {
    expired: await startSession(app, people.expired, -1),
    signedOut: await startSession(app, people.signedOut),
    deleted: await startSession(app, people.deleted),
  };
  const bearer = { authorization: `Bearer ${ended.signedOut.access}` };
  await app.anonymous().call('POST /api/auth/sign-out', { headers: bearer });
  await app.database.asOwner(async (db) => {
    await db.query('delete from users where id = $1', [people.deleted.userId]);
    await db.query('update users set email_verified_at = null where id = $1', [people.unverified.userId]);
  });
  return { ...people, ended };
}

/** A session as sign-in would start it; `accessLife` in seconds. */
export async function startSession(app: TestApp, person: Person, accessLife = 3600): Promise<Tokens> {
  const tokens = { session: newId(), access: newToken(), refresh: newToken() };
  await app.database.app.query(
    `select app.start_session($1, $2, $3, make_interval(secs => $4), $5, '1 day', 'a browser', '127.0.0.1', null)`,
    [tokens.session, person.userId, hashToken(tokens.access), accessLife, hashToken(tokens.refresh)],
  );
  return tokens;
}

async function makePerson(app: TestApp, name: string): Promise<Person> {
  const mark = `kanari${randomBytes(6).toString('hex')}`;
  const email = `${mark}@example.com`;
  const caller = app.anonymous();
  const { json } = await caller.call<SignedIn>('POST /api/auth/sign-up', {
    body: { full_name: `Person ${mark}`, email, password },
  });
  const missingFileId = randomUUID();
  const entry = await caller.call<CheckIn>('POST /api/check_ins', {
    body: {
      id: newId(),
      content: `What ${mark} did`,
      files: [{ id: missingFileId, name: `${mark} lost.txt`, size: 7 }],
    },
  });
  const form = new FormData();
  form.set('check_in_id', entry.json.id);
  form.set('id', newId());
  form.set('file', new File([`The notes of ${mark}`], `${mark}.txt`));
  const file = await caller.call<LogFile>('POST /api/storage/log-files', { form });
  const sign = async (as: 'view' | 'download') => {
    const params = { id: file.json.id };
    const answer = await caller.call<{ url: string }>('POST /api/storage/log-files/:id/sign', {
      params,
      body: { as },
    });
    return answer.json.url;
  };
  const spare = await caller.call<CheckIn>('POST /api/check_ins', {
    body: { id: newId(), content: `More that ${mark} did` },
  });
  const asOwner = (text: string, values: unknown[]) => app.database.asOwner((db) => db.query(text, values));
  return {
    name,
    email,
    userId: json.user.id,
    checkInId: entry.json.id,
    spareCheckInId: spare.json.id,
    async newFile() {
      const id = newId();
      await asOwner(
        // Nothing is added for an account that is gone.
        `insert into log_files
           (id, user_id, check_in_id, file_name, file_path, file_type, file_size, mime_type, preview, sha256)
         select $1, user_id, id, 'a', $3, 'text', 1, 'text/plain', 'none', '\\x00' from check_ins where id = $2`,
        [id, spare.json.id, id],
      );
      return id;
    },
    async verificationToken() {
      const token = newToken();
      await asOwner(
        `insert into verification_tokens (hash, user_id, address, expires_at) values ($1, $2, $3, now() + interval '1 h')`,
        [hashToken(token), json.user.id, email],
      );
      return token;
    },
    fileId: file.json.id,
    missingFileId,
    signed: { view: await sign('view'), download: await sign('download') },
    canaries: [mark, json.user.id, entry.json.id, spare.json.id, file.json.id, missingFileId],
  };
}
