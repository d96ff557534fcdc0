// Opens Add Check-in in a logbook that a reminder brings to the front.
import { openComposer } from '#features/check-ins/web/drafts/composer.ts';
import { addEntryMessage } from '../push-constants.ts';

export function followReminders(): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === addEntryMessage) openComposer();
  });
  // The messages of a worker wait until the page listens.
  navigator.serviceWorker.startMessages();
}
