// How the app can be installed in this browser. Pure.

type Browser = {
  /** Whether this page is the installed app. */
  isInstalled: boolean;
  /** Whether the browser offered it. */
  hasOffer: boolean;
  userAgent: string;
  maxTouchPoints: number;
};

/** `offer`: the browser asks. `ios`: the user does it in the menus of Safari, which makes no offers. Undefined: not at all. */
export function installWay({
  isInstalled,
  hasOffer,
  userAgent,
  maxTouchPoints,
}: Browser): 'offer' | 'ios' | undefined {
  if (isInstalled) return undefined;
  if (hasOffer) return 'offer';
  // An iPad says that it is a Mac.
  const isIos = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  const isSafari =
    /Version\/[\d.]+.* Safari\//.test(userAgent) && !/CriOS|FxiOS|EdgiOS|OPT\//.test(userAgent);
  return isIos && isSafari ? 'ios' : undefined;
}
