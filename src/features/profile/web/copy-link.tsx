import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { copyText } from '#ui/copy-text.ts';
import { toast } from '#ui/toast.ts';
import { texts } from '../texts.ts';

const slugTexts = texts.slug;
/** How long the button shows "Copied!", in milliseconds. */
const copiedMs = 2000;

/** Copies the public link and confirms it for 2 seconds. */
export function CopyLink({ slug }: { slug: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), copiedMs);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy() {
    try {
      await copyText(`${location.origin}/${slug}`);
      setCopied(true);
    } catch {
      toast({ ...slugTexts.copyFailed, tone: 'danger' });
    }
  }

  const Icon = copied ? Check : Copy;
  return (
    <Button onClick={() => void copy()}>
      <Icon aria-hidden="true" size={16} className={copied ? 'text-primary' : 'text-ink-3'} />
      <span aria-live="polite">{copied ? slugTexts.copied : slugTexts.copy}</span>
    </Button>
  );
}
