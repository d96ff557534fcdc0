// Issues the credentials of verified vouches when they are first needed. They never change afterwards (R-P2). The canonical forms
// are made by a thread, with no transaction open.
import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { shownName } from '#features/accounts/name-rules.ts';
import { confirmedVouch } from '#features/vouches/server/operations/confirmed-vouch.ts';
import type { Config } from '#platform/config/config.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { isRefused, type Refused } from '#platform/http/bind.ts';
import type { Signed } from '#platform/signing/data-integrity.ts';
import { didOf, keyIdOf } from '#platform/signing/did-web.ts';
import { signDocuments } from '#platform/signing/sign-documents.ts';
import { signingKey, type SigningKey } from '#platform/signing/signing-key.ts';
import { statusPath } from '../../constants.ts';
import type { UnsignedVouch } from '../../format-contract.ts';
import { credentialByVouch, ownerName, reserve, storeSigned, type SignedForms } from '../store.ts';
import { jwtOf } from './credential-jwt.ts';
import { unsignedVouch, type ConfirmedVouch } from './unsigned-vouch.ts';

export type SigningParts = {
  config: Pick<Config, 'appUrl' | 'instanceName'>;
  appSecret: string;
  log: Pick<FastifyBaseLogger, 'warn'>;
};

type SessionEnded = Refused<'no_session'>;

/** Runs a step as the owner in its own transaction. */
export type Run = <T>(work: (tx: Tx) => Promise<T>) => Promise<T | SessionEnded>;

export type Issued = { json: string; jwt: string };

/**
 * The credentials of these vouches of the viewer, by the id of the vouch. Concurrent calls get the same ones. Vouches that are not
 * verified, or do not exist, have none.
 * @param caller Whose signatures wait for each other.
 */
export async function credentialsOf(
  parts: SigningParts,
  { run, caller, vouchIds }: { run: Run; caller: string; vouchIds: readonly string[] },
): Promise<Map<string, Issued> | SessionEnded> {
  const found = await run(async (tx) => {
    const all: [string, Issued | ToSign | undefined][] = [];
    for (const id of vouchIds) all.push([id, await find(parts, tx, id)]);
    return all;
  });
  if (isRefused(found)) return found;
  const missing = found.flatMap(([id, one]) => (one && 'unsigned' in one ? [{ id, ...one }] : []));
  if (missing.length > 0) {
    // One transaction found them all, with one key.
    const { key, keyId, issuer } = missing[0]!;
    const signed = await signDocuments(caller, key, {
      documents: missing.map(({ unsigned }) => unsigned),
      keyId,
    });
    const stored = await run(async (tx) => {
      for (const [index, document] of signed.entries()) {
        await storeSigned(tx, missing[index]!.id, formsOf(document, { key, keyId, issuer }));
      }
      const all: [string, Issued | undefined][] = [];
      for (const { id } of missing) all.push([id, issued(await credentialByVouch(tx, id))]);
      return all;
    });
    if (isRefused(stored)) return stored;
    found.push(...stored);
  }
  return new Map(found.flatMap(([id, one]) => (one && 'json' in one ? [[id, one] as const] : [])));
}

/** Of a signed document, as they are stored. */
export const formsOf = (
  document: Signed,
  { key, keyId, issuer }: Pick<ToSign, 'key' | 'keyId' | 'issuer'>,
): SignedForms => ({
  ...{ json: JSON.stringify(document), jwt: jwtOf(document, keyId, key) },
  ...{ issuer, keyId: key.id },
});

type ToSign = { key: SigningKey; keyId: string; unsigned: UnsignedVouch; issuer: string };
type Place = { id: string; list_id: string; index: number };
type Stored = Awaited<ReturnType<typeof credentialByVouch>>;
const issued = (stored: Stored): Issued | undefined =>
  stored?.credential_json && stored.jwt ? { json: stored.credential_json, jwt: stored.jwt } : undefined;

/** The credential if it is issued, or what to sign. */
async function find(parts: SigningParts, tx: Tx, vouchId: string): Promise<Issued | ToSign | undefined> {
  const { config } = parts;
  const vouch = await confirmedVouch(tx, vouchId);
  if (!vouch) return undefined;
  const before = await credentialByVouch(tx, vouchId);
  const done = issued(before);
  if (done) return done;
  const place =
    before ?? (await reserve(tx, vouchId, config.appUrl)) ?? (await credentialByVouch(tx, vouchId));
  // It was deleted since.
  if (!place && !(await confirmedVouch(tx, vouchId))) return undefined;
  if (!place) throw new Error('The status lists have no room.');
  return toSign(parts, tx, { vouch, place, owner: await ownerName(tx) });
}

/** What to sign for a vouch. `place`: of its credential, in a list. `owner`: the full name of the vouch's owner. */
export async function toSign(
  parts: SigningParts,
  tx: Tx,
  { vouch, place, owner }: { vouch: Omit<ConfirmedVouch, 'owner'>; place: Place; owner: string },
): Promise<ToSign> {
  const { config } = parts;
  const key = await signingKey(tx, parts);
  const issuer = didOf(config.appUrl);
  const unsigned = unsignedVouch(
    { ...vouch, owner: shownName(owner, null) },
    {
      did: issuer,
      instance: { name: config.instanceName, url: config.appUrl },
      ids: {
        ...{ credential: place.id, achievement: randomUUID(), reference: randomUUID() },
        ...{ endorsement: randomUUID(), subject: randomUUID() },
      },
      status: { list: `${config.appUrl}${statusPath}/${place.list_id}`, index: place.index },
    },
  );
  return { key, keyId: keyIdOf(issuer, key.publicKey), unsigned, issuer };
}
