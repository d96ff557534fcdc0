// Counts what a page fetches, by the browser's own account: compressed, with headers.
import type { CDPSession } from '@playwright/test';

/** The length of the first seconds in milliseconds. What a page fetches ahead waits for their end (`src/ui/when-idle.ts`). */
export const firstSecondsMs = 3000;

/** What a page may request in its first seconds: all requests, the scripts among them, and their kB of 1000 bytes. */
export const fetchLimits = { requests: 25, scripts: 12, kilobytes: 150, signInKilobytes: 85 };

/** Of the first seconds, and the size of all scripts with those that are fetched ahead in idle moments. */
export type Fetched = { requests: number; scripts: number; kilobytes: number; kilobytesWithAhead: number };

type Request = { at: number; isScript: boolean; bytes: number };

/**
 * Counts what the page requests from now on. The returned function sums up the first seconds, by the clock of the page, which
 * starts the work that can wait when they are over. `openedAt`: its `performance.timeOrigin`.
 */
export async function countFetched(devTools: CDPSession): Promise<(openedAt: number) => Fetched> {
  const requests = new Map<string, Request>();
  devTools.on('Network.requestWillBeSent', ({ requestId, wallTime, type }) => {
    requests.set(requestId, { at: wallTime * 1000, isScript: type === 'Script', bytes: 0 });
  });
  devTools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request) request.bytes = encodedDataLength;
  });
  await devTools.send('Network.enable');
  return (openedAt) => {
    const early = [...requests.values()].filter(({ at }) => at - openedAt < firstSecondsMs);
    return {
      requests: early.length,
      scripts: early.filter(({ isScript }) => isScript).length,
      kilobytes: scriptKilobytes(early),
      kilobytesWithAhead: scriptKilobytes([...requests.values()]),
    };
  };
}

function scriptKilobytes(requests: Request[]): number {
  return requests.reduce((sum, { isScript, bytes }) => sum + (isScript ? bytes : 0), 0) / 1000;
}
