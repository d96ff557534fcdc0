import { cx } from '#ui/cx.ts';
import {
  pictureFormats,
  picturePath,
  pictures,
  type Device,
  type PictureFormat,
  type Theme,
} from '../../contract.ts';
import { texts } from '../../texts.ts';

/**
 * A filled logbook, in the theme and the width of the page. The other theme's picture is lazy and not displayed, so it
 * is not loaded.
 */
export function ProductPicture() {
  return (
    <figure className="mt-5 overflow-hidden rounded-sheet border border-rule">
      <InTheme theme="light" />
      <InTheme theme="dark" />
    </figure>
  );
}

function InTheme({ theme }: { theme: Theme }) {
  const { desktop, phone } = pictures;
  return (
    <picture
      className={cx(
        theme === 'dark' ? 'hidden dark:contents print:hidden' : 'contents dark:hidden print:contents',
      )}
    >
      {pictureFormats.map((format) => (
        <source
          key={`phone ${format}`}
          media="(width < 48rem)"
          type={`image/${format}`}
          srcSet={files('phone', theme, format)}
          sizes="100vw"
          width={phone.width}
          height={phone.height}
        />
      ))}
      {pictureFormats.map((format) => (
        <source
          key={format}
          type={`image/${format}`}
          srcSet={files('desktop', theme, format)}
          sizes={`${desktop.width}px`}
        />
      ))}
      <img
        src={picturePath('desktop', theme, desktop.width, 'webp')}
        alt={texts.picture}
        width={desktop.width}
        height={desktop.height}
        loading="lazy"
        className="block h-auto w-full"
      />
    </picture>
  );
}

const files = (device: Device, theme: Theme, format: PictureFormat) =>
  pictures[device].widths.map((width) => `${picturePath(device, theme, width, format)} ${width}w`).join(', ');
