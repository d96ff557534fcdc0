import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { deviceName } from '#features/accounts/web/settings/device-name.ts';
import { showRefusal, toastWithReason } from '#features/accounts/web/refusals.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import type { PushDevice } from '../contract.ts';
import { texts } from '../texts.ts';
import { pushSupport, subscribe, unsubscribe, type PushSupport } from './push-support.ts';
import { about, call, remindersQuery } from './queries.ts';

const copy = texts.push;
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** The browsers that show reminders. This one is added by a click; what the browser will ask is said before. */
export function PushDevices({ devices }: { devices: readonly PushDevice[] }) {
  const queries = useQueryClient();
  const place = useRef<HTMLDivElement>(null);
  const [support, setSupport] = useState<PushSupport>();
  useEffect(() => {
    void pushSupport().then(setSupport, () => setSupport('unsupported'));
  }, []);
  const { queryKey } = remindersQuery;
  const add = useMutation({
    mutationKey: queryKey,
    scope: { id: 'reminders' },
    async mutationFn() {
      const endpoint = await subscribe(
        async () => (await call('POST /api/push_key', { body: {} })).public_key,
      );
      return endpoint === null ? null : call('POST /api/push_devices', { body: { endpoint } });
    },
    async onSuccess(stored) {
      if (stored) queries.setQueryData(queryKey, stored);
      else setSupport(await pushSupport());
      toast({ title: stored ? copy.added : copy.dismissed, about });
    },
    onError: (error) => showRefusal(error, about, { toast: toastWithReason(copy.addFailed) }),
  });
  const end = useMutation({
    mutationKey: queryKey,
    scope: { id: 'reminders' },
    async mutationFn({ id, is_current }: PushDevice) {
      const stored = await call('DELETE /api/push_devices/:id', { params: { id } });
      if (is_current) await unsubscribe().catch(() => undefined);
      return stored;
    },
    onSuccess(stored) {
      queries.setQueryData(queryKey, stored);
      toast({ title: copy.ended, about });
    },
    async onError(error) {
      showRefusal(error, about, { toast: toastWithReason(copy.endFailed) });
      await queries.invalidateQueries({ queryKey });
    },
    // The button that had the focus is gone.
    onSettled: () => place.current?.focus(),
  });
  const ending = end.isPending ? end.variables.id : undefined;
  return (
    <div ref={place} tabIndex={-1} role="group" aria-label={copy.title} className="grid gap-3 outline-none">
      <p className="text-button text-ink">{copy.title}</p>
      {devices.length > 0 && (
        <ul aria-label={copy.list}>
          {devices.map((device) => (
            <DeviceRow
              key={device.id}
              device={device}
              busy={ending === device.id}
              onEnd={() => end.mutate(device)}
            />
          ))}
        </ul>
      )}
      {support === 'ready' && !devices.some(({ is_current }) => is_current) && (
        <div className="grid justify-items-start gap-2">
          <p className="text-meta font-normal text-ink-2">{copy.about}</p>
          <Button busy={add.isPending} onClick={() => add.mutate()}>
            {copy.add}
          </Button>
        </div>
      )}
      {support !== 'ready' && (
        <p className="text-meta font-normal text-ink-2">{copy[support ?? 'checking']}</p>
      )}
    </div>
  );
}

function DeviceRow({ device, busy, onEnd }: { device: PushDevice; busy: boolean; onEnd: () => void }) {
  const { user_agent, is_current, created_at, last_sent_at } = device;
  const name = deviceName(user_agent) || copy.unknownDevice;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-rule py-3 first:border-t-0 first:pt-0">
      <div className="min-w-0 grow basis-48">
        <p className="text-ui">{is_current ? `${name} · ${copy.thisBrowser}` : name}</p>
        <p className="text-meta font-normal text-ink-3">
          {[
            copy.since(day.format(new Date(created_at))),
            ...(last_sent_at === null ? [] : [copy.lastSent(dateTime.format(new Date(last_sent_at)))]),
          ].join(' · ')}
        </p>
      </div>
      <Button busy={busy} aria-label={copy.endOne(name)} onClick={onEnd}>
        {copy.end}
      </Button>
    </li>
  );
}
