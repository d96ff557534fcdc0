// The people of the matrix. Everything that a person writes contains that person's mark, so that a leak is detected
// wherever it appears.
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { SignedIn } from '#features/accounts/contract.ts';
import type { CheckIn, LogFile } from '#features/check-ins/contract.ts';
import type { Goal } from '#features/goals/contract.ts';
import type { Packet, PacketDraft } from '#features/packets/contract.ts';
import type { Profile } from '#features/profile/contract.ts';
import type { Resume } from '#features/resume/contract.ts';
import type { Vouch, VouchFile } from '#features/vouches/contract.ts';
import { newId } from '#platform/clock/id.ts';
import { pdf } from '#platform/files/test-contents.ts';
import { newApiToken } from '#platform/secrets/api-token.ts';
import { hashToken, newToken } from '#platform/secrets/secrets.ts';
import type { TestApp } from '../support/app.ts';
import type { Caller } from '../support/caller.ts';
import { quarters } from '../support/photos.ts';
import { resumeForm, signedResume } from '../support/resumes.ts';
import { vouchBody, vouchFileForm } from '../support/vouches.ts';

export type Tokens = { session: string; access: string; refresh: string };

export type Person = {
  name: string;
  userId: string;
  email: string;
  checkInId: string;
  fileId: string;
  goalId: string;
  /** An open suggestion. */
  suggestionId: string;
  resumeId: string;
  /** A packet with the person's entry and its file. */
  packetId: string;
  /** A pending vouch with a file, and a token of its link. */
  vouchId: string;
  vouchFileId: string;
  vouchToken: string;
  /** Shoutouts from and to someone who is not a caller. */
  sentShoutoutId: string;
  receivedShoutoutId: string;
  /** Another entry with a file, both in the bin. */
  binned: { checkInId: string; fileId: string };
  /** Contained in everything that the person wrote. */
  mark: string;
  /** The public URL of the person's photo. */
  photo: string;
  /** From an email to the person. */
  verifyToken: string;
  emailId: string;
  feedbackId: string;
  /** A session that no caller of the matrix uses. */
  sessionId: string;
  /** Signed URLs, valid for an hour from the start of the suite. */
  signed: { view: string; download: string };
  /** The same of the résumé, to view. */
  signedResume: string;
  /** Texts that no other user may ever receive: the mark, and ids. */
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
  const colleague = await app.signUp('A Colleague');
  for (const name of names) people[name] = await makePerson(app, name, colleague);

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

/** An entry with a file that a request may change or delete. For a deleted person, the ids of nothing. */
export async function spareEntry(
  app: TestApp,
  person: Person,
): Promise<{ checkInId: string; fileId: string }> {
  const ids = { checkInId: newId(), fileId: newId() };
  const add = `with entry as (
      insert into check_ins (id, user_id, content, search_text) select $1, id, $3::text, '' from users where id = $2
      returning id, user_id)
    insert into log_files (id, user_id, check_in_id, file_name, file_path, file_type, file_size, mime_type, preview, sha256)
    select $4::uuid, user_id, id, $3, user_id || '/' || $4::text, 'text', 1, 'text/plain', 'none', '\\x00' from entry`;
  const values = [ids.checkInId, person.userId, `Spare of ${person.mark}`, ids.fileId];
  await app.database.asOwner((db) => db.query(add, values));
  return ids;
}

/** A suggestion that a request may accept or dismiss. For a deleted person, the id of nothing. */
export async function spareSuggestion(app: TestApp, person: Person): Promise<string> {
  const id = newId();
  const add = `insert into suggestions (id, user_id, source, source_id, hash, at, content)
    select $1::uuid, id, 'git', $1::text, sha256(uuid_send($1)), now(), $3 from users where id = $2`;
  await app.database.asOwner((db) => db.query(add, [id, person.userId, `Spare of ${person.mark}`]));
  return id;
}

/** A record of another instance that a request may delete. For a deleted person, the id of nothing. */
export async function spareRecord(app: TestApp, person: Person): Promise<string> {
  const id = newId();
  const add = `insert into imported_records (id, user_id, kind, origin, original_id, at, record)
    select $1, id, 'vouch', 'https://spare.example', $1, now(), $3 from users where id = $2`;
  const record = JSON.stringify({ project_name: `Spare of ${person.mark}` });
  await app.database.asOwner((db) => db.query(add, [id, person.userId, record]));
  return id;
}

/** A goal in the given state that a request may change or delete. For a deleted person, the id of nothing. */
export async function spareGoal(
  app: TestApp,
  person: Person,
  state: 'open' | 'done' | 'deleted',
): Promise<string> {
  const id = newId();
  const add = `insert into goals (id, user_id, text, position, completed_at, deleted_at)
    select $1, id, $3, 7, case when $4 = 'done' then now() end, case when $4 = 'deleted' then now() end
    from users where id = $2`;
  await app.database.asOwner((db) => db.query(add, [id, person.userId, `Spare of ${person.mark}`, state]));
  return id;
}

/**
 * A packet of the person's entry that a request may change or delete, in place of earlier ones: a user has few. For a
 * deleted person, the id of nothing.
 */
export async function sparePacket(app: TestApp, person: Person): Promise<string> {
  const id = newId();
  const add = 'insert into packets (id, user_id, draft) select $1, id, $3 from users where id = $2';
  const draft = JSON.stringify(packetOf(person, `Spare of ${person.mark}`));
  await app.database.asOwner(async (db) => {
    await db.query('delete from packets where user_id = $1 and id <> $2', [person.userId, person.packetId]);
    await db.query(add, [id, person.userId, draft]);
  });
  return id;
}

/** A draft with the person's entry, whose files readers may open. */
export const packetOf = ({ checkInId: id }: Pick<Person, 'checkInId'>, title: string): PacketDraft => ({
  title,
  period: { from: '2024-01-01', to: '2029-12-31' },
  introduction: '',
  groups: [{ title: 'Work', line: '', items: [{ kind: 'entry', id, note: '', files: true }] }],
});

/** A shoutout that the person has received and that a request may keep. For a deleted person, the id of nothing. */
export async function spareShoutout(app: TestApp, person: Person): Promise<string> {
  const id = newId();
  await app.database.asOwner(async (db) => {
    await db.query(
      `insert into shoutouts (id, sender_id, recipient_email, message)
       select $1, s.sender_id, $2, $3 from shoutouts s where s.id = $4`,
      [id, person.email, `Spare of ${person.mark}`, person.receivedShoutoutId],
    );
  });
  return id;
}

/** An extra address that a request may change or delete. For a deleted person, the id of nothing. */
export async function spareEmail(app: TestApp, person: Person, verified: boolean): Promise<string> {
  const id = newId();
  const add = `insert into user_emails (id, user_id, email, verified_at)
    select $1::uuid, id, $1::text || $3 || '@example.com', case when $4 then now() end from users where id = $2`;
  await app.database.asOwner((db) => db.query(add, [id, person.userId, person.mark, verified]));
  return id;
}

/** The token of a link emailed to the person: to reset the password, or to undo an address change. */
export async function mailedToken(app: TestApp, person: Person, link: 'recover' | 'undo'): Promise<string> {
  const token = newToken();
  const [table, column] =
    link === 'recover' ? ['recovery_tokens', 'address'] : ['address_changes', 'old_address'];
  const add = `insert into ${table} (hash, user_id, ${column}, expires_at)
    select $1, id, $3, now() + interval '1 h' from users where id = $2`;
  await app.database.asOwner((db) => db.query(add, [hashToken(token), person.userId, person.email]));
  return token;
}

/** Moves the sign-in of all the person's sessions two hours back. */
export async function ageSignIns(app: TestApp, person: Person): Promise<void> {
  await app.database.asOwner((db) =>
    db.query(`update sessions set signed_in_at = now() - interval '2 h' where user_id = $1`, [person.userId]),
  );
}

/** Starts a session as sign-in does. `accessLife` is in seconds. */
export async function startSession(
  app: TestApp,
  person: Pick<Person, 'userId'>,
  accessLife = 3600,
): Promise<Tokens> {
  const tokens = { session: newId(), access: newToken(), refresh: newToken() };
  await app.database.asOwner((db) =>
    db.query(
      `select app.start_session($1, ($2, $3, make_interval(secs => $4), $5, interval '1 day', 'a browser', '127.0.0.1',
         null, 100)::app.new_session, 'password')`,
      [person.userId, tokens.session, hashToken(tokens.access), accessLife, hashToken(tokens.refresh)],
    ),
  );
  return tokens;
}

/** An API token as the settings create it. For a deleted person, one that does not work. `life`: seconds. */
export async function spareApiToken(
  app: TestApp,
  person: Person,
  scope = 'log:read',
  life = 3600,
): Promise<{ id: string; token: string }> {
  const [id, token] = [newId(), newApiToken()];
  const add = `insert into api_tokens (id, user_id, name, hash, scopes, expires_at)
    select $1, id, $3, $4, array[$5], now() + make_interval(secs => $6) from users where id = $2`;
  const values = [id, person.userId, `Token of ${person.mark}`, hashToken(token), scope, life];
  await app.database.asOwner((db) => db.query(add, values));
  return { id, token };
}

/** A passkey that no authenticator has. The caller's other ones are removed: one changes how an account is opened. */
export async function sparePasskey(app: TestApp, person: Person): Promise<{ id: string }> {
  const id = newId();
  await app.database.asOwner(async (db) => {
    await db.query('delete from passkeys');
    await db.query(
      `insert into passkeys
         (id, user_id, credential_id, public_key, sign_count, transports, rp_id, name, multi_device, backed_up)
       select $1, id, uuid_send($1), '', 0, '{}', 'localhost', $3, false, false from users where id = $2`,
      [id, person.userId, `Passkey of ${person.mark}`],
    );
  });
  return { id };
}

async function makePerson(app: TestApp, name: string, colleague: Caller): Promise<Person> {
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
  const form = new FormData();
  form.set('file', new File([Uint8Array.from(await quarters(16).png().toBuffer())], 'me.png'));
  const { json: profile } = await caller.call<Profile>('POST /api/storage/profile-photos', { form });
  const phone = `+43 ${String(randomInt(1e11, 1e12))}`;
  await caller.call('PATCH /api/profiles', { body: { phone_number: phone, slug: mark } });
  const [emailId, feedbackId] = [newId(), newId()];
  await caller.call('POST /api/user_emails', { body: { id: emailId, email: `extra-${email}` } });
  const { json: goal } = await caller.call<Goal>('POST /api/goals', {
    body: { id: newId(), text: `What ${mark} wants` },
  });
  await caller.call('POST /api/suggestions', {
    body: {
      suggestions: [
        {
          source_id: mark,
          at: '2026-01-01T00:00:00Z',
          content: `Suggested to ${mark}`,
          group: `Group of ${mark}`,
        },
      ],
    },
  });
  const message = {
    ...{ direction: 'received', message: `Elsewhere to ${mark}`, created_at: '2026-01-01T00:00:00Z' },
  };
  const elsewhere = { kind: 'shoutout', origin: 'https://elsewhere.example', original_id: newId() };
  await caller.call('POST /api/imported_records', {
    body: { records: [{ ...elsewhere, record: JSON.stringify(message) }] },
  });
  const suggested = await caller.call<{ rows: { id: string }[] }>('GET /api/suggestions');
  const suggestionId = suggested.json.rows[0]!.id;
  const { json: packet } = await caller.call<Packet>('POST /api/packets', {
    body: { id: newId(), draft: packetOf(kept, `Packet of ${mark}`) },
  });
  const { json: resume } = await caller.call<Resume>('POST /api/storage/resumes', {
    form: resumeForm(pdf(), `${mark}.pdf`),
  });
  const { json: vouch } = await caller.call<Vouch>('POST /api/vouches', {
    body: vouchBody({ project_name: `Project of ${mark}`, reference_email: `reference-${email}` }),
  });
  const { json: vouchFile } = await caller.call<VouchFile>('POST /api/storage/vouch-files', {
    form: vouchFileForm(vouch.id, pdf(), `${mark}.pdf`),
  });
  const [vouchToken, verificationRequestId] = [newToken(), newId()];
  await app.database.asOwner(async (db) => {
    await db.query('insert into vouch_tokens (hash, vouch_id) values ($1, $2)', [
      ...[hashToken(vouchToken), vouch.id],
    ]);
    await db.query(
      `insert into vouch_verification_requests (id, user_id, vouch_id, requester_name, requester_email, message)
       values ($1, $2, $3, 'Visitor', $4, 'Is this true?')`,
      [verificationRequestId, userId, vouch.id, `visitor-${email}`],
    );
  });
  const [sentShoutoutId, receivedShoutoutId] = [newId(), newId()];
  const shoutout = (id: string, to: string) => ({
    body: { id, recipient_email: to, message: `Thanks from or to ${mark}` },
  });
  await caller.call('POST /api/shoutouts', shoutout(sentShoutoutId, colleague.email));
  await colleague.call('POST /api/shoutouts', shoutout(receivedShoutoutId, email));
  await caller.call('POST /api/feedback', { body: { id: feedbackId, message: `Thanks from ${mark}` } });
  const verifyToken = newToken();
  await app.database.asOwner((db) =>
    db.query(
      `insert into verification_tokens (hash, user_id, address, expires_at) values ($1, $2, $3, now() + interval '1 h')`,
      [hashToken(verifyToken), userId, email],
    ),
  );
  const { session: sessionId } = await startSession(app, { userId });
  return {
    name,
    mark,
    email,
    userId,
    ...kept,
    goalId: goal.id,
    suggestionId,
    resumeId: resume.id,
    packetId: packet.id,
    vouchId: vouch.id,
    vouchFileId: vouchFile.id,
    vouchToken,
    sentShoutoutId,
    receivedShoutoutId,
    binned,
    verifyToken,
    photo: profile.avatar_url!,
    emailId,
    feedbackId,
    sessionId,
    signed: { view: await sign('view'), download: await sign('download') },
    signedResume: (await signedResume(caller, resume.id, 'view')).replace('GET ', ''),
    canaries: [
      ...[
        mark,
        userId,
        missingFileId,
        phone,
        goal.id,
        suggestionId,
        emailId,
        feedbackId,
        sessionId,
        packet.id,
      ],
      ...[sentShoutoutId, receivedShoutoutId, resume.id, vouch.id, vouchFile.id, verificationRequestId],
      ...Object.values(kept),
      ...Object.values(binned),
    ],
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
