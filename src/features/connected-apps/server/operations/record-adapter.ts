// What oidc-provider keeps, in PostgreSQL. The database has a hash of each id, and the content encrypted: a copy of it opens
// nothing.
import { AsyncLocalStorage } from 'node:async_hooks';
import { errors, type Payload } from 'oidc-provider';
import type pg from 'pg';
import { revokeToken } from '#features/api-tokens/server/operations/end-token.ts';
import { transact, type Tx } from '#platform/database/transaction.ts';
import { openBytes, sealBytes } from '#platform/secrets/seal.ts';
import { deriveKey, hashToken } from '#platform/secrets/secrets.ts';
import { limits } from '../../constants.ts';
import { consumeRecord, endGrant, putRecord, putToken, recordOf, removeRecord } from '../store.ts';

/** The transaction that what the provider does here belongs to. Without one, each call has its own. */
export const within = new AsyncLocalStorage<Tx>();

/** The hash under which a grant is stored. */
export const grantHashOf = (grantId: string) => hashToken(grantId);

const ended = () => new errors.InvalidGrant('the grant has ended');
const used = () => new errors.InvalidGrant('it has been used');

/** No one is signed in at the provider: each request asks the user, whom Logbook's own session names. */
const forgets = new Set(['Session', 'ReplayDetection']);

export function adapterOf(pool: pg.Pool, appSecret: string) {
  const key = deriveKey(appSecret, 'connected apps');
  const run = <T>(work: (tx: Tx) => Promise<T>) => {
    const tx = within.getStore();
    return tx ? work(tx) : transact(pool, null, work, 'write');
  };

  return class RecordAdapter {
    readonly kind: string;

    constructor(kind: string) {
      this.kind = kind;
    }

    async upsert(id: string, payload: Payload, seconds: number | undefined): Promise<void> {
      const { kind } = this;
      if (forgets.has(kind)) return;
      const idHash = hashToken(id);
      const grantId = kind === 'Grant' ? id : payload.grantId;
      const grantHash = grantId === undefined ? null : grantHashOf(grantId);
      const lives = kind === 'Client' ? limits.unusedDays * 86_400 : seconds!;
      const endsAt = new Date(Date.now() + lives * 1000);
      await run(async (tx) => {
        const isStored = await putRecord(tx, {
          ...{ kind, idHash, grantHash, endsAt, clientId: kind === 'Client' ? id : null },
          sealed: sealBytes(key, `${kind} ${idHash.toString('hex')}`, Buffer.from(JSON.stringify(payload))),
        });
        if (!isStored) throw ended();
        if (kind !== 'AccessToken') return;
        const scopes = String(payload['scope'] ?? '').split(' ');
        if (!(await putToken(tx, { grantHash: grantHash!, hash: idHash, scopes, endsAt }))) throw ended();
      });
    }

    async find(id: string): Promise<Payload | undefined> {
      if (forgets.has(this.kind) || id.length > 2048) return undefined;
      const idHash = hashToken(id);
      const found = await run((tx) => recordOf(tx, this.kind, idHash));
      if (!found) return undefined;
      const plain = openBytes(key, `${this.kind} ${idHash.toString('hex')}`, found.sealed);
      const payload = JSON.parse(plain.toString()) as Payload;
      if (found.consumed_at === null) return payload;
      const usedAt = Date.parse(found.consumed_at);
      // Requests in parallel are refused, and end nothing. Later ones end the connection.
      if (Date.now() - usedAt < limits.graceSeconds * 1000) throw used();
      return { ...payload, consumed: Math.floor(usedAt / 1000) };
    }

    findByUid(): Promise<undefined> {
      return Promise.resolve(undefined);
    }

    findByUserCode(): Promise<undefined> {
      return Promise.resolve(undefined);
    }

    async consume(id: string): Promise<void> {
      const consumed = await run((tx) => consumeRecord(tx, this.kind, hashToken(id)));
      if (!consumed) throw used();
    }

    async destroy(id: string): Promise<void> {
      if (forgets.has(this.kind)) return;
      await run(async (tx) => {
        await removeRecord(tx, this.kind, hashToken(id));
        if (this.kind === 'AccessToken') await revokeToken(tx, id);
      });
    }

    async revokeByGrantId(grantId: string): Promise<void> {
      await run((tx) => endGrant(tx, grantHashOf(grantId)));
    }
  };
}
