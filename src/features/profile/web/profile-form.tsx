import { useState } from 'react';
import { normalName } from '#features/accounts/rules.ts';
import { showRefusal, type Refusals } from '#features/accounts/web/refusals.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import type { Profile } from '../contract.ts';
import { normalAvatar, normalPhone } from '../rules.ts';
import { refusalTexts, texts } from '../texts.ts';
import { PhotoField } from './photo-field.tsx';
import { useSaveProfile } from './profile-query.ts';

const copy = texts.form;
const about = 'profile';
const fields = ['full_name', 'phone_number', 'avatar_url'] as const;
const refusals: Refusals<(typeof fields)[number]> = {
  fields: { invalid_name: 'full_name', invalid_phone: 'phone_number', invalid_avatar: 'avatar_url' },
  toast: (problem) => ({ title: copy.failed, description: problem?.detail ?? problem?.title }),
};

type Input = { full_name?: string; phone_number?: string; avatar_url?: string | undefined };

type Props = {
  profile: Profile;
  /** Opens the dialog that manages addresses, which is outside this form. */
  onManageEmails: () => void;
};

/** Name, address, phone number and photo. When another tab saves, fields without unsaved input are updated. */
export function ProfileForm({ profile, onManageEmails }: Props) {
  const { mutateAsync: save } = useSaveProfile();
  const [input, setInput] = useState<Input>({});
  const change = (changed: Input) => setInput((before) => ({ ...before, ...changed }));
  const full_name = input.full_name ?? profile.full_name;
  const phone_number = input.phone_number ?? profile.phone_number ?? '';
  // Its control is not shown in every tab of the photo field.
  const { avatar_url } = input;
  const form = useForm({
    fields,
    about,
    check: () => ({
      ...(normalName(full_name) === null && { full_name: refusalTexts.invalid_name.title }),
      ...(normalPhone(phone_number) === undefined && { phone_number: refusalTexts.invalid_phone.title }),
      ...(avatar_url !== undefined &&
        normalAvatar(avatar_url, profile.user_id) === undefined && {
          avatar_url: refusalTexts.invalid_avatar.title,
        }),
    }),
    async send() {
      await save({ full_name, phone_number, ...(avatar_url !== undefined && { avatar_url }) });
      setInput({});
      toast({ title: copy.saved, about });
    },
    onError: (error) => showRefusal(error, about, refusals),
  });

  return (
    <form {...form.props} className="grid gap-4.5">
      <Field label={copy.fullName} error={form.problems.full_name}>
        {(control) => (
          <TextInput
            {...control}
            name="full_name"
            autoComplete="name"
            required
            value={full_name}
            onChange={({ currentTarget }) => change({ full_name: currentTarget.value })}
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
      <Field label={copy.phone} hint={copy.phoneHint} error={form.problems.phone_number}>
        {(control) => (
          <TextInput
            {...control}
            name="phone_number"
            type="tel"
            autoComplete="tel"
            value={phone_number}
            onChange={({ currentTarget }) => change({ phone_number: currentTarget.value })}
          />
        )}
      </Field>
      <PhotoField
        profile={profile}
        address={avatar_url}
        onAddress={(address) => change({ avatar_url: address })}
        error={form.problems.avatar_url}
      />
      <div>
        <Button type="submit" variant="primary" busy={form.busy}>
          {copy.save}
        </Button>
      </div>
    </form>
  );
}
