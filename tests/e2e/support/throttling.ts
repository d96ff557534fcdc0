// Throttles the uploads of one page with Chromium's network emulation, so that tests can observe uploads in progress.
import type { CDPSession, Page } from '@playwright/test';

/** Limits uploads to `uploadThroughput` bytes per second. Returns a function that lifts the limit. */
export async function slowDown(page: Page, uploadThroughput: number): Promise<() => Promise<void>> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const conditions = { offline: false, latency: 0, downloadThroughput: -1 };
  await session.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput });
  return async () => {
    await session.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput: -1 });
    await session.detach();
  };
}

/** A text file of this size. */
export function largeText(name: string, bytes: number) {
  return { name, mimeType: 'text/plain', buffer: Buffer.alloc(bytes, 'All work and some play. ') };
}
