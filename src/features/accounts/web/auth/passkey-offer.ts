import type { CarriedToast } from '#ui/toast.ts';
import { offerTexts } from '../../offer-texts.ts';

const key = 'passkey-offered';

/** What offers a passkey, once in this browser, if the device can verify its user. */
export async function passkeyOffer(): Promise<Pick<CarriedToast, 'description' | 'link'> | undefined> {
  try {
    if (localStorage.getItem(key)) return undefined;
    if (!(await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable())) return undefined;
    localStorage.setItem(key, 'yes');
    return { description: offerTexts.text, link: { label: offerTexts.link, href: '/profile#sign-in' } };
  } catch {
    // Without storage it would be offered each time. Old browsers have no passkeys.
    return undefined;
  }
}
