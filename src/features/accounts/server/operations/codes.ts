// Codes that an account with a second factor asks for (R-Q2): of its authenticator app, or recovery codes.
import { openBytes, sealBytes } from '#platform/secrets/seal.ts';
import { deriveKey, hashToken } from '#platform/secrets/secrets.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { plainCode } from '../../code-rules.ts';
import { authenticatorOf, type Authenticator } from '../session-store.ts';
import { stepOf } from './totp.ts';

/** No recovery code has only digits. */
const sixDigits = /^\d{6}$/;
const contextOf = (id: string) => `authenticator app ${id}`;

export class Codes {
  readonly #key: Buffer;

  constructor(appSecret: string) {
    this.#key = deriveKey(appSecret, 'authenticator apps');
  }

  /** What is stored of the secret of an app. */
  seal(id: string, secret: Buffer): Buffer {
    return sealBytes(this.#key, contextOf(id), secret);
  }

  /** Undefined if it was sealed under another APP_SECRET. */
  open({ id, sealed_secret }: Authenticator): Buffer | undefined {
    try {
      return openBytes(this.#key, contextOf(id), sealed_secret);
    } catch {
      return undefined;
    }
  }

  /** A typed code as `app.use_second_factor` takes it, for the account of this address. Null: no code was sent. */
  async read(tx: Tx, email: string, typed: string | undefined): Promise<Buffer | null> {
    const code = plainCode(typed ?? '');
    if (code === '') return null;
    const authenticator = sixDigits.test(code) ? await authenticatorOf(tx, email) : undefined;
    const secret = authenticator && this.open(authenticator);
    const step = secret && stepOf(secret, code, Date.now());
    if (!authenticator || step === undefined) return hashToken(code);
    const { id } = authenticator;
    const parts = Buffer.alloc(24);
    parts.write(id.replaceAll('-', ''), 'hex');
    parts.writeBigUInt64BE(BigInt(step), 16);
    return Buffer.concat([parts, tx.sign('use_second_factor', id, String(step))]);
  }
}

/** The refusals of what the database says of a code. */
export const codeRefusals = {
  'code needed': 'second_factor_needed',
  'wrong code': 'wrong_code',
} as const;
