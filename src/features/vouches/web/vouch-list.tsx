import type { Scope } from '#features/accounts/web/session/scope.ts';
import { Button } from '#ui/button.tsx';
import type { Vouch } from '../contract.ts';
import { sectionTexts as texts } from '../section-texts.ts';
import { VouchRow } from './vouch-row.tsx';

type Props = {
  scope: Scope;
  rows: Vouch[];
  /** The next page, if there is one. */
  more: false | { isLoading: boolean; load: () => Promise<unknown> };
};

/** The loaded vouches, newest first. */
export function VouchList({ scope, rows, more }: Props) {
  return (
    <>
      <ul aria-label={texts.title} className="grid gap-4">
        {rows.map((vouch) => (
          <VouchRow key={vouch.id} vouch={vouch} scope={scope} />
        ))}
      </ul>
      {more && (
        <div className="flex justify-center pt-4">
          <Button busy={more.isLoading} onClick={() => void more.load()}>
            {texts.showMore}
          </Button>
        </div>
      )}
    </>
  );
}
