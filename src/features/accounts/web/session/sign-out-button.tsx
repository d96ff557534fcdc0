import { useMutation } from '@tanstack/react-query';
import LogOut from 'lucide-react/icons/log-out';
import { Button } from '#ui/button.tsx';
import { signOutTexts as texts } from '../../session-texts.ts';
import { signOut } from './sign-out.ts';

/** Calls `onSignedOut` after the server has ended the session. */
export function SignOutButton({ onSignedOut }: { onSignedOut: () => void }) {
  const end = useMutation({ mutationKey: ['sign-out'], mutationFn: () => signOut(onSignedOut) });
  // After the session has ended, another page opens.
  const busy = end.isPending || end.data === true;
  return (
    <Button busy={busy} onClick={() => end.mutate()}>
      {!busy && <LogOut aria-hidden="true" size={16} className="text-ink-3" />}
      {texts.signOut}
    </Button>
  );
}
