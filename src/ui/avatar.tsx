import { useState } from 'react';
import { cx } from './cx.ts';
import { initials } from './initials.ts';

type Props = {
  name: string;
  /**
   * Path of a photo. Initials are shown if it is missing, does not load, or is on another host, which would learn who
   * views it.
   */
  src: string | null;
  size?: keyof typeof sizes;
};

const sizes = { small: 'size-8 text-meta font-[650]', large: 'size-22 text-title-phone' };

/** A square with a photo or initials. Hidden from screen readers, because the name is shown next to it. */
export function Avatar({ name, src, size = 'small' }: Props) {
  const [broken, setBroken] = useState<string>();
  const box = cx('shrink-0 rounded-control', sizes[size]);
  if (src?.startsWith('/') && src !== broken) {
    return (
      <img src={src} alt="" className={cx(box, 'bg-sunken object-cover')} onError={() => setBroken(src)} />
    );
  }
  return (
    <span aria-hidden="true" className={cx(box, 'grid place-items-center bg-primary-wash text-primary')}>
      {initials(name)}
    </span>
  );
}
