import { Spinner } from '#ui/spinner.tsx';

/** In place of the form while a link from an email is opened or used. */
export function Working({ text }: { text: string }) {
  return (
    <p role="status" className="flex items-center gap-2 py-15 text-ui text-ink-2">
      <Spinner />
      {text}
    </p>
  );
}
