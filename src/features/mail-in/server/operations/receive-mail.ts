// What happens with a message to a private address, however it arrived (R-N3). The sending server gets its
// reply once all of it is stored. Until then, it is delivered again, which finds what was stored and adds the rest: the ids
// are computed from the message.
import { createHash, createHmac } from 'node:crypto';
import type pg from 'pg';
import { entryFiles } from '#features/capture/server/operations/store-files.ts';
import { splitEmoji } from '#features/capture/rules.ts';
import { limits as entryLimits } from '#features/check-ins/constants.ts';
import { createCheckIn } from '#features/check-ins/server/operations/create-check-in.ts';
import type { Config } from '#platform/config/config.ts';
import { transact } from '#platform/database/transaction.ts';
import { storedBytes } from '#platform/files/quota.ts';
import type { FileStore, StagedFile } from '#platform/files/store.ts';
import type { UploadedFile } from '#platform/files/upload-form.ts';
import { isRefused, refuse, type Step } from '#platform/http/bind.ts';
import { counts } from '#platform/metrics/counts.ts';
import { deriveKey } from '#platform/secrets/secrets.ts';
import { uuidOf } from '#platform/secrets/uuid-of.ts';
import { countCharacters, isBlank, normalizeText } from '#platform/text/plain-text.ts';
import type { RefusalReason } from '../../constants.ts';
import { contentOf, entryDate, ignoredReason, isFromOwner, type IgnoredReason } from '../../rules.ts';
import { noteComplete, noteReceived, receivedBefore, verifiedAddresses } from '../store.ts';
import type { MessageFile, ReadMessage } from './message-thread.ts';
import { readMessage } from './read-message.ts';
import { storeSuggestedFiles, suggestMail } from './suggest-mail.ts';
import { tellLater } from './tell-owner.ts';

/** `unknown`: the address ended while the message arrived. */
export type Outcome =
  | { kind: 'entry' | 'suggestion' | 'repeated' }
  | { kind: 'ignored'; reason: IgnoredReason }
  | { kind: 'refused'; reason: RefusalReason | 'unknown' };

type Parts = { config: Config; pool: pg.Pool; files: FileStore; appSecret: string };

/** `address`: the private address in lowercase, and the hash of its token. `sender`: of the envelope, if it is known. */
export type Delivery = {
  raw: StagedFile;
  address: string;
  hash: Buffer;
  sender: string | undefined;
};

export type ReceiveMail = (delivery: Delivery) => Promise<Outcome>;
export type RefuseMail = (hash: Buffer, reason: RefusalReason) => Promise<Outcome>;

export function mailReceiver({ config, pool, files, appSecret }: Parts): {
  receive: ReceiveMail;
  refuse: RefuseMail;
} {
  const storeFiles = entryFiles(files);
  const key = deriveKey(appSecret, 'mail ids');
  const ourselves = { host: new URL(config.appUrl).hostname, from: config.mailFrom.address };
  const dnsServers = config.mailIn?.dnsServers ?? [];

  /** Tells the owner, and forgets the message. */
  const refuseMail: RefuseMail = async (hash, reason) => {
    await stepsOf(pool, hash)(({ tx, viewer }) => tellLater(tx, viewer.userId, reason));
    return counted({ kind: 'refused', reason });
  };

  const receive: ReceiveMail = async ({ raw, address, hash, sender }) => {
    const mail = await readMessage(hash.toString('hex'), { path: raw.path, dnsServers });
    if (mail === 'unreadable') return refuseMail(hash, 'unreadable');
    const ignored = ignoredReason(mail, sender, ourselves);
    if (ignored) return counted({ kind: 'ignored', reason: ignored });
    const content = contentOf(mail, normalizeText(mail.text));
    if (isBlank(content)) return refuseMail(hash, 'empty');
    const split = splitEmoji(content, null);
    if (countCharacters(normalizeText(split.content)) > entryLimits.content)
      return refuseMail(hash, 'too-long');

    const step = stepsOf(pool, hash);
    const digest = digestOf(hash, mail, raw);
    const idOf = (what: string | number) =>
      uuidOf(createHmac('sha256', key).update(`${what} `).update(digest).digest());
    const now = Date.now();
    const at = entryDate(mail.date, now);

    const decided = await step(async ({ tx, viewer }) => ({
      userId: viewer.userId,
      before: await receivedBefore(tx, viewer.userId, digest),
      used: await storedBytes(tx),
      isTrusted: isFromOwner(mail, { address, verified: await verifiedAddresses(tx), now }),
    }));
    if (isRefused(decided)) return counted({ kind: 'refused', reason: 'unknown' });
    const { userId, before, used, isTrusted } = decided;
    if (before?.is_complete) return counted({ kind: 'repeated' });

    if (before?.became !== 'entry' && !isTrusted) {
      const id = idOf('suggestion');
      const stored = await storeSuggestedFiles(files, { userId, id, found: mail.files, used });
      const suggestion = { id, sourceId: digest.toString('base64url'), author: mail.from[0], at, ...split };
      const added = await step(async ({ tx }) => {
        if (!(await suggestMail(tx, { userId, now }, suggestion, stored))) return false;
        if (await noteReceived(tx, userId, digest, 'suggestion')) await noteComplete(tx, userId, digest);
        return true;
      });
      if (isRefused(added)) return counted({ kind: 'refused', reason: 'unknown' });
      return added ? counted({ kind: 'suggestion' }) : refuseMail(hash, 'inbox-full');
    }

    const written = await step(async ({ tx }) => {
      // False if another delivery of the same message has written the entry: this one adds the files that are missing.
      if (!(await noteReceived(tx, userId, digest, 'entry'))) return;
      const requested = { id: idOf('entry'), ...split, created_at: at };
      const entry = await createCheckIn({ tx, requested, kind: 'entry', now });
      if (isRefused(entry)) throw new Error(`An email became no entry: ${entry.code}`);
    });
    if (isRefused(written)) return counted({ kind: 'refused', reason: 'unknown' });
    await storeFiles(step, uploads(mail.files), { entry: idOf('entry'), idOf });
    await step(({ tx }) => noteComplete(tx, userId, digest));
    return counted({ kind: 'entry' });
  };

  return { receive, refuse: refuseMail };
}

/** Transactions whose viewer is the owner of the address, with the rights of a token. */
function stepsOf(pool: pg.Pool, hash: Buffer): Step<'session'> {
  const credential = Buffer.concat([hash, Buffer.from('mail:in email')]);
  return (work) =>
    transact(
      pool,
      credential,
      async (tx, viewer) => (viewer === null ? refuse('no_session') : work({ tx, viewer })),
      'write',
    );
}

/**
 * Recognizes a message that is delivered again. Anyone can write any Message-ID, so what the message says is part of it:
 * otherwise, a stranger's could hide the owner's. One without an id is recognized by its bytes.
 */
function digestOf(hash: Buffer, { messageId, said }: ReadMessage, { sha256 }: StagedFile): Buffer {
  const id = createHash('sha256')
    .update(messageId?.trim() || sha256)
    .digest();
  return createHash('sha256').update(hash).update(id).update(said).digest();
}

async function* uploads(files: readonly MessageFile[]): AsyncGenerator<UploadedFile> {
  for (const { name, bytes } of files)
    yield {
      fileName: name,
      bytes: (async function* () {
        yield bytes;
      })(),
    };
}

function counted(outcome: Outcome): Outcome {
  const name = 'reason' in outcome ? `${outcome.kind} ${outcome.reason}` : outcome.kind;
  counts.mailsIn[name] = (counts.mailsIn[name] ?? 0) + 1;
  return outcome;
}
