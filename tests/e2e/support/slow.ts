// A slow line, so that what happens during an upload can be watched. Chromium's own throttling, on one page.
import type { CDPSession, Page } from '@playwright/test';

/** `up` in bytes a second. Answers how to lift it. */
export async function slowDown(page: Page, up: number): Promise<() => Promise<void>> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const conditions = { offline: false, latency: 0, downloadThroughput: -1 };
  await session.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput: up });
  return async () => {
    await session.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput: -1 });
    await session.detach();
  };
}

/** A text file of that many bytes. */
export function largeText(name: string, bytes: number) {
  return { name, mimeType: 'text/plain', buffer: Buffer.alloc(bytes, 'All work and some play. ') };
}
