import { takeMailedToken } from './mailed-token.ts';

/** The token of a link that proves the address that it was sent to (R-A3), and that address. */
export type AddressProof = { token: string; address: string };

export function takeAddressProof(): AddressProof | undefined {
  const token = takeMailedToken('proof');
  if (token === undefined) return undefined;
  try {
    const [encoded = ''] = token.split('.');
    return { token, address: atob(encoded.replaceAll('-', '+').replaceAll('_', '/')) };
  } catch {
    return undefined;
  }
}
