import { useEffect, useRef, useState, type ReactNode } from 'react';
import { fetchAhead } from './when-idle.ts';

/** How far outside of the window the place is when its content is rendered, in pixels. */
const marginPx = 600;

type Props = {
  /** Shown until then. It should be as high as the content. */
  waiting: ReactNode;
  children: ReactNode;
};

/**
 * Renders its content when the user comes near, or is fetched ahead. For a part below the first
 * screen whose code is loaded apart (`fetched`).
 */
export function Later({ waiting, children }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const want = () => setWanted(true);
    const observer = new IntersectionObserver(
      (crossings) => crossings.some(({ isIntersecting }) => isIntersecting) && want(),
      { rootMargin: `${marginPx}px 0px` },
    );
    if (place.current) observer.observe(place.current);
    const cancel = fetchAhead(want);
    return () => {
      observer.disconnect();
      cancel();
    };
  }, []);
  return <div ref={place}>{wanted ? children : waiting}</div>;
}
