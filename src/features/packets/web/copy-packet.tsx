import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Scope } from '#platform/reader/scope.ts';
import { Button } from '#ui/button.tsx';
import { publishTexts as texts } from '../publish-texts.ts';
import { copyPacket } from './packet-actions.ts';

/** The packet as text, for forms that want bullet points. */
export function CopyPacket({ scope, id }: { scope: Scope; id: string }) {
  const queries = useQueryClient();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (as: 'markdown' | 'text') => copyPacket({ queries, scope }, id, as),
    networkMode: 'always',
  });
  return (
    <div className="flex flex-wrap gap-2">
      <Button busy={isPending && variables === 'markdown'} onClick={() => mutate('markdown')}>
        {texts.copyMarkdown}
      </Button>
      <Button busy={isPending && variables === 'text'} onClick={() => mutate('text')}>
        {texts.copyText}
      </Button>
    </div>
  );
}
