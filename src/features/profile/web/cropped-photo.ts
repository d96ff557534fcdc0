import type { PercentCrop } from 'react-image-crop';

/** Of the JPEG. */
const quality = 0.95;
/** Pixels; twice what the server keeps. A crop of a large photo stays small enough to be sent. */
const mostPixels = 1024;

/** The square of an image as a JPEG, on white where it is clear; nothing when this browser cannot make it. */
export async function croppedPhoto(image: HTMLImageElement, crop: PercentCrop): Promise<Blob | undefined> {
  const { naturalWidth, naturalHeight } = image;
  const size = Math.min((crop.width / 100) * naturalWidth, (crop.height / 100) * naturalHeight);
  const side = Math.max(1, Math.min(mostPixels, Math.round(size)));
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, side, side);
  context.imageSmoothingQuality = 'high';
  const [x, y] = [(crop.x / 100) * naturalWidth, (crop.y / 100) * naturalHeight];
  try {
    context.drawImage(image, x, y, size, size, 0, 0, side, side);
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', quality));
    return blob ?? undefined;
  } catch {
    return undefined;
  }
}
