// Opens Add Check-in on a page that a reminder has opened, or that it brings to the front.
import { addEntryPath } from '../constants.ts';

const { pathname, hash } = new URL(addEntryPath, 'http://logbook');

async function openIfAsked(): Promise<void> {
  if (location.pathname !== pathname || location.hash !== hash) return;
  // So that reloading does not open it again.
  history.replaceState(history.state, '', pathname + location.search);
  const { openComposer } = await import('#features/check-ins/web/drafts/composer.ts');
  openComposer();
}

export function followReminders(): void {
  void openIfAsked();
  addEventListener('hashchange', () => void openIfAsked());
}
