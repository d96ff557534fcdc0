import { useQuery } from '@tanstack/react-query';
import { normalEmail } from '#features/accounts/rules.ts';
import { audienceOf, type Audience } from '#features/teams/visibility-rules.ts';
import type { Scope } from '#features/accounts/web/session/scope.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field } from '#ui/field.tsx';
import { TextArea } from '#ui/text-area.tsx';
import type { Faults } from '#ui/use-form.ts';
import { composeTexts } from '../../compose-texts.ts';
import { managersQuery } from '../queries/managers-query.ts';
import type { ShareInput } from '../drafts/share-input.ts';
import { AddressInput } from './address-input.tsx';
import type { ShareField } from './share-faults.ts';

const copy = composeTexts.sharing;

type Props = {
  share: ShareInput;
  faults: Faults<ShareField>;
  /** Whose addresses are suggested. */
  scope: Scope;
  onChange: (change: Partial<ShareInput>) => void;
};

/** `recordedAt`: of the entry. A manager sees entries recorded since they connected. */
type ManagerProps = Props & { recordedAt: string };

/** Share with manager: the box, and the address once it is checked (R-B6). */
export function ManagerFields({ share, faults, scope, recordedAt, onChange }: ManagerProps) {
  const { data: managers = [] } = useQuery(managersQuery(scope));
  const email = normalEmail(share.managerEmail);
  const hint = hintOf(audienceOf({ manager_email: email, recorded_at: recordedAt }, managers), email);
  return (
    <div data-together className="grid scroll-mb-3 gap-3">
      <Checkbox
        label={copy.manager}
        checked={share.manager}
        onChange={(event) => onChange({ manager: event.target.checked })}
      />
      {share.manager && (
        <Field label={copy.managerEmail} hint={hint} error={faults.managerEmail}>
          {(control) => (
            <AddressInput
              {...control}
              name="managerEmail"
              suggest="managers"
              scope={scope}
              value={share.managerEmail}
              onChange={(event) => onChange({ managerEmail: event.target.value })}
            />
          )}
        </Field>
      )}
    </div>
  );
}

function hintOf({ sees, manager }: Audience, email: string): string {
  if (!manager) return copy.managerHint;
  const name = manager.manager_name ?? email;
  return sees ? copy.managerSeesHint(name) : copy.managerEmailHint(name);
}

/** Highlight a teammate: the box, and the address and the message once it is checked (R-B7). */
export function TeammateFields({ share, faults, scope, onChange }: Props) {
  return (
    <div data-together className="grid scroll-mb-3 gap-3">
      <Checkbox
        label={copy.teammate}
        checked={share.teammate}
        onChange={(event) => onChange({ teammate: event.target.checked })}
      />
      {share.teammate && (
        <>
          <Field label={copy.teammateEmail} error={faults.teammateEmail}>
            {(control) => (
              <AddressInput
                {...control}
                name="teammateEmail"
                suggest="teammates"
                scope={scope}
                value={share.teammateEmail}
                onChange={(event) => onChange({ teammateEmail: event.target.value })}
              />
            )}
          </Field>
          <Field label={copy.message} hint={copy.messageHint} error={faults.message}>
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
