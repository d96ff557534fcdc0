import { takeMailedToken } from './mailed-token.ts';

/** The token of a link that proves the address that it was sent to (R-A3), and that address, masked. */
export type AddressProof = { token: string; masked: string };

export function takeAddressProof(): AddressProof | undefined {
  const token = takeMailedToken('proof');
  const [masked = '', sealed, ...rest] = token?.split('.') ?? [];
  if (token === undefined || sealed === undefined || rest.length > 0) return undefined;
  try {
    const bytes = atob(masked.replaceAll('-', '+').replaceAll('_', '/'));
    return { token, masked: new TextDecoder().decode(Uint8Array.from(bytes, (c) => c.charCodeAt(0))) };
  } catch {
    return undefined;
  }
}
