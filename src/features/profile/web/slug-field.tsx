import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { normalSlug, slugInputProblem } from '../rules.ts';
import { refusalTexts, texts } from '../texts.ts';
import type { SlugFormState } from './use-slug-form.ts';

const slugTexts = texts.slug;

type Props = {
  state: SlugFormState;
  label: string;
  placeholder: string;
  /** Whether it gets the focus when its dialog opens. */
  first?: boolean;
};

/** The last part of the public link. While the user types, the hint shows the link as it will be saved. */
export function SlugField({ state: { form, slug, changed, change }, label, placeholder, first }: Props) {
  return (
    <Field
      label={label}
      hint={changed ? slugPreview(slug) : slugTexts.hint}
      error={form.problems.slug}
      invalid={form.problems.slug === ''}
    >
      {(control) => (
        // An address is read from left to right in every language.
        <div dir="ltr" className="flex flex-wrap items-center gap-2">
          <span className="max-w-full text-ui wrap-anywhere text-ink-3">{location.host}/</span>
          <div className="min-w-40 grow">
            <TextInput
              {...control}
              name="slug"
              data-autofocus={first}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              placeholder={placeholder}
              value={slug}
              onChange={({ currentTarget }) => change(currentTarget.value)}
            />
          </div>
        </div>
      )}
    </Field>
  );
}

/** The hint below the field: the final link, or why there is none. */
function slugPreview(slug: string): string {
  const problem = slugInputProblem(slug);
  if (problem === 'slug_reserved') return refusalTexts.slug_reserved.detail!;
  return problem ? slugTexts.hint : slugTexts.preview(`${location.host}/${normalSlug(slug)}`);
}
