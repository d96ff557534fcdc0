import Camera from 'lucide-react/icons/camera';
import { Avatar } from '#ui/avatar.tsx';
import type { Profile } from '../contract.ts';
import { texts } from '../texts.ts';

const dateFormat = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });

type Props = {
  profile: Profile;
  /** Moves to the photo field. Without it, there is no such button. */
  onChangePhoto?: () => void;
};

/** The user's photo, name and sign-up date. */
export function ProfileHead({ profile, onChangePhoto }: Props) {
  const name = profile.full_name.trim();
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-4">
      <div className="relative">
        <Avatar name={name} src={profile.avatar_url} size="large" />
        {onChangePhoto && (
          <button
            type="button"
            aria-label={texts.changePhoto}
            title={texts.changePhoto}
            onClick={onChangePhoto}
            className="absolute -inset-e-2 -bottom-2 grid size-control place-items-center rounded-control border border-rule-strong bg-sheet text-ink transition-colors hover:bg-sunken"
          >
            <Camera aria-hidden="true" size={18} />
          </button>
        )}
      </div>
      <div className="min-w-0 grow basis-40">
        <h1 className="text-title-phone wrap-anywhere md:text-title">
          <bdi>{name || texts.noName}</bdi>
        </h1>
        <p className="mt-1 text-button font-normal text-ink-2">
          {texts.since(dateFormat.format(new Date(profile.created_at)))}
        </p>
      </div>
    </div>
  );
}
