// The island of the privacy policy: its button leads to the page from which the reader came, if that is one of ours.
const button = document.querySelector('[data-back]');

/** Whether the reader has followed links to headings, which are steps in the history of this page. */
let hasMoved = false;
window.addEventListener('hashchange', () => (hasMoved = true));

function isOtherPage(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { origin, pathname } = new URL(address);
  return origin === location.origin && pathname !== location.pathname;
}

button?.addEventListener('click', (event) => {
  const from = document.referrer;
  if (!isOtherPage(from)) return;
  event.preventDefault();
  // A page that was opened in a new tab has no previous one, and the previous step may be a heading of this page. One with
  // a heading in its address may have been reloaded after such steps.
  if (hasMoved || location.hash !== '' || history.length < 2) location.assign(from);
  else history.back();
});
