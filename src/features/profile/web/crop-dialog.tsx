import { useMutation } from '@tanstack/react-query';
import { useRef, useState, type SyntheticEvent } from 'react';
import { centerCrop, makeAspectCrop, ReactCrop, type PercentCrop } from 'react-image-crop';
import 'react-image-crop/dist/ReactCrop.css';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { toast } from '#ui/toast.ts';
import { photoTexts } from '../texts.ts';
import { croppedPhoto } from './cropped-photo.ts';

const copy = photoTexts.crop;

type Props = {
  /** Address of an image that this browser has already decoded. */
  src: string;
  /** Saves the square. The dialog is busy until it resolves, and stays open if it resolves to false. */
  onSave: (photo: Blob) => Promise<boolean>;
  onClose: () => void;
};

/** Crops a photo to a square: 90% wide at first, moved and resized by pointer or arrow keys. */
export function CropDialog({ src, onSave, onClose }: Props) {
  const image = useRef<HTMLImageElement>(null);
  const [crop, setCrop] = useState<PercentCrop>();

  function start({ currentTarget: { width, height } }: SyntheticEvent<HTMLImageElement>) {
    setCrop(centerCrop(makeAspectCrop({ unit: '%', width: 90 }, 1, width, height), width, height));
  }

  const save = useMutation({
    mutationKey: ['crop-photo'],
    async mutationFn() {
      if (!image.current || !crop) return;
      const photo = await croppedPhoto(image.current, crop);
      if (!photo) toast({ title: copy.failed, tone: 'danger' });
      else if (await onSave(photo)) onClose();
    },
    onError: () => toast({ title: copy.failed, tone: 'danger' }),
  });

  return (
    <Dialog
      open
      onClose={onClose}
      title={copy.title}
      description={copy.hint}
      footer={
        <>
          <Button onClick={onClose}>{copy.cancel}</Button>
          <Button variant="primary" busy={save.isPending} onClick={() => save.mutate()}>
            {copy.save}
          </Button>
        </>
      }
    >
      <div className="grid place-items-center bg-sunken p-3">
        <ReactCrop
          {...(crop && { crop })}
          aspect={1}
          keepSelection
          minWidth={24}
          ruleOfThirds
          ariaLabels={copy.labels}
          disabled={save.isPending}
          onChange={(_, changed) => setCrop(changed)}
        >
          <img ref={image} src={src} alt="" onLoad={start} className="max-h-[55dvh] select-none" />
        </ReactCrop>
      </div>
    </Dialog>
  );
}
