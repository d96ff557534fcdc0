import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { showRefusal, toastWithReason } from '#features/accounts/web/refusals.ts';
import { ways } from '#features/single-sign-on/web/ways.ts';
import { Button } from '#ui/button.tsx';
import type { Methods } from '../contract.ts';
import { texts } from '../texts.ts';
import { AddAuthenticator, newSetup, type Setup } from './add-authenticator.tsx';
import { about, call } from './call.ts';
import { RemoveDialog } from './remove-dialog.tsx';

const copy = texts.authenticator;
const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

type Props = { methods: Methods; onChanged: () => Promise<void> };

/** The authenticator app, or the way to set one up. */
export function Authenticator({ methods, onChanged }: Props) {
  const { authenticator_app: app, passkeys, codes_left: codesLeft, rp_id: host } = methods;
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState<Setup | 'remove'>();
  const close = () => setOpened(undefined);
  const begin = useMutation({
    mutationFn: newSetup,
    onSuccess: setOpened,
    onError: (error) => showRefusal(error, about, { toast: toastWithReason(texts.failed) }),
  });
  async function removed() {
    await onChanged();
    button.current?.focus();
  }
  return (
    <div className="mt-3 grid gap-2 border-t border-rule pt-4">
      <h4 className="text-ui font-[650]">{copy.title}</h4>
      <p className="text-button font-normal text-ink-2">{app ? copy.isOn : copy.about}</p>
      {app && (
        <p className="text-meta font-normal text-ink-3">
          {[
            texts.added(dateTime.format(new Date(app.created_at))),
            app.last_used_at ? texts.lastUsed(dateTime.format(new Date(app.last_used_at))) : texts.neverUsed,
          ].join(' · ')}
        </p>
      )}
      <div>
        <Button
          ref={button}
          aria-label={app ? copy.removeLabel : copy.add}
          busy={begin.isPending}
          onClick={() => (app ? setOpened('remove') : begin.mutate())}
        >
          {app ? texts.remove : copy.add}
        </Button>
      </div>
      {typeof opened === 'object' && (
        <AddAuthenticator
          setup={opened}
          isFirst={codesLeft === null}
          host={host}
          onAdded={onChanged}
          onClose={close}
        />
      )}
      {opened === 'remove' && (
        <RemoveDialog
          title={copy.removing.title}
          remove={() => call('DELETE /api/authenticator_app', {})}
          removed={copy.removing.done}
          onRemoved={removed}
          onClose={close}
        >
          <p>{copy.removing.about}</p>
          {passkeys.length === 0 && <p>{copy.removing.last(ways.passwords)}</p>}
        </RemoveDialog>
      )}
    </div>
  );
}
