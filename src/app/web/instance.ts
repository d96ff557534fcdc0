// What the server wrote into the page: this instance's settings and who reads it. Defaults stand in for the development
// server, which fills in nothing.
import type { SignedIn } from '#features/accounts/contract.ts';

type Instance = { instanceName: string; mode: 'try' | 'serious' };

function read<T>(name: string, otherwise: T): T {
  try {
    const content = document.querySelector(`meta[name="${name}"]`)?.getAttribute('content');
    return JSON.parse(content ?? '') as T;
  } catch {
    return otherwise;
  }
}

export const instance = read<Instance>('logbook-config', { instanceName: 'Logbook', mode: 'try' });

/** Who was signed in when the page was served; null: nobody; `unknown`: the page has to ask. */
export const reader = read<SignedIn | null | 'unknown'>('logbook-session', 'unknown');
