type Size = { width: number; height: number };

/** Opens a small window in the middle of this one. Null: the browser blocked it. */
export function openSmallWindow(url: string, { width, height }: Size): Window | null {
  const left = Math.round(screenX + (outerWidth - width) / 2);
  const top = Math.round(screenY + (outerHeight - height) / 2);
  return open(url, '_blank', `popup,width=${width},height=${height},left=${left},top=${top}`);
}

/** Opens another site in a small window, in the middle of this one. If the browser blocks it, opens a tab (R-K4). */
export function openPopUp(url: string, size: Size): void {
  const opened = openSmallWindow(url, size);
  if (opened) {
    // `noopener` would do the same, but hides whether the window was blocked.
    opened.opener = null;
    return;
  }
  const link = document.createElement('a');
  link.href = url;
  link.target = '_blank';
  link.rel = 'noopener';
  link.click();
}
