import { texts } from '../../texts.ts';

/** Above the form: this browser does not keep the session. `created`: the sign-up itself worked. */
export function CookiesBlocked({ created }: { created: boolean }) {
  const words = texts.cookiesBlocked;
  return (
    <div role="alert" className="rounded-control border border-rule border-l-3 border-l-danger bg-sheet p-4">
      <p className="text-ui font-[650]">{words.title}</p>
      <p className="mt-1 text-button font-normal text-ink-2">
        {created && `${words.created} `}
        {words.what(location.host)}
      </p>
    </div>
  );
}
