import { useEffect } from 'react';
import { signUpPath } from '#features/guest/contract.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field } from '#ui/field.tsx';
import { createStore, useStore } from '#ui/store.ts';
import { TextArea } from '#ui/text-area.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast.ts';
import { composeTexts } from '../../compose-texts.ts';

const words = composeTexts.sharing;
const longest = { email: 254, message: 2000 };
const nothing = { manager: false, managerEmail: '', teammate: false, teammateEmail: '', message: '' };

/** What a guest sharingInput to share; it is never sent, and stands here only so that nothing typed is lost. */
const sharingInput = createStore(nothing);
let takeBack: (() => void) | undefined;

/** Whether a box is ticked; then says what it takes. A guest's entry is saved without one. */
export function promptSignUpToShare(): boolean {
  const { manager, teammate } = sharingInput.get();
  const asks = manager || teammate;
  if (asks) showSignUpToast();
  return asks;
}

/** After a save. */
export function resetSharing(): void {
  sharingInput.set(nothing);
}

function showSignUpToast(): void {
  takeBack?.();
  takeBack = toast({
    ...words.needsAccount,
    tone: 'danger',
    action: { label: words.signUp, onPress: () => location.assign(signUpPath) },
  });
}

/** Share with manager and Highlight a teammate, as a guest finds them. */
export function GuestSharing() {
  const { manager, managerEmail, teammate, teammateEmail, message } = useStore(sharingInput, (state) => state);
  useEffect(() => () => takeBack?.(), []);

  function tick(change: Partial<typeof nothing>) {
    sharingInput.set(change);
    const { manager: one, teammate: other } = sharingInput.get();
    // Unticking one of two boxes is no reason to show the message again.
    if (change.manager || change.teammate) showSignUpToast();
    else if (!one && !other) takeBack?.();
  }

  return (
    <div className="grid gap-3">
      <div data-together className="grid scroll-mb-3 gap-3">
        <Checkbox
          label={words.manager}
          checked={manager}
          onChange={(event) => tick({ manager: event.target.checked })}
        />
        {manager && (
          <EmailField
            label={words.managerEmail}
            value={managerEmail}
            onChange={(address) => sharingInput.set({ managerEmail: address })}
          />
        )}
      </div>
      <div data-together className="grid scroll-mb-3 gap-3">
        <Checkbox
          label={words.teammate}
          checked={teammate}
          onChange={(event) => tick({ teammate: event.target.checked })}
        />
        {teammate && (
          <>
            <EmailField
              label={words.teammateEmail}
              value={teammateEmail}
              onChange={(address) => sharingInput.set({ teammateEmail: address })}
            />
            <Field label={words.message}>
              {(control) => (
                <TextArea
                  rows={2}
                  {...control}
                  maxLength={longest.message}
                  value={message}
                  onChange={(event) => sharingInput.set({ message: event.target.value })}
                />
              )}
            </Field>
          </>
        )}
      </div>
    </div>
  );
}

type EmailProps = { label: string; value: string; onChange: (address: string) => void };

function EmailField({ label, value, onChange }: EmailProps) {
  return (
    <Field label={label}>
      {(control) => (
        <TextInput
          {...control}
          type="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={longest.email}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
