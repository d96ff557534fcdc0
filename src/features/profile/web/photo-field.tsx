import ImageUp from 'lucide-react/icons/image-up';
import Trash2 from 'lucide-react/icons/trash';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { showRefusal, type Refusals } from '#features/accounts/web/refusals.ts';
import { messageOf } from '#platform/http/client.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { dismissToastsAbout, toast } from '#ui/toast.ts';
import { limits } from '../constants.ts';
import type { Profile, RefusalCode } from '../contract.ts';
import { photoPath } from '../rules.ts';
import { photoTexts as copy, refusalTexts } from '../texts.ts';
import { call, useProfileMutation } from './profile-query.ts';

const loadDialog = () => import('./crop-dialog.tsx');
const CropDialog = lazy(async () => ({ default: (await loadDialog()).CropDialog }));

const about = 'photo';
const refusals: Refusals = {
  toast(problem) {
    const reason = messageOf(problem);
    return { title: copy.uploadFailed, description: reason === copy.uploadFailed ? undefined : reason };
  },
};

/** Id of the button that chooses a photo, so that other components can focus it. */
export const choosePhotoId = 'choose-photo';

const tabs = [
  { id: 'upload', label: copy.tabs.upload, href: '#upload' },
  { id: 'url', label: copy.tabs.url, href: '#url' },
] as const;

type Props = {
  profile: Profile;
  /** Unsaved input of the photo's address, if any. */
  address: string | undefined;
  onAddress: (address: string | undefined) => void;
  /** Error of the address. */
  error?: string | undefined;
};

/** Profile Photo: a file, which is cropped and stored immediately, or an address, which is saved with the form. */
export function PhotoField({ profile, address, onAddress, error }: Props) {
  const [tab, setTab] = useState<'upload' | 'url'>('upload');
  const [shownError, setShownError] = useState(error);
  if (shownError !== error) {
    // The tab with the error must be visible.
    setShownError(error);
    if (error) setTab('url');
  }
  const [src, setSrc] = useState<string>();
  useEffect(() => {
    if (src) return () => URL.revokeObjectURL(src);
  }, [src]);
  const stored = profile.avatar_url?.startsWith(photoPath(profile.user_id)) ?? false;

  async function choose(file: File) {
    const refused = await problemOf(file);
    if (!refused) {
      // The reason why an earlier file was refused.
      dismissToastsAbout(about);
      setSrc(URL.createObjectURL(file));
      return;
    }
    const { title, detail } = refusalTexts[refused];
    toast({ title, ...(detail && { description: detail }), tone: 'danger', about });
  }

  const change = useProfileMutation((photo: Blob | null) => {
    if (!photo) return call('PATCH /api/profiles', { body: { avatar_url: null } });
    const form = new FormData();
    form.set('file', photo, 'photo.jpg');
    return call('POST /api/storage/profile-photos', { form });
  });

  /** Stores a photo, or removes it if null. Resolves to whether that succeeded. */
  async function store(photo: Blob | null): Promise<boolean> {
    try {
      await change.mutateAsync(photo);
    } catch (error) {
      showRefusal(error, about, refusals);
      return false;
    }
    onAddress(undefined);
    toast({ title: photo ? copy.uploaded : copy.removed, about });
    return true;
  }

  return (
    <div role="group" aria-label={copy.label} className="grid gap-3">
      <p className="text-button text-ink" aria-hidden="true">
        {copy.label}
      </p>
      <Tabs label={copy.label} tabs={tabs} selected={tab} onSelect={setTab}>
        <div className="grid gap-3 pt-4">
          {tab === 'upload' ? (
            <FileButtons
              busy={change.isPending}
              onChoose={(file) => void choose(file)}
              onRemove={profile.avatar_url === null ? undefined : () => void store(null)}
            />
          ) : (
            <AddressInput
              value={address ?? (stored ? '' : (profile.avatar_url ?? ''))}
              error={error}
              // With a stored photo, an empty address counts as no input: only Remove deletes the stored photo.
              onChange={(value) => onAddress(stored && value === '' ? undefined : value)}
            />
          )}
        </div>
      </Tabs>
      {src && (
        <Suspense fallback={null}>
          <CropDialog src={src} onSave={store} onClose={() => setSrc(undefined)} />
        </Suspense>
      )}
    </div>
  );
}

type FileButtonsProps = {
  busy: boolean;
  onChoose: (file: File) => void;
  /** Undefined if there is no photo. */
  onRemove: (() => void) | undefined;
};

function FileButtons({ busy, onChoose, onRemove }: FileButtonsProps) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button
          id={choosePhotoId}
          busy={busy}
          onPointerEnter={() => void loadDialog()}
          onClick={() => chooser.current?.click()}
        >
          <ImageUp aria-hidden="true" size={16} />
          {copy.choose}
        </Button>
        {onRemove && (
          <Button variant="quiet" busy={busy} onClick={onRemove}>
            <Trash2 aria-hidden="true" size={16} />
            {copy.remove}
          </Button>
        )}
      </div>
      <input
        ref={chooser}
        type="file"
        accept="image/*"
        hidden
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file) onChoose(file);
          // Lets the user choose the same file again.
          currentTarget.value = '';
        }}
      />
      <p className="text-meta font-normal text-ink-3">{copy.hint}</p>
    </>
  );
}

type AddressInputProps = { value: string; error: string | undefined; onChange: (value: string) => void };

function AddressInput({ value, error, onChange }: AddressInputProps) {
  return (
    <Field label={copy.url} hint={copy.urlHint} error={error}>
      {(control) => (
        <TextInput
          {...control}
          name="avatar_url"
          type="url"
          inputMode="url"
          autoComplete="photo"
          placeholder={copy.urlPlaceholder}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </Field>
  );
}

/** Why a file is refused before cropping, if it is. Accepts images that this browser can decode. */
async function problemOf(file: File): Promise<RefusalCode | undefined> {
  if (!file.type.startsWith('image/') || file.type === 'image/svg+xml') return 'photo_not_image';
  if (file.size >= limits.photoBytes) return 'photo_too_large';
  const src = URL.createObjectURL(file);
  const image = new Image();
  image.src = src;
  try {
    await image.decode();
    return undefined;
  } catch {
    return 'photo_not_image';
  } finally {
    URL.revokeObjectURL(src);
  }
}
