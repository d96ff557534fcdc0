import { buttonClass } from '#ui/button.tsx';
import { startPath } from '../path-constants.ts';
import { signInTexts } from '../way-texts.ts';
import { ways } from './ways.ts';

/** Leads to the provider, if there is one. Works without scripts. */
export function ProviderLink() {
  if (!ways.provider) return null;
  return (
    <a
      href={startPath}
      className={`${buttonClass(ways.passwords ? 'outline' : 'primary')} w-full py-1.5 text-center whitespace-normal!`}
    >
      {signInTexts.button(ways.provider)}
    </a>
  );
}
