// The island of all content pages: the theme control, and who reads the page. Their head has set both before the first
// paint; this follows later changes.
import { knownSession } from '#features/accounts/web/session/session-memory.ts';
import { appliedTheme, chooseTheme, followTheme, onThemeChange, themes } from '#ui/theme.ts';

const control = document.querySelector<HTMLSelectElement>('[data-theme-choice]');
if (control) {
  const show = () => (control.value = appliedTheme().chosen);
  onThemeChange(show);
  control.addEventListener('change', () => {
    const chosen = themes.find((theme) => theme === control.value);
    if (chosen) chooseTheme(chosen);
  });
}
followTheme();

const showReader = () => (document.documentElement.dataset['reader'] = knownSession() ? 'member' : 'visitor');
window.addEventListener('storage', showReader);
// A page from the back/forward cache was left before the sign-in.
window.addEventListener('pageshow', showReader);

// The page that the service worker shows in place of one that it has not stored.
if (document.querySelector('[data-needs-connection]')) {
  // A reload would cancel the way to another page that the reader has chosen meanwhile.
  let leaving = false;
  window.addEventListener('beforeunload', () => (leaving = true));
  window.addEventListener('online', () => {
    if (!leaving) location.reload();
  });
}
