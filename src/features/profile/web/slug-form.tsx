import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import type { Profile } from '../contract.ts';
import { slugAsTyped } from '../rules.ts';
import { refusalTexts, texts } from '../texts.ts';
import { CopyLink } from './copy-link.tsx';
import { PublicPageNote } from './public-page-note.tsx';
import { SlugField } from './slug-field.tsx';
import { useSlugForm } from './use-slug-form.ts';

const slugTexts = texts.slug;
const about = 'slug';

/** The public link in the settings. Before the first one, says what it makes public (R-F5). */
export function SlugForm({ profile: { slug } }: { profile: Profile }) {
  const state = useSlugForm({
    slug,
    about,
    asTyped: slugAsTyped,
    onSaved: () => toast({ title: slugTexts.saved, about }),
    failed: (problem) =>
      problem && problem.code in refusalTexts
        ? { title: problem.title, description: problem.detail }
        : { title: texts.form.failed, description: problem?.title },
  });
  return (
    <form {...state.form.props} className="grid gap-4.5">
      <SlugField state={state} label={slugTexts.label} placeholder={slugTexts.placeholder} />
      {!slug && (
        <div>
          <p className="text-button">{texts.publicPage.byLink}</p>
          <PublicPageNote />
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant={slug ? 'outline' : 'primary'} busy={state.form.busy}>
          {slugTexts.save}
        </Button>
        {slug && <CopyLink slug={slug} />}
      </div>
    </form>
  );
}
