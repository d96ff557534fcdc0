import { LogOut } from 'lucide-react';
import { Avatar } from '#ui/avatar.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { toast, toastOnNextPage } from '#ui/toast.ts';
import type { SignedIn } from '../contract.ts';
import { texts } from '../texts.ts';
import { endSession } from './session.ts';

type Props = {
  signedIn: SignedIn;
  /** Called when the server has ended the session. */
  onSignedOut: () => void;
};

/** Avatar and first name; behind them the address and the way out. */
export function AccountMenu({ signedIn: { user, profile }, onSignedOut }: Props) {
  const firstName = profile.full_name.trim().split(/\s+/u)[0] || texts.nameFallback;

  async function signOut() {
    try {
      await endSession();
    } catch {
      toast({ title: texts.signOutFailed, tone: 'danger' });
      return;
    }
    toastOnNextPage({ title: texts.signedOut });
    onSignedOut();
  }

  return (
    <Menu
      label={texts.accountMenu}
      buttonClass="inline-flex min-h-control max-w-40 items-center gap-2 rounded-control py-0.5 pr-1.5 pl-0.5 text-button text-ink transition-colors hover:bg-sunken"
      button={
        <>
          <Avatar name={profile.full_name} src={profile.avatar_url} />
          <span className="truncate">{firstName}</span>
          <span className="sr-only">, {texts.accountMenu}</span>
        </>
      }
      heading={
        <>
          {profile.full_name && <p className="max-w-64 truncate text-button">{profile.full_name}</p>}
          <p className="max-w-64 truncate text-meta font-normal text-ink-2">{user.email}</p>
        </>
      }
    >
      <MenuItem
        icon={<LogOut aria-hidden="true" size={16} className="text-ink-3" />}
        onSelect={() => void signOut()}
      >
        {texts.signOut}
      </MenuItem>
    </Menu>
  );
}
