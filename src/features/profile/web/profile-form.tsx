import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { normalName } from '#features/accounts/rules.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast.ts';
import type { Profile } from '../contract.ts';
import { normalAvatar, normalPhone } from '../rules.ts';
import { refusalTexts, texts } from '../texts.ts';
import { PhotoField } from './photo-field.tsx';
import { refusalIn, showSaveError } from './profile-faults.ts';
import { saveProfile, showProfile } from './profile-query.ts';

const copy = texts.form;
/** Groups the toasts of this form: a newer one replaces the older. */
const about = 'profile';

type Input = { full_name?: string; phone_number?: string; avatar_url?: string | undefined };
const fields = ['full_name', 'phone_number', 'avatar_url'] as const;
type Faults = Partial<Record<keyof Input, string>>;

type Props = {
  profile: Profile;
  /** Opens the dialog that manages addresses, which is outside this form. */
  onManageEmails: () => void;
};

/** Name, address, phone number and photo. When another tab saves, fields without unsaved input are updated. */
export function ProfileForm({ profile, onManageEmails }: Props) {
  const queries = useQueryClient();
  const [input, setInput] = useState<Input>({});
  const [faults, setFaults] = useState<Faults>({});
  const [busy, setBusy] = useState(false);
  const fullName = input.full_name ?? profile.full_name;
  const address = input.avatar_url;
  const phone = input.phone_number ?? profile.phone_number ?? '';

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const show = (found: Faults) => {
      setFaults(found);
      const first = fields.find((name) => name in found);
      if (first) form.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
    };
    const found: Faults = {
      ...(normalName(fullName) === null && { full_name: refusalTexts.invalid_name.title }),
      ...(normalPhone(phone) === undefined && { phone_number: refusalTexts.invalid_phone.title }),
      ...(address !== undefined &&
        normalAvatar(address, profile.user_id) === undefined && {
          avatar_url: refusalTexts.invalid_avatar.title,
        }),
    };
    show(found);
    if (Object.keys(found).length > 0) return;

    setBusy(true);
    try {
      await saveProfile(queries, {
        full_name: fullName,
        phone_number: phone,
        ...(address !== undefined && { avatar_url: address }),
      });
      setInput({});
      toast({ title: copy.saved, about });
    } catch (error) {
      const refusal = refusalIn(error);
      if (refusal?.code === 'invalid_name') show({ full_name: refusal.title });
      else if (refusal?.code === 'invalid_phone') show({ phone_number: refusal.title });
      else if (refusal?.code === 'invalid_avatar') show({ avatar_url: refusal.title });
      else showSaveError(error, about);
    } finally {
      setBusy(false);
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4.5">
      <Field label={copy.fullName} error={faults.full_name}>
        {(control) => (
          <TextInput
            {...control}
            name="full_name"
            autoComplete="name"
            required
            value={fullName}
            onChange={({ currentTarget }) => setInput({ ...input, full_name: currentTarget.value })}
          />
        )}
      </Field>
      <div className="grid gap-1.5">
        <p className="text-button text-ink">{copy.email}</p>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="min-w-0 grow text-ui wrap-anywhere text-ink-2">{profile.email}</p>
          <Button onClick={onManageEmails}>{copy.manageEmails}</Button>
        </div>
      </div>
      <Field label={copy.phone} hint={copy.phoneHint} error={faults.phone_number}>
        {(control) => (
          <TextInput
            {...control}
            name="phone_number"
            type="tel"
            autoComplete="tel"
            value={phone}
            onChange={({ currentTarget }) => setInput({ ...input, phone_number: currentTarget.value })}
          />
        )}
      </Field>
      <PhotoField
        profile={profile}
        address={address}
        onAddress={(avatar_url) => setInput({ ...input, avatar_url })}
        error={faults.avatar_url}
        onChanged={(changed) => {
          showProfile(queries, changed);
          const { avatar_url: _, ...rest } = input;
          setInput(rest);
        }}
      />
      <div>
        <Button type="submit" variant="primary" busy={busy}>
          {copy.save}
        </Button>
      </div>
    </form>
  );
}
