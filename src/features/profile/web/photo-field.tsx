import { ImageUp, Trash2 } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { client, Problem } from '#platform/http/client.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast.ts';
import { limits, type operations, type Profile, type RefusalCode } from '../contract.ts';
import { photoPath } from '../rules.ts';
import { photoTexts as words, refusalTexts } from '../texts.ts';

const loadDialog = () => import('./crop-dialog.tsx');
const CropDialog = lazy(async () => ({ default: (await loadDialog()).CropDialog }));
const call = client<typeof operations>();

/** The message of this field; a newer one takes the place of the older. */
const about = 'photo';

/** The button that chooses a photo, for whoever leads there. */
export const choosePhotoId = 'choose-photo';

const tabs = [
  { id: 'upload', label: words.tabs.upload, href: '#upload' },
  { id: 'url', label: words.tabs.url, href: '#url' },
] as const;

type Props = {
  profile: Profile;
  /** What was typed as the photo's address and is not saved yet; undefined: nothing. */
  address: string | undefined;
  onAddress: (address: string | undefined) => void;
  /** What is wrong with the address. */
  error?: string | undefined;
  /** A photo was stored or removed; this is the profile now. */
  onChanged: (profile: Profile) => void;
};

/** Profile Photo: a file, cropped and stored at once, or the address of a picture, saved with the form around it. */
export function PhotoField({ profile, address, onAddress, error, onChanged }: Props) {
  const [tab, setTab] = useState<'upload' | 'url'>('upload');
  const [faulted, setFaulted] = useState(error);
  if (faulted !== error) {
    // What is wrong must be seen.
    setFaulted(error);
    if (error) setTab('url');
  }
  const [src, setSrc] = useState<string>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (src) return () => URL.revokeObjectURL(src);
  }, [src]);
  const stored = profile.avatar_url?.startsWith(photoPath(profile.user_id)) ?? false;

  async function choose(file: File) {
    const refused = await faultOf(file);
    if (refused) tell(refused);
    else setSrc(URL.createObjectURL(file));
  }

  async function change(work: () => Promise<Profile>, done: string): Promise<boolean> {
    setBusy(true);
    try {
      onChanged(await work());
      toast({ title: done, about });
      return true;
    } catch (fault) {
      const why = fault instanceof Problem ? (fault.detail ?? fault.title) : undefined;
      const description = why === words.uploadFailed ? undefined : why;
      toast({ title: words.uploadFailed, ...(description && { description }), tone: 'danger', about });
      return false;
    } finally {
      setBusy(false);
    }
  }

  function upload(photo: Blob): Promise<boolean> {
    const form = new FormData();
    form.set('file', photo, 'photo.jpg');
    return change(() => call('POST /api/storage/profile-photos', { form }), words.uploaded);
  }

  function remove(): Promise<boolean> {
    return change(() => call('PATCH /api/profiles', { body: { avatar_url: null } }), words.removed);
  }

  return (
    <div role="group" aria-label={words.label} className="grid gap-3">
      <p className="text-button text-ink" aria-hidden="true">
        {words.label}
      </p>
      <Tabs label={words.label} tabs={tabs} selected={tab} onSelect={setTab}>
        <div className="grid gap-3 pt-4">
          {tab === 'upload' ? (
            <FileButtons
              busy={busy}
              onChoose={(file) => void choose(file)}
              onRemove={profile.avatar_url === null ? undefined : () => void remove()}
            />
          ) : (
            <AddressInput
              value={address ?? (stored ? '' : (profile.avatar_url ?? ''))}
              error={error}
              // Emptied again beside a stored photo, nothing was typed: only Remove takes that photo away.
              onChange={(value) => onAddress(stored && value === '' ? undefined : value)}
            />
          )}
        </div>
      </Tabs>
      {src && (
        <Suspense fallback={null}>
          <CropDialog src={src} onSave={upload} onClose={() => setSrc(undefined)} />
        </Suspense>
      )}
    </div>
  );
}

type FileButtonsProps = {
  busy: boolean;
  onChoose: (file: File) => void;
  /** Undefined: there is no photo. */
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
          {words.choose}
        </Button>
        {onRemove && (
          <Button variant="quiet" busy={busy} onClick={onRemove}>
            <Trash2 aria-hidden="true" size={16} />
            {words.remove}
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
          // The same file may be chosen again.
          currentTarget.value = '';
        }}
      />
      <p className="text-meta font-normal text-ink-3">{words.hint}</p>
    </>
  );
}

type AddressInputProps = { value: string; error: string | undefined; onChange: (value: string) => void };

function AddressInput({ value, error, onChange }: AddressInputProps) {
  return (
    <Field label={words.url} hint={words.urlHint} error={error}>
      {(control) => (
        <TextInput
          {...control}
          name="avatar_url"
          type="url"
          inputMode="url"
          autoComplete="photo"
          placeholder={words.urlPlaceholder}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </Field>
  );
}

function tell(code: RefusalCode): void {
  const { title, detail } = refusalTexts[code];
  toast({ title, ...(detail && { description: detail }), tone: 'danger', about });
}

/** Why a file is not taken, before it is cropped: a picture is what this browser can decode. */
async function faultOf(file: File): Promise<RefusalCode | undefined> {
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
