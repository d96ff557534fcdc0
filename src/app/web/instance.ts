// What the server wrote into the page: this instance's settings, who reads it, and their first page of entries. Defaults
// stand in for the development server, which fills in nothing.
import type { SignedIn } from '#features/accounts/contract.ts';
import { firstPageId, type FirstPage } from '../first-page.ts';

export type Instance = { instanceName: string; mode: 'try' | 'serious'; offlineApp: boolean };

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
 * Who was signed in when the page was served; null: no one; `unknown`: the page has to ask; `offline`: the service worker
 * shows the page without a connection.
 */
export const reader = read<SignedIn | null | 'unknown' | 'offline'>('logbook-session', 'unknown');

function readFirstPage(): FirstPage | null {
  try {
    return JSON.parse(document.getElementById(firstPageId)?.textContent ?? 'null') as FirstPage | null;
  } catch {
    return null;
  }
}

export const firstPage = readFirstPage();

/** Sets the instance that the server draws pages for. */
export function drawInstance(drawn: Instance): void {
  Object.assign(instance, drawn);
}
