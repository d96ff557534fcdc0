// The texts of W3C's Multikey: bytes in base58 after a letter that says so.

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
/** In front of the 32 bytes of an Ed25519 key. */
const ed25519 = [0xed, 0x01];

/** `z` and the bytes in base58, with Bitcoin's alphabet. */
export function multibase58(bytes: Uint8Array): string {
  let rest = BigInt(`0x0${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  for (; rest > 0n; rest /= 58n) text = alphabet[Number(rest % 58n)]! + text;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return `z${alphabet[0]!.repeat(zeros === -1 ? bytes.length : zeros)}${text}`;
}

/** A public key as Multikey, such as `z6Mk…`. `publicKey`: its 32 bytes, base64url. */
export function multikeyOf(publicKey: string): string {
  return multibase58(Uint8Array.from([...ed25519, ...Buffer.from(publicKey, 'base64url')]));
}
