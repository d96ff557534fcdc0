import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { normalEmail } from '#platform/mail/address.ts';
import type { ShareFieldsProps } from '#features/check-ins/web/compose/share-part.ts';
import type { ManagerAccess } from '#features/teams/contract.ts';
import {
  audienceOf,
  connectedManagers,
  onlyManager,
  type Audience,
} from '#features/teams/visibility-rules.ts';
import { AddressInput } from '#ui/address-input.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field } from '#ui/field.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { managersQuery } from '#features/teams/web/visibility/managers-query.ts';
import { fieldTexts as copy } from '../field-texts.ts';

/** `recordedAt`: of the entry, unless it is new. A manager sees entries recorded since they connected. */
type ManagerProps = ShareFieldsProps & { recordedAt?: string };

/** Share with manager: the box, and the address once it is checked. Connected managers are offered first (R-B6). */
export function ManagerFields({ share, problems, scope, recordedAt, onChange }: ManagerProps) {
  const { data: managers } = useQuery(managersQuery(scope));
  // The box was checked before the managers were loaded.
  const isAwaited = useRef(false);
  const fillIn = useEffectEvent(() => {
    const only = onlyManager(managers);
    if (isAwaited.current && share.manager && share.managerEmail === '' && only !== undefined)
      onChange({ managerEmail: only });
    isAwaited.current = false;
  });
  useEffect(() => {
    if (managers) fillIn();
  }, [managers]);
  const email = normalEmail(share.managerEmail);
  const entry = { manager_email: email, recorded_at: recordedAt ?? new Date().toISOString() };
  return (
    <div data-together className="grid scroll-mb-3 gap-3">
      <Checkbox
        label={copy.manager}
        checked={share.manager}
        onChange={({ target: { checked: manager } }) => {
          isAwaited.current = managers === undefined;
          const only = share.managerEmail === '' ? onlyManager(managers) : undefined;
          onChange({ manager, ...(manager && only !== undefined && { managerEmail: only }) });
        }}
      />
      {share.manager && (
        <>
          <ManagerButtons
            managers={managers ?? []}
            chosen={email}
            onChoose={(managerEmail) => onChange({ managerEmail })}
          />
          <Field
            label={copy.managerEmail}
            hint={managers && hintOf(audienceOf(entry, managers), email, managers)}
            error={problems.managerEmail}
          >
            {(control) => (
              <AddressInput
                {...control}
                name="managerEmail"
                suggest="managers"
                value={share.managerEmail}
                onChange={(event) => onChange({ managerEmail: event.target.value })}
              />
            )}
          </Field>
        </>
      )}
    </div>
  );
}

type ButtonsProps = {
  managers: readonly ManagerAccess[];
  /** The address in the field. */
  chosen: string;
  onChoose: (email: string) => void;
};

/** The connected managers by name. None if the field already has the only one. */
function ManagerButtons({ managers, chosen, onChoose }: ButtonsProps) {
  const connected = connectedManagers(managers);
  if (connected.length === 0 || (connected.length === 1 && connected[0]!.email === chosen)) return null;
  return (
    <div role="group" aria-label={copy.managers} className="flex flex-wrap gap-2">
      {connected.map(({ name, email }) => (
        <Button
          key={email}
          aria-pressed={email === chosen}
          title={email}
          className="max-w-full aria-pressed:border-primary aria-pressed:bg-primary-wash aria-pressed:text-primary"
          onClick={() => onChoose(email)}
        >
          <bdi className="min-w-0 truncate">{name}</bdi>
        </Button>
      ))}
    </div>
  );
}

/** What happens to the entry with this address. Does not mention an email that would not be sent. */
function hintOf({ sees, manager }: Audience, email: string, managers: readonly ManagerAccess[]): string {
  if (manager) {
    const name = manager.manager_name?.trim() || email;
    return sees ? copy.managerSeesHint(name) : copy.managerEmailHint(name);
  }
  if (managers.length === 0) return copy.managerHint;
  return email === '' ? copy.chooseHint : copy.otherHint;
}

/** Highlight a teammate: the box, and the address and the message once it is checked (R-B7). */
export function TeammateFields({ share, problems, onChange }: Omit<ShareFieldsProps, 'scope'>) {
  return (
    <div data-together className="grid scroll-mb-3 gap-3">
      <Checkbox
        label={copy.teammate}
        checked={share.teammate}
        onChange={(event) => onChange({ teammate: event.target.checked })}
      />
      {share.teammate && (
        <>
          <Field label={copy.teammateEmail} error={problems.teammateEmail}>
            {(control) => (
              <AddressInput
                {...control}
                name="teammateEmail"
                suggest="teammates"
                value={share.teammateEmail}
                onChange={(event) => onChange({ teammateEmail: event.target.value })}
              />
            )}
          </Field>
          <Field label={copy.message} hint={copy.messageHint} error={problems.message}>
            {(control) => (
              <TextArea
                {...control}
                rows={2}
                name="message"
                value={share.message}
                onChange={(event) => onChange({ message: event.target.value })}
              />
            )}
          </Field>
        </>
      )}
    </div>
  );
}
