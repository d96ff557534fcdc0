// A virtual authenticator of Chromium, as if the device had a fingerprint sensor whose user is always recognized.
import { expect, type CDPSession, type Page } from '@playwright/test';

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

/** Ends the session while no page of it is open that could ask for something, and opens /auth in this one. */
export async function signOut(page: Page): Promise<void> {
  const { origin } = new URL(page.url());
  await page.goto('about:blank');
  const response = await page.request.post(`${origin}/api/auth/sign-out`, { headers: { origin } });
  expect(response.ok()).toBe(true);
  await page.goto(`${origin}/auth`);
}
