import { lazy, Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { FailedPanel } from './failed-panel.tsx';
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
): ComponentType<Props> {
  let part: ComponentType<Props & Retry> | undefined;
  const get = () =>
    (part ??= lazy(async (): Promise<{ default: ComponentType<Props & Retry> }> => {
      try {
        return { default: (await load()) as ComponentType<Props & Retry> };
      } catch {
        part = undefined;
        return { default: Instead };
      }
    }));
  return function Fetched(props) {
    const [Part, setPart] = useState(get);
    return (
      <Suspense fallback={waiting}>
        <Part {...props} onRetry={() => setPart(get)} />
      </Suspense>
    );
  };
}

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
