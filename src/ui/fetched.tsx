import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { FailedPanel } from './failed-panel.tsx';
import { texts } from './texts.ts';
import { useHydrated } from './use-hydrated.ts';

type Retry = { onRetry: () => void };

/**
 * A component whose code is loaded when it is first rendered, with `waiting` shown meanwhile. If loading fails, renders
 * `Fallback` instead. `onRetry` loads it again, and so does mounting it again. The server renders it only if `preload` has
 * loaded it, and then the browser must preload it, too, before it takes the page over.
 */
export function fetched<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Fallback: ComponentType<Props & Retry>,
  waiting?: ReactNode,
): ComponentType<Props> & { preload: () => Promise<void> } {
  type Part = ComponentType<Props & Retry>;
  let loaded: Part | undefined;
  let pending: Part | undefined;
  const loadPart = async () => (loaded = (await load()) as Part);
  const get = () =>
    loaded ??
    (pending ??= lazy(async () => {
      try {
        return { default: await loadPart() };
      } catch {
        pending = undefined;
        return { default: Fallback };
      }
    }));
  function Fetched(props: Props) {
    const hydrated = useHydrated();
    // Chosen once: replacing it with another component would lose this one's state.
    const [Part, setPart] = useState(get);
    if (Part === loaded) return <Part {...props} onRetry={noop} />;
    if (!hydrated) return waiting;
    return (
      <Suspense fallback={waiting}>
        <Part {...props} onRetry={() => setPart(get)} />
      </Suspense>
    );
  }
  /** Loads the code early, so that the component renders without delay. */
  const preload = () => loadPart().then(noop, noop);
  return Object.assign(Fetched, { preload });
}

const noop = () => undefined;

/** Fallback for a part that fills a page or a tab. */
export function FailedPart({ onRetry }: Retry) {
  return (
    <div className="mt-6">
      <FailedPanel
        title={texts.failed.title}
        sentence={texts.failed.description}
        again={texts.failed.again}
        onRetry={onRetry}
      />
    </div>
  );
}
