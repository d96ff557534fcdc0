// What the server wrote into the page: this instance's settings and who reads it. Defaults stand in for the development
// server, which fills in nothing.
import type { SignedIn } from '#features/accounts/contract.ts';

type Instance = { instanceName: string; mode: 'try' | 'serious'; offlineApp: boolean };

function read<T>(name: string, otherwise: T): T {
  try {
    const content = document.querySelector(`meta[name="${name}"]`)?.getAttribute('content');
    return JSON.parse(content ?? '') as T;
  } catch {
    return otherwise;
  }
}

export const instance = read<Instance>('logbook-config', {
  instanceName: 'Logbook',
  mode: 'try',
  offlineApp: false,
});

/**
 * Who was signed in when the page was served; null: nobody; `unknown`: the page has to ask; `offline`: the service worker
 * shows the page, without a connection.
 */
export const reader = read<SignedIn | null | 'unknown' | 'offline'>('logbook-session', 'unknown');
