import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { toast, toastOnNextPage } from '#ui/toast.ts';
import { texts } from '../texts.ts';
import { endSession } from './session.ts';

/** Calls `onSignedOut` when the server has ended the session. */
export function SignOutButton({ onSignedOut }: { onSignedOut: () => void }) {
  const [busy, setBusy] = useState(false);

  async function signOut() {
    setBusy(true);
    try {
      await endSession();
    } catch {
      toast({ title: texts.signOutFailed, tone: 'danger' });
      setBusy(false);
      return;
    }
    toastOnNextPage({ title: texts.signedOut });
    onSignedOut();
  }

  return (
    <Button busy={busy} onClick={() => void signOut()}>
      {!busy && <LogOut aria-hidden="true" size={16} className="text-ink-3" />}
      {texts.signOut}
    </Button>
  );
}
