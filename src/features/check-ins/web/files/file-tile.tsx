import { useQuery } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import File from 'lucide-react/icons/file';
import FileAudio from 'lucide-react/icons/file-headphone';
import FileImage from 'lucide-react/icons/file-image';
import FileText from 'lucide-react/icons/file-text';
import FileVideo from 'lucide-react/icons/file-play';
import { useState } from 'react';
import type { LogFile } from '../../contract.ts';
import { hasThumbnail } from '../../rules.ts';
import { signedQuery } from '../queries/check-in-queries.ts';

const icons: Record<LogFile['preview'], LucideIcon> = {
  image: FileImage,
  video: FileVideo,
  audio: FileAudio,
  pdf: FileText,
  text: FileText,
  none: File,
};

/** A file's tile in a list: a thumbnail for an image, otherwise an icon of its type. */
export function FileTile({ file }: { file: LogFile }) {
  const shows = hasThumbnail(file);
  const signed = useQuery({ ...signedQuery(file.id), enabled: shows });
  const [broken, setBroken] = useState(false);
  const Icon = icons[file.preview];
  return (
    <span className="grid size-10 shrink-0 place-items-center overflow-hidden rounded-counter bg-sunken text-ink-3">
      {shows && signed.data && !broken ? (
        <img
          src={signed.data.url}
          alt=""
          width={40}
          height={40}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
          className="size-full object-cover"
        />
      ) : (
        <Icon aria-hidden="true" size={18} />
      )}
    </span>
  );
}
