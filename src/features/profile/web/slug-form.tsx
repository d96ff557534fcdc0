import { useState } from 'react';
import { showRefusal, type Refusals } from '#features/accounts/web/refusals.ts';
import { Problem } from '#platform/http/client.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import { refusals as statuses, type Profile } from '../contract.ts';
import { normalSlug, slugInputFault } from '../rules.ts';
import { refusalTexts, texts } from '../texts.ts';
import { CopyLink } from './copy-link.tsx';
import { useSaveProfile } from './profile-query.ts';

const slugTexts = texts.slug;
const about = 'slug';
/** A reserved name is explained at the field. Other refusals are shown as toasts. */
const refusals: Refusals<'slug'> = {
  fields: { slug_reserved: 'slug' },
  marked: { slug_required: 'slug', slug_invalid: 'slug', slug_taken: 'slug' },
  toast: (problem) =>
    problem && problem.code in refusalTexts
      ? { title: problem.title, description: problem.detail }
      : { title: texts.form.failed, description: problem?.title },
};

/** Converts input while the user types: lowercase, other characters to hyphens. */
function whileTyping(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9-]/g, '-');
}

/** The slug of the public link, normalized when it is saved (R-F6). A preview is shown while the user types. */
export function SlugForm({ profile }: { profile: Profile }) {
  const { mutateAsync: save } = useSaveProfile();
  const [input, setInput] = useState<string>();
  const slug = input ?? profile.slug ?? '';
  const form = useForm({
    fields: ['slug'],
    about,
    check() {
      const code = slugInputFault(slug);
      if (!code) return {};
      return showRefusal(new Problem(statuses[code], { code, ...refusalTexts[code] }), about, refusals);
    },
    async send() {
      await save({ slug });
      setInput(undefined);
      toast({ title: slugTexts.saved, about });
    },
    onError: (error) => showRefusal(error, about, refusals),
  });

  return (
    <form {...form.props} className="grid gap-4.5">
      <Field
        label={slugTexts.label}
        hint={input === undefined ? slugTexts.hint : slugPreview(slug)}
        error={form.faults.slug}
        invalid={form.faults.slug === ''}
      >
        {(control) => (
          <div className="flex flex-wrap items-center gap-2">
            <span className="max-w-full text-ui wrap-anywhere text-ink-3">{location.host}/</span>
            <div className="min-w-40 grow">
              <TextInput
                {...control}
                name="slug"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                placeholder={slugTexts.placeholder}
                value={slug}
                onChange={({ currentTarget }) => {
                  setInput(whileTyping(currentTarget.value));
                  form.clearFaults();
                }}
              />
            </div>
          </div>
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant={profile.slug ? 'outline' : 'primary'} busy={form.busy}>
          {slugTexts.save}
        </Button>
        {profile.slug && <CopyLink slug={profile.slug} />}
      </div>
    </form>
  );
}

/** The hint below the field: the final link, or why there is none. */
function slugPreview(slug: string): string {
  const fault = slugInputFault(slug);
  if (fault === 'slug_reserved') return refusalTexts.slug_reserved.detail!;
  return fault ? slugTexts.hint : slugTexts.preview(`${location.host}/${normalSlug(slug)}`);
}
