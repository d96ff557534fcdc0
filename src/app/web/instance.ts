// What the server put into every document: this instance's settings, the session and the reader. The defaults are for the
// development server, which fills in nothing.
import { setWays, type Ways } from '#features/single-sign-on/web/ways.ts';
import { setHeldText, type HeldText } from '#platform/mail/email-state.ts';
import type { Reader } from '#platform/reader/reader.ts';
import type { PageSession } from '../page-session.ts';

export type Instance = {
  instanceName: string;
  offlineApp: boolean;
  /** What to say about an email while all are held. Default: emails are sent. */
  heldText?: HeldText | undefined;
  /** How accounts are opened. Default: without a provider. */
  ways?: Ways | undefined;
};

/** What the document's element with this name contains. */
export function read<T>(name: string, fallback: T): T {
  try {
    const content = document.querySelector(`meta[name="${name}"]`)?.getAttribute('content');
    return JSON.parse(content ?? '') as T;
  } catch {
    return fallback;
  }
}

export const instance = read<Instance>('logbook-config', {
  instanceName: 'Logbook',
  offlineApp: false,
});
setHeldText(instance.heldText);
setWays(instance.ways);

/** The session when the document was served. */
export const pageSession = read<PageSession>('logbook-session', 'unknown');

/** For whom the server rendered the page. Null if it is the same for everyone. */
export const pageReader = read<Reader | null>('logbook-reader', null);

/** Sets the instance for rendering on the server. */
export function setInstance(settings: Instance): void {
  Object.assign(instance, settings);
  setHeldText(settings.heldText);
  setWays(settings.ways);
}
