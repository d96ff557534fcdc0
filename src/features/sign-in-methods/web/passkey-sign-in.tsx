import { useEffect, useEffectEvent, useState } from 'react';
import { showRefusal, toastWithReason } from '#features/accounts/web/refusals.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { useHydrated } from '#ui/use-hydrated.ts';
import { whenIdle } from '#ui/when-idle.ts';
import { signInTexts as copy } from '../way-texts.ts';

const load = () => import('./sign-in-with-passkey.ts');

type Props = {
  /** Groups the toasts of the page. */
  about: string;
  /** Called with the new session. Rejects if the browser does not keep it. */
  onSignedIn: () => Promise<void>;
};

/** Below the form of /auth: signs in with a passkey, by the button or from the browser's suggestions for the address. */
export function PasskeySignIn({ about, onSignedIn }: Props) {
  const hydrated = useHydrated();
  const [busy, setBusy] = useState(false);
  const failed = (error: unknown) => showRefusal(error, about, { toast: toastWithReason(copy.failed) });

  const suggest = useEffectEvent(async (ended: AbortSignal) => {
    const { signInByAutofill } = await load();
    await signInByAutofill(ended, onSignedIn, failed);
  });
  useEffect(() => {
    const ended = new AbortController();
    // Without it, the button still works.
    const cancel = whenIdle(() => void suggest(ended.signal).catch(() => undefined));
    return () => {
      cancel();
      ended.abort();
    };
  }, []);

  async function signIn() {
    setBusy(true);
    try {
      const { signInByButton } = await load();
      if ((await signInByButton()) === 'canceled') toast({ title: copy.canceled, about });
      else await onSignedIn();
    } catch (error) {
      failed(error);
    } finally {
      setBusy(false);
    }
  }

  if (hydrated && !('PublicKeyCredential' in globalThis)) return null;
  return (
    <Button busy={busy} className="w-full" onClick={() => void signIn()}>
      {copy.button}
    </Button>
  );
}
