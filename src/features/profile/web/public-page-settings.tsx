import { showRefusal, toastWithReason } from '#features/accounts/web/refusals.ts';
import { Switch } from '#ui/switch.tsx';
import type { Profile } from '../contract.ts';
import { texts } from '../texts.ts';
import { useSaveProfile } from './profile-query.ts';
import { PublicPageNote } from './public-page-note.tsx';
import { ViewPage } from './view-page.tsx';

const pageTexts = texts.publicPage;

type SwitchName = 'is_public' | 'allows_search';

/** Turns the public page off and on, and lets search engines list it (R-F5). For users with a public link. */
export function PublicPageSettings({ profile, slug }: { profile: Profile; slug: string }) {
  const page = usePageSwitch(profile, 'is_public');
  const search = usePageSwitch(profile, 'allows_search');
  return (
    <div className="mt-6 grid gap-3">
      <div>
        <Switch label={pageTexts.on} {...page} />
        <PublicPageNote />
        {page.checked && <ViewPage slug={slug} />}
      </div>
      {page.checked && (
        <div>
          <Switch label={pageTexts.search} {...search} />
          <p className="text-meta font-normal text-ink-2">{pageTexts.searchHint}</p>
        </div>
      )}
    </div>
  );
}

/** Shows the chosen position until the server has responded. */
function usePageSwitch(profile: Profile, name: SwitchName) {
  const { mutate, isPending, variables } = useSaveProfile();
  return {
    checked: isPending ? variables[name] === true : profile[name],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      mutate(
        { [name]: currentTarget.checked },
        { onError: (error) => void showRefusal(error, name, { toast: toastWithReason(pageTexts.failed) }) },
      ),
  };
}
