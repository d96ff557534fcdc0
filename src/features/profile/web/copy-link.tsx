import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useEffect, useState, type Ref } from 'react';
import { Button } from '#ui/button.tsx';
import { copyText } from '#ui/copy-text.ts';
import { toast } from '#ui/toast.ts';
import { texts } from '../texts.ts';

const slugTexts = texts.slug;
/** How long the button shows "Copied!", in milliseconds. */
const copiedMs = 2000;

type Props = { slug: string; ref?: Ref<HTMLButtonElement> };

/** Copies the public link and confirms it for 2 seconds. */
export function CopyLink({ slug, ref }: Props) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), copiedMs);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy() {
    try {
      await copyText(publicLink(slug));
      setCopied(true);
      toast(slugTexts.linkCopied);
    } catch {
      toast({ ...slugTexts.copyFailed, tone: 'danger' });
    }
  }

  const Icon = copied ? Check : Copy;
  return (
    <Button ref={ref} onClick={() => void copy()}>
      <Icon aria-hidden="true" size={16} className={copied ? 'text-primary' : 'text-ink-3'} />
      {copied ? slugTexts.copied : slugTexts.copy}
    </Button>
  );
}

/** The address that the user shares: {host}/{slug}. */
export function publicLink(slug: string): string {
  return `${location.origin}/${slug}`;
}
