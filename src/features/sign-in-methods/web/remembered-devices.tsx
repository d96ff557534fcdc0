import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { deviceName } from '#features/accounts/web/settings/device-name.ts';
import { showRefusal, toastWithReason } from '#features/accounts/web/refusals.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import type { RememberedDevice } from '../contract.ts';
import { texts } from '../texts.ts';
import { about, call } from './call.ts';

const copy = texts.remembered;
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

type Props = { devices: RememberedDevice[]; onChanged: () => Promise<void> };

/** The browsers that are not asked for a code. */
export function RememberedDevices({ devices, onChanged }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const forget = useMutation({
    mutationFn: (id: string) => call('DELETE /api/remembered_devices/:id', { params: { id } }),
    onSuccess: () => toast({ title: copy.forgotten, about }),
    onError: (error) => showRefusal(error, about, { toast: toastWithReason(texts.failed) }),
    async onSettled() {
      heading.current?.focus();
      await onChanged();
    },
  });
  return (
    <div className="mt-3 grid gap-2 border-t border-rule pt-4">
      <h4 ref={heading} tabIndex={-1} className="text-ui font-[650] outline-none">
        {copy.title}
      </h4>
      <p className="text-button font-normal text-ink-2">{copy.about}</p>
      <ul aria-label={copy.title}>
        {devices.map(({ id, user_agent, created_at, expires_at }) => {
          const name = deviceName(user_agent) ?? copy.unknown;
          return (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
              <div className="min-w-0 grow basis-48">
                <p className="text-ui wrap-anywhere">{name}</p>
                <p className="text-meta font-normal text-ink-3">
                  {copy.period(day.format(new Date(created_at)), day.format(new Date(expires_at)))}
                </p>
              </div>
              <Button
                aria-label={copy.forgetOne(name)}
                busy={forget.isPending && forget.variables === id}
                onClick={() => forget.mutate(id)}
              >
                {copy.forget}
              </Button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
