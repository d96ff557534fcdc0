import { useEffect } from 'react';
import { showAccountNeeded } from '#features/guest/web/account-needed.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field } from '#ui/field.tsx';
import { createStore, useStore } from '#ui/store.ts';
import { TextArea } from '#ui/text-area.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { composeTexts } from '../../compose-texts.ts';

const copy = composeTexts.sharing;
const maxLengths = { email: 254, message: 2000 };
const emptyInput = { manager: false, managerEmail: '', teammate: false, teammateEmail: '', message: '' };

/** A guest's sharing input. It is never sent. It lives here so that closing the dialog does not lose it. */
const sharingInput = createStore(emptyInput);
let dismissToast: (() => void) | undefined;

/** Returns whether a sharing box is checked. If so, the entry must not be saved, and a toast says why. */
export function promptSignUpToShare(): boolean {
  const prompts = wantsToShare();
  if (prompts) showSignUpToast();
  return prompts;
}

function wantsToShare(): boolean {
  const { manager, teammate } = sharingInput.get();
  return manager || teammate;
}

/** Clears the sharing input after a save. */
export function resetSharing(): void {
  sharingInput.set(emptyInput);
}

function showSignUpToast(): void {
  dismissToast?.();
  dismissToast = showAccountNeeded(copy.needsAccount);
}

/** The guest's version of Share with manager and Highlight a teammate. */
export function GuestSharing() {
  const { manager, managerEmail, teammate, teammateEmail, message } = useStore(
    sharingInput,
    (state) => state,
  );
  useEffect(() => () => dismissToast?.(), []);

  function toggle(change: Partial<typeof emptyInput>) {
    sharingInput.set(change);
    // Unchecking one of two boxes does not show the toast again.
    if (change.manager || change.teammate) showSignUpToast();
    else if (!wantsToShare()) dismissToast?.();
  }

  return (
    <div className="grid gap-3">
      <div data-together className="grid scroll-mb-3 gap-3">
        <Checkbox
          label={copy.manager}
          checked={manager}
          onChange={(event) => toggle({ manager: event.target.checked })}
        />
        {manager && (
          <EmailField
            label={copy.managerEmail}
            value={managerEmail}
            onChange={(address) => sharingInput.set({ managerEmail: address })}
          />
        )}
      </div>
      <div data-together className="grid scroll-mb-3 gap-3">
        <Checkbox
          label={copy.teammate}
          checked={teammate}
          onChange={(event) => toggle({ teammate: event.target.checked })}
        />
        {teammate && (
          <>
            <EmailField
              label={copy.teammateEmail}
              value={teammateEmail}
              onChange={(address) => sharingInput.set({ teammateEmail: address })}
            />
            <Field label={copy.message}>
              {(control) => (
                <TextArea
                  rows={2}
                  {...control}
                  maxLength={maxLengths.message}
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
          maxLength={maxLengths.email}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
