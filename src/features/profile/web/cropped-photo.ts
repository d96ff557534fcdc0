import type { PercentCrop } from 'react-image-crop';

/** JPEG quality. */
const quality = 0.95;
/** In pixels: twice what the server stores. Keeps the upload small for large photos. */
const maxSide = 1024;

/** The cropped square as a JPEG, with transparency on white. Undefined if this browser cannot create it. */
export async function croppedPhoto(image: HTMLImageElement, crop: PercentCrop): Promise<Blob | undefined> {
  const { naturalWidth, naturalHeight } = image;
  const size = Math.min((crop.width / 100) * naturalWidth, (crop.height / 100) * naturalHeight);
  const side = Math.max(1, Math.min(maxSide, Math.round(size)));
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  context.fillStyle = 'white';
  context.fillRect(0, 0, side, side);
  context.imageSmoothingQuality = 'high';
  const [x, y] = [(crop.x / 100) * naturalWidth, (crop.y / 100) * naturalHeight];
  try {
    context.drawImage(image, x, y, size, size, 0, 0, side, side);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
    return blob ?? undefined;
  } catch {
    return undefined;
  }
}
