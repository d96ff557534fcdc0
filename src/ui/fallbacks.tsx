// What `fetched` shows instead of a part that could not be loaded. For a part that fills a page or a tab: `FailedPart`.
import { useEffect } from 'react';
import { texts } from './texts.ts';
import { toast } from './toast.ts';

/** For an overlay: shows a toast and closes the overlay. */
export function FailedOverlay({ onClose }: { onClose?: () => void }) {
  useEffect(() => {
    toast({ title: texts.failed.title, description: texts.failed.description, tone: 'danger' });
    onClose?.();
  }, [onClose]);
  return null;
}

/** For optional parts: renders nothing. */
export function NoPart() {
  return null;
}
