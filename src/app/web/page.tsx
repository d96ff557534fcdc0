import { lazy, useState, type ComponentType } from 'react';

/**
 * A page whose code is loaded on demand. Once `preload` has loaded it, it renders without waiting, both on the server
 * and when the browser takes over what the server rendered.
 */
export function page<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  const preload = async () => {
    loaded ??= await load();
  };
  const Later = lazy(async () => ({ default: (loaded ??= await load()) }));
  function Page(props: Props) {
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Later);
    return <Shown {...props} />;
  }
  return Object.assign(Page, { preload, isLoaded: () => loaded !== undefined });
}
