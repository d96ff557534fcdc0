import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { copyText } from '#ui/copy-text.ts';
import { toast } from '#ui/toast.ts';
import { texts } from '../texts.ts';

const words = texts.slug;
/** How long the button says that it has copied, in milliseconds. */
const saidFor = 2000;

/** Copies the public link, and says so for 2 seconds. */
export function CopyLink({ slug }: { slug: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), saidFor);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy() {
    try {
      await copyText(`${location.origin}/${slug}`);
      setCopied(true);
    } catch {
      toast({ ...words.copyFailed, tone: 'danger' });
    }
  }

  const Icon = copied ? Check : Copy;
  return (
    <Button onClick={() => void copy()}>
      <Icon aria-hidden="true" size={16} className={copied ? 'text-primary' : 'text-ink-3'} />
      <span aria-live="polite">{copied ? words.copied : words.copy}</span>
    </Button>
  );
}
