// The status lists as they are now, signed: a list is signed again when a credential was revoked or restored since, and when it
// is old. Processes share the signed form in the database.
import type pg from 'pg';
import { transact } from '#platform/database/transaction.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { didOf, keyIdOf } from '#platform/signing/did-web.ts';
import { secondsOf, signDocuments } from '#platform/signing/sign-documents.ts';
import { existingSigningKey, signingKey, type SigningKey } from '#platform/signing/signing-key.ts';
import { statusPath } from '../../constants.ts';
import { statusList, storeList } from '../list-store.ts';
import type { SigningParts } from './issue-credential.ts';
import { unsignedList } from './status-list.ts';

type Parts = SigningParts & { pool: pg.Pool };
type ToSign = { key: SigningKey; origin: string; digest: Buffer; revoked: number[] };

export class StatusLists {
  readonly #parts: Parts;
  /** Being signed. */
  readonly #pending = new Map<string, Promise<string>>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The JSON of a list. Undefined if there is no such list. */
  async read(id: string): Promise<string | undefined> {
    const found = await transact(this.#parts.pool, null, (tx) => this.#find(tx, id), 'write');
    if (found === undefined || typeof found === 'string') return found;
    const pending = this.#pending.get(id) ?? this.#sign(id, found).finally(() => this.#pending.delete(id));
    this.#pending.set(id, pending);
    return pending;
  }

  /** Its JSON, or what to sign. */
  async #find(tx: Tx, id: string): Promise<string | ToSign | undefined> {
    const list = await statusList(tx, id);
    if (!list) return undefined;
    const { origin, signed_json: signed, is_changed: isChanged, digest, revoked } = list;
    if (!revoked) return signed ?? undefined;
    // Only a change needs a new key if the old one cannot be used anymore: a reader alone changes nothing.
    const { appSecret } = this.#parts;
    const key = isChanged ? await signingKey(tx, this.#parts) : await existingSigningKey(tx, appSecret);
    return key ? { key, origin, digest, revoked } : (signed ?? undefined);
  }

  async #sign(id: string, { key, origin, digest, revoked }: ToSign): Promise<string> {
    const did = didOf(origin);
    const url = `${origin}${statusPath}/${id}`;
    const keyId = keyIdOf(did, key.publicKey);
    const unsigned = unsignedList({ did, url, at: secondsOf(new Date()), revoked });
    const [signed] = await signDocuments('status lists', key, { documents: [unsigned], keyId });
    const json = JSON.stringify(signed);
    await transact(
      this.#parts.pool,
      null,
      (tx) => storeList(tx, id, { json, digest, keyId: key.id }),
      'write',
    );
    return json;
  }
}
