import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { showRefusal, toastWithReason } from '#features/accounts/web/refusals.ts';
import { withConfirmation } from '#features/accounts/web/session/confirmation.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { texts } from '../texts.ts';
import { CodesDialog } from './codes-dialog.tsx';
import { about, call } from './call.ts';

const copy = texts.codes;

type Props = { left: number; host: string; onRenewed: () => Promise<void> };

/** How many recovery codes are left, and new ones in their place. */
export function RecoveryCodes({ left, host, onRenewed }: Props) {
  const [asking, setAsking] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  const renew = useMutation({
    mutationFn: () => withConfirmation(() => call('POST /api/recovery_codes', {})),
    onSuccess({ recovery_codes }) {
      setAsking(false);
      setCodes(recovery_codes);
      void onRenewed();
    },
    onError: (error) => showRefusal(error, about, { toast: toastWithReason(texts.failed) }),
  });
  return (
    <div className="mt-3 grid gap-2 border-t border-rule pt-4">
      <h4 className="text-ui font-[650]">{copy.title}</h4>
      <p className="text-button font-normal text-ink-2">
        {copy.about} {copy.left(left)}.
      </p>
      <div>
        <Button onClick={() => setAsking(true)}>{copy.renew}</Button>
      </div>
      {asking && (
        <Dialog
          open
          onClose={() => setAsking(false)}
          title={copy.renewQuestion}
          footer={
            <>
              <Button data-autofocus onClick={() => setAsking(false)}>
                {copy.cancel}
              </Button>
              <Button variant="primary" busy={renew.isPending} onClick={() => renew.mutate()}>
                {copy.renew}
              </Button>
            </>
          }
        >
          <p className="text-ui">{copy.renewAbout}</p>
        </Dialog>
      )}
      {codes && <CodesDialog codes={codes} host={host} onClose={() => setCodes(undefined)} />}
    </div>
  );
}
