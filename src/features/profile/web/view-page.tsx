import { texts } from '../texts.ts';
import { useIsWaiting } from './use-is-waiting.ts';

/**
 * Opens the public page in a new tab. The server renders it, outside the app's router. Nothing while the page waits for
 * the verification of the user's address.
 */
export function ViewPage({ slug }: { slug: string }) {
  const isWaiting = useIsWaiting();
  if (isWaiting) return null;
  return (
    <a
      href={`/${slug}`}
      target="_blank"
      rel="noopener"
      className="inline-flex min-h-6 items-center text-button text-primary underline underline-offset-3 pointer-coarse:min-h-11"
    >
      {texts.publicPage.view}
    </a>
  );
}
