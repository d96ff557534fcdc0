import { initials } from './initials.ts';

type Props = {
  name: string;
  /** Address of a photo; initials stand in without one. */
  src: string | null;
};

/** A square with a photo or initials; the name stands beside it, so it says nothing itself. */
export function Avatar({ name, src }: Props) {
  if (src)
    return <img src={src} alt="" width={32} height={32} className="size-8 rounded-control object-cover" />;
  return (
    <span
      aria-hidden="true"
      className="grid size-8 shrink-0 place-items-center rounded-control bg-primary-wash text-meta font-[650] text-primary"
    >
      {initials(name)}
    </span>
  );
}
