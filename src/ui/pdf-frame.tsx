import { cx } from './cx.ts';

/** Shows a PDF in the browser's viewer. `className` sets the height. */
export function PdfFrame({ src, title, className }: { src: string; title: string; className: string }) {
  return (
    // oxlint-disable-next-line react/iframe-missing-sandbox -- Chromium shows no PDF in a sandboxed frame
    <iframe
      src={src}
      title={title}
      // Even when it is in an element that is still closed.
      loading="lazy"
      className={cx('w-full rounded-sheet border border-rule bg-sunken', className)}
    />
  );
}
