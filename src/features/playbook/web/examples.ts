import { find } from './find.ts';

/** How long an example is shown. Milliseconds. */
const shownMs = 6000;

/** Shows the examples one after the other. They stop on hover and focus, and never start if the reader wants less motion. */
export function startExamples(root: HTMLElement): void {
  const items = [...root.querySelectorAll('li')];
  const button = find(root, 'button', HTMLButtonElement);
  const lessMotion = matchMedia('(prefers-reduced-motion: reduce)');
  let shown = 0;
  let isPaused = false;

  const show = (at: number) => {
    shown = at % items.length;
    items.forEach((item, index) => item.toggleAttribute('data-shown', index === shown));
  };
  const adapt = () => {
    root.toggleAttribute('data-rotating', !lessMotion.matches);
    button.hidden = lessMotion.matches;
  };
  button.onclick = () => {
    isPaused = !isPaused;
    button.textContent = (isPaused ? root.dataset['play'] : root.dataset['pause'])!;
  };
  lessMotion.addEventListener('change', adapt);
  setInterval(() => {
    if (!isPaused && !lessMotion.matches && !root.matches(':hover, :focus-within')) show(shown + 1);
  }, shownMs);
  show(0);
  adapt();
}
