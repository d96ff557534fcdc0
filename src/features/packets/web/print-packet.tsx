import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import type { Scope } from '#platform/reader/scope.ts';
import { Button } from '#ui/button.tsx';
import { RecordDocument } from '#ui/record-document.tsx';
import type { PacketDocument } from '../format-contract.ts';
import { pageTexts } from '../page-texts.ts';
import { printTexts as texts } from '../print-texts.ts';
import { fileLine } from '../provenance-rules.ts';
import { shownDocument } from '../shown-rules.ts';
import { withSavedDraft } from './packet-actions.ts';
import { call } from './packet-queries.ts';

type Props = { scope: Scope; id: string; variant?: 'primary' | 'outline' };

/** Prints the packet as it is now, with the styles of its page. It has neither a link nor a signature. */
export function PrintPacket({ scope, id, variant = 'outline' }: Props) {
  const page = { queries: useQueryClient(), scope };
  const [printed, setPrinted] = useState<PacketDocument>();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      withSavedDraft(page, id, async () => {
        const document = await call('GET /api/packets/:id/document', { params: { id } });
        print(document);
      }),
  });

  function print(content: PacketDocument): void {
    const { title } = document;
    flushSync(() => setPrinted(content));
    // The browser proposes it as the name of a PDF.
    document.title = content.title;
    addEventListener(
      'afterprint',
      () => {
        document.title = title;
        setPrinted(undefined);
      },
      { once: true },
    );
    globalThis.print();
  }

  return (
    <>
      <Button variant={variant} busy={isPending} onClick={() => mutate()}>
        {texts.print}
      </Button>
      {printed &&
        createPortal(
          // What else is on the page is not printed meanwhile (base.css).
          <div data-printed className="hidden print:block">
            <RecordDocument
              {...shownDocument(printed, fileLine)}
              labels={{ files: pageTexts.files, note: pageTexts.note }}
            >
              <p className="mt-10 border-t border-rule pt-5 text-meta text-ink-2">{texts.unsigned}</p>
            </RecordDocument>
          </div>,
          document.body,
        )}
    </>
  );
}
