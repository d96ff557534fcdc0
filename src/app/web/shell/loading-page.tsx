import { Skeleton } from '#ui/skeleton.tsx';
import { useAnswers } from '../hydrated.ts';
import { Header } from './header.tsx';
import { texts } from '#ui/texts.ts';

/** Placeholder for the dashboard. It has the same dimensions, so that nothing shifts. */
export function LoadingPage() {
  useAnswers();
  return (
    <>
      <Header />
      <main id="main" aria-busy="true" className="mx-auto w-full max-w-column px-side pt-9">
        <p role="status" className="sr-only">
          {texts.loading}
        </p>
        <Skeleton className="h-8.5 w-72 max-w-full md:h-10" />
        <Skeleton className="mt-2 h-5 w-48" />
        <div className="double-rule mt-9 h-control" />
        <Skeleton className="mt-6 h-64 w-full" />
      </main>
    </>
  );
}
