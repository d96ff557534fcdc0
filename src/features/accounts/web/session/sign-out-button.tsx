import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { texts } from '../../texts.ts';
import { signOut } from './sign-out.ts';

/** Calls `onSignedOut` after the server has ended the session. */
export function SignOutButton({ onSignedOut }: { onSignedOut: () => void }) {
  const [busy, setBusy] = useState(false);

  async function handleClick() {
    setBusy(true);
    if (!(await signOut(onSignedOut))) setBusy(false);
  }

  return (
    <Button busy={busy} onClick={() => void handleClick()}>
      {!busy && <LogOut aria-hidden="true" size={16} className="text-ink-3" />}
      {texts.signOut}
    </Button>
  );
}
