/** The page that explains the product on one screen. */
export const introductionPath = '/what-is-logbook';

/**
 * The pictures of a filled logbook, by device: the size in CSS pixels, and the widths of the files in pixels.
 * `node scripts/product-picture.ts` takes them.
 */
export const pictures = {
  desktop: { width: 870, height: 344, widths: [870, 1740] },
  phone: { width: 390, height: 620, widths: [780] },
} as const;
export type Device = keyof typeof pictures;

/** Best first. */
export const pictureFormats = ['avif', 'webp'] as const;
export type PictureFormat = (typeof pictureFormats)[number];
export type Theme = 'light' | 'dark';

/** The path of a picture on the site, and of its file in the folder of public files. */
export const picturePath = (device: Device, theme: Theme, width: number, format: PictureFormat) =>
  `/images/logbook-${device}-${theme}-${width}.${format}`;
