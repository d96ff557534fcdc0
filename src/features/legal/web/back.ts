// The island of the privacy policy: its button leads to the page from which the reader came, if that is one of ours.
const button = document.querySelector('[data-back]');

const isOwn = (address: string) => URL.canParse(address) && new URL(address).origin === location.origin;

button?.addEventListener('click', (event) => {
  // A page that was opened in a new tab has no previous one.
  if (!isOwn(document.referrer) || history.length < 2) return;
  event.preventDefault();
  history.back();
});
