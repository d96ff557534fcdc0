// The browser's offer to install the app, which some browsers make once, soon after a page is opened.
import { createStore } from './store.ts';

export type InstallOffer = Event & {
  /** Asks the user. Works once. */
  prompt(): Promise<unknown>;
};

export const installOffer = createStore<{ event: InstallOffer | undefined }>({ event: undefined });

/** Keeps the offer until the page makes it. Call it once per page. */
export function keepInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    installOffer.set({ event: event as InstallOffer });
  });
  addEventListener('appinstalled', () => installOffer.set({ event: undefined }));
}
