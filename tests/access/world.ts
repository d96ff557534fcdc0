// The people of the matrix. Everything that one of them writes carries a mark of its own, so that a leak is seen
// wherever it comes out.
import { randomBytes, randomUUID } from 'node:crypto';
import type { SignedIn } from '#features/accounts/contract.ts';
import type { CheckIn, LogFile } from '#features/check-ins/contract.ts';
import { newId } from '#platform/clock/id.ts';
import { hashToken, newToken } from '#platform/secrets/secrets.ts';
import type { TestApp } from '../support/app.ts';
import type { Caller } from '../support/caller.ts';

export type Tokens = { session: string; access: string; refresh: string };

export type Person = {
  name: string;
  userId: string;
  email: string;
  checkInId: string;
  fileId: string;
  /** Another entry with a file, both in the bin. */
  binned: { checkInId: string; fileId: string };
  /** Stands in everything that the person wrote. */
  mark: string;
  /** From a mail to the person. */
  verifyToken: string;
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

/** An entry with a file that a cell may spoil; ids of nothing for a person who is gone. */
export async function spareEntry(
  app: TestApp,
  person: Person,
): Promise<{ checkInId: string; fileId: string }> {
  const made = { checkInId: newId(), fileId: newId() };
  const add = `with entry as (
      insert into check_ins (id, user_id, content) select $1, id, $3::text from users where id = $2 returning id, user_id)
    insert into log_files (id, user_id, check_in_id, file_name, file_path, file_type, file_size, mime_type, preview, sha256)
    select $4::uuid, user_id, id, $3, $4::text, 'text', 1, 'text/plain', 'none', '\\x00' from entry`;
  const values = [made.checkInId, person.userId, `Spare of ${person.mark}`, made.fileId];
  await app.database.asOwner((db) => db.query(add, values));
  return made;
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
  const kept = await writeEntry(caller, mark, missingFileId);
  const binned = await writeEntry(caller, mark, randomUUID());
  await caller.call('DELETE /api/check_ins/:id', { params: { id: binned.checkInId } });
  const sign = async (as: 'view' | 'download') => {
    const params = { id: kept.fileId };
    const answer = await caller.call<{ url: string }>('POST /api/storage/log-files/:id/sign', {
      params,
      body: { as },
    });
    return answer.json.url;
  };
  const userId = json.user.id;
  const verifyToken = newToken();
  await app.database.asOwner((db) =>
    db.query(
      `insert into verification_tokens (hash, user_id, address, expires_at) values ($1, $2, $3, now() + interval '1 h')`,
      [hashToken(verifyToken), userId, email],
    ),
  );
  return {
    name,
    mark,
    email,
    userId,
    ...kept,
    binned,
    verifyToken,
    signed: { view: await sign('view'), download: await sign('download') },
    canaries: [mark, userId, missingFileId, ...Object.values(kept), ...Object.values(binned)],
  };
}

async function writeEntry(caller: Caller, mark: string, missingFileId: string) {
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
  return { checkInId: entry.json.id, fileId: file.json.id };
}
