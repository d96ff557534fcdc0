import { texts } from '../../texts.ts';

const key = 'passkey-offered';

/** The sentence that offers a passkey, once in this browser, if the device can verify its user. */
export async function passkeyOffer(): Promise<string | undefined> {
  try {
    if (localStorage.getItem(key)) return undefined;
    if (!(await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable())) return undefined;
    localStorage.setItem(key, 'yes');
    return texts.offer;
  } catch {
    // Without storage it would be offered each time. Old browsers have no passkeys.
    return undefined;
  }
}
