import { lazy, Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { FailedPanel } from './failed-panel.tsx';
import { onServer } from './on-server.ts';
import { toast } from './toast.ts';

type Retry = { onRetry: () => void };

const failed = {
  title: 'This part could not be loaded',
  description: 'Check the connection, then try again.',
  again: 'Try again',
};

/**
 * A part whose code is fetched when it is first shown. Where that fails, the page stays, with `Instead` in the place of
 * the part; it is fetched again by `onRetry`, and whenever it is shown anew.
 */
export function fetched<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Instead: ComponentType<Props & Retry>,
  waiting?: ReactNode,
): ComponentType<Props> & { preload: () => Promise<void> } {
  type Part = ComponentType<Props & Retry>;
  let there: Part | undefined;
  let coming: Part | undefined;
  const bring = async () => (there = (await load()) as Part);
  const get = () =>
    there ??
    (coming ??= lazy(async () => {
      try {
        return { default: await bring() };
      } catch {
        coming = undefined;
        return { default: Instead };
      }
    }));
  function Fetched(props: Props) {
    const [Part, setPart] = useState(() => (onServer ? NoPart : get()));
    if (onServer) return waiting;
    return (
      <Suspense fallback={waiting}>
        <Part {...props} onRetry={() => setPart(get)} />
      </Suspense>
    );
  }
  /** Fetches it before it is wanted; it then stands there at once. */
  const preload = () => bring().then(nothing, nothing);
  return Object.assign(Fetched, { preload });
}

const nothing = () => undefined;

/** In the place of a part that fills a page or a tab. */
export function FailedPart({ onRetry }: Retry) {
  return (
    <div className="mt-6">
      <FailedPanel
        title={failed.title}
        sentence={failed.description}
        again={failed.again}
        onRetry={onRetry}
      />
    </div>
  );
}

/** In the place of what comes over the page: says so, and ends it. */
export function FailedOverlay({ onClose }: { onClose?: () => void }) {
  useEffect(() => {
    toast({ title: failed.title, description: failed.description, tone: 'danger' });
    onClose?.();
  }, [onClose]);
  return null;
}

/** In the place of what nobody waits for. */
export function NoPart() {
  return null;
}
