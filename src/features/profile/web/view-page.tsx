import { texts } from '../texts.ts';

/** Opens the public page in a new tab. The server renders it, outside the app's router. */
export function ViewPage({ slug }: { slug: string }) {
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
