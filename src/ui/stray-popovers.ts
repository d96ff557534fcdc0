// A popover follows its button while the page scrolls. Out of view, it would be a box without a context, partly outside
// the window.

/** Closes each popover when its button is no longer in view. Call it once per page. */
export function closeStrayPopovers(): void {
  // The event does not bubble.
  document.addEventListener('toggle', ({ target }) => watch(target), true);
}

function watch(popover: EventTarget | null): void {
  if (!(popover instanceof HTMLElement) || popover.popover !== 'auto' || !popover.matches(':popover-open'))
    return;
  const openers = document.querySelectorAll<HTMLButtonElement>('[popovertarget]');
  const opener = [...openers].find(({ popoverTargetElement }) => popoverTargetElement === popover);
  if (!opener) return;
  const observer = new IntersectionObserver(([entry]) => {
    if (entry?.isIntersecting === false) popover.hidePopover();
  });
  observer.observe(opener);
  popover.addEventListener('beforetoggle', () => observer.disconnect(), { once: true });
}
