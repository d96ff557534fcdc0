import WifiOff from 'lucide-react/icons/wifi-off';
import { useSyncExternalStore } from 'react';
import { useStore } from '#ui/store.ts';
import { offlineState } from '../offline/offline-state.ts';
import { texts } from '../texts.ts';

function subscribe(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

/** Shown while the browser is offline. The live region exists beforehand, so that screen readers announce it. */
export function OfflineBanner() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  const { text, guest } = useStore(offlineState, (state) => state);
  return (
    <div role="status" className="sticky top-0 z-10">
      {(!online || text) && (
        <p className="flex items-center justify-center gap-2 border-b border-rule bg-ochre-wash px-side py-2 text-meta text-ochre">
          <WifiOff aria-hidden="true" size={16} className="shrink-0" />
          {guest ? texts.offlineGuest : (text ?? texts.offline)}
        </p>
      )}
    </div>
  );
}
