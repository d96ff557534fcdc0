import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { guestId } from '#features/guest/constants.ts';
import type { Scope } from '#platform/reader/scope.ts';
import { Dialog } from '#ui/dialog.tsx';
import { dismissToastsAbout } from '#ui/toast.ts';
import { editorTexts as texts } from '../editor-texts.ts';
import { printTexts } from '../print-texts.ts';
import { aboutPacket } from './packet-actions.ts';
import { NewPacket } from './new-packet.tsx';
import { PacketEditor } from './packet-editor.tsx';
import { PacketList } from './packet-list.tsx';

type View = { name: 'list' } | { name: 'new' } | { name: 'packet'; id: string };

/** Review packets: the list, a new one, or the editor of one (R-M1). */
export function PacketsDialog({ scope, onClose }: { scope: Scope; onClose: () => void }) {
  const [view, setView] = useState<View>({ name: 'list' });
  const content = useRef<HTMLDivElement>(null);

  /** From its top, because on a phone the dialog scrolls as a whole, and without messages about what was shown before. */
  function show(next: View): void {
    flushSync(() => setView(next));
    dismissToastsAbout(aboutPacket);
    content.current?.closest('.dialog-content')?.scrollTo(0, 0);
  }

  const toList = () => show({ name: 'list' });
  const open = (id: string) => show({ name: 'packet', id });
  return (
    <Dialog
      open
      size="full"
      title={texts.title}
      description={view.name !== 'packet' && (scope.userId === guestId ? printTexts.about : texts.about)}
      onClose={onClose}
    >
      <div ref={content} className="h-full">
        {view.name === 'list' && (
          <PacketList scope={scope} onOpen={open} onNew={() => show({ name: 'new' })} />
        )}
        {view.name === 'new' && <NewPacket scope={scope} onCreated={open} onBack={toList} />}
        {view.name === 'packet' && <PacketEditor key={view.id} scope={scope} id={view.id} onBack={toList} />}
      </div>
    </Dialog>
  );
}
