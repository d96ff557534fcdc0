// An authenticator in software, which makes and uses passkeys as a browser sends them: ES256, without attestation.
import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';

type Options = {
  origin?: string;
  rpId?: string;
  /** Without it, the user was present but not verified. */
  verified?: boolean;
  type?: string;
  counter?: number;
  userHandle?: string;
};

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
const encoded = (data: Buffer | string) => Buffer.from(data).toString('base64url');

/** CBOR of what a passkey consists of: small maps, whole numbers, texts and bytes. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, length: number) =>
    length < 24
      ? Buffer.from([(major << 5) | length])
      : length < 256
        ? Buffer.from([(major << 5) | 24, length])
        : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const parts = [...value].flatMap(([key, item]) => [cbor(key), cbor(item as Buffer)]);
  return Buffer.concat([head(5, value.size), ...parts]);
}

export class Authenticator {
  readonly id = randomBytes(32);
  readonly #privateKey: KeyObject;
  readonly #publicKey: KeyObject;
  readonly #site: { origin: string; rpId: string };
  #counter = 0;
  userHandle = '';

  /** `appUrl`: the site that it makes a passkey for. */
  constructor(appUrl: string) {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#privateKey = privateKey;
    this.#publicKey = publicKey;
    const { origin, hostname } = new URL(appUrl);
    this.#site = { origin, rpId: hostname };
  }

  /** What the browser sends for creation options. `format`: of the attestation, with what it attests. */
  create(
    options: { challenge: string; user: { id: string } },
    more: Options & { format?: string; statement?: Map<string, unknown> } = {},
  ) {
    this.userHandle = options.user.id;
    const { x, y } = this.#publicKey.export({ format: 'jwk' });
    const key = new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x!, 'base64url')],
      [-3, Buffer.from(y!, 'base64url')],
    ]);
    const length = Buffer.from([0, this.id.length]);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, cbor(key)]);
    const authData = Buffer.concat([this.#authenticatorData(more, 0x40), attested]);
    const attestationObject = cbor(
      new Map<string, unknown>([
        ['fmt', more.format ?? 'none'],
        ['attStmt', more.statement ?? new Map()],
        ['authData', authData],
      ]),
    );
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options.challenge, more),
        attestationObject: encoded(attestationObject),
        transports: ['internal'],
      },
    };
  }

  /** What the browser sends for request options. */
  answer({ challenge }: { challenge: string }, more: Options = {}) {
    this.#counter += 1;
    const authenticatorData = this.#authenticatorData(more, 0);
    const clientDataJSON = this.#clientData('webauthn.get', challenge, more);
    const signed = Buffer.concat([authenticatorData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON,
        authenticatorData: encoded(authenticatorData),
        signature: encoded(createSign('sha256').update(signed).sign(this.#privateKey)),
        userHandle: more.userHandle ?? this.userHandle,
      },
    };
  }

  #credential() {
    const id = encoded(this.id);
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {} };
  }

  #clientData(type: string, challenge: string, more: Options): string {
    const { origin = this.#site.origin } = more;
    return encoded(JSON.stringify({ type: more.type ?? type, challenge, origin, crossOrigin: false }));
  }

  #authenticatorData({ rpId = this.#site.rpId, verified = true, counter }: Options, more: number): Buffer {
    const flags = 0x01 | (verified ? 0x04 : 0) | more;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter ?? this.#counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count]);
  }
}
