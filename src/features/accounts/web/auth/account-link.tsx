import { Avatar } from '#ui/avatar.tsx';
import { isPlainClick } from '#ui/plain-click.ts';
import type { SignedIn } from '../../contract.ts';

type Props = {
  signedIn: SignedIn;
  words: { nameFallback: string; settings: string };
  href: string;
  /** Navigates without a page load. */
  onGo: () => void;
  /** Whether the linked page is the current one. */
  current: boolean;
};

/** Avatar and first name, linked to the settings. The narrowest phones show only the avatar. */
export function AccountLink({ signedIn: { profile }, words, href, onGo, current }: Props) {
  const firstName = profile.full_name.trim().split(/\s+/u)[0] || words.nameFallback;
  return (
    <a
      href={href}
      aria-current={current ? 'page' : undefined}
      className="inline-flex min-h-control max-w-40 min-w-0 items-center gap-2 rounded-control py-0.5 pe-1.5 ps-0.5 text-button text-ink no-underline transition-colors hover:bg-sunken"
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        onGo();
      }}
    >
      <Avatar name={profile.full_name} src={profile.avatar_url} />
      <span dir="auto" className="truncate max-[22.5rem]:sr-only">
        {firstName}
      </span>
      <span className="sr-only"> {words.settings}</span>
    </a>
  );
}
