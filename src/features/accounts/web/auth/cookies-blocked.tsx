import { cookiesTexts as copy } from '../../cookies-texts.ts';

/** Shown above the form when the browser blocks cookies. `created`: the sign-up itself succeeded. */
export function CookiesBlocked({ created }: { created: boolean }) {
  return (
    <div role="alert" className="rounded-control border border-rule border-s-3 border-s-danger bg-sheet p-4">
      <p className="text-ui font-[650]">{copy.title}</p>
      <p className="mt-1 text-button font-normal text-ink-2">
        {created && `${copy.created} `}
        {copy.what(location.host)}
      </p>
    </div>
  );
}
