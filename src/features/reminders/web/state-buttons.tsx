import { useMutation } from '@tanstack/react-query';
import { showRefusal, toastWithReason } from '#features/accounts/web/refusals.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import type { Kind, State } from '../contract.ts';
import { texts } from '../texts.ts';
import { about, call } from './queries.ts';

type Props = { kind: Kind; state: State; onChange: (state: State) => void };

/** Turns a kind on and off, pauses it with one click, and sends one to see it. */
export function StateButtons({ kind, state, onChange }: Props) {
  const send = useMutation({
    mutationFn: () => call('POST /api/reminders/send', { body: { kind } }),
    // Not about the settings: saving them, which may take longer, would replace it.
    onSuccess: () => toast(texts.sent(kind)),
    onError: (error) => showRefusal(error, about, { toast: toastWithReason(texts.sendFailed) }),
  });
  const { short } = texts;
  if (state === 'off')
    return (
      <div>
        <Button variant="primary" aria-label={texts.turnOn[kind]} onClick={() => onChange('on')}>
          {short.turnOn}
        </Button>
      </div>
    );
  return (
    <div className="flex flex-wrap gap-2">
      {state === 'on' ? (
        <Button aria-label={texts.pause[kind]} onClick={() => onChange('paused')}>
          {short.pause}
        </Button>
      ) : (
        <Button variant="primary" aria-label={texts.resume[kind]} onClick={() => onChange('on')}>
          {short.resume}
        </Button>
      )}
      <Button aria-label={texts.turnOff[kind]} onClick={() => onChange('off')}>
        {short.turnOff}
      </Button>
      <Button
        variant="quiet"
        aria-label={texts.sendNowLabel[kind]}
        busy={send.isPending}
        onClick={() => send.mutate()}
      >
        {texts.sendNow}
      </Button>
    </div>
  );
}
