// A virtual authenticator of Chromium, as if the device had a fingerprint sensor whose user is always recognized.
import type { CDPSession, Page } from '@playwright/test';

export type VirtualAuthenticator = {
  /** Whether the user is recognized from now on. */
  recognize(isUser: boolean): Promise<void>;
  /** How many passkeys it has. */
  count(): Promise<number>;
  /** Without the device. */
  remove(): Promise<void>;
};

export async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    async recognize(isUserVerified) {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
    async count() {
      const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId });
      return credentials.length;
    },
    async remove() {
      await session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
    },
  };
}
