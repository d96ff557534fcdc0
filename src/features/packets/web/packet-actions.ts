// What is done with a saved packet: publish it, change its link, and copy it as text.
import { messageOf } from '#platform/http/client.ts';
import { copyText } from '#ui/copy-text.ts';
import { toast } from '#ui/toast.ts';
import type { Packet } from '../contract.ts';
import { toMarkdown, toPlainText } from '../document-rules.ts';
import { publishTexts as texts } from '../publish-texts.ts';
import { sendDraft, type Page } from './packet-outbox.ts';
import { call, packetListQuery, packetQuery } from './packet-queries.ts';

/** Groups the toasts about a packet. */
export const aboutPacket = 'packet';

/** Runs an action once the server has the draft. Reports failures. Resolves to whether it succeeded. */
export async function withSavedDraft(
  page: Page,
  packetId: string,
  action: () => Promise<unknown>,
): Promise<boolean> {
  try {
    if (!(await sendDraft(page, packetId))) {
      toast({ title: texts.notSaved, tone: 'danger', about: aboutPacket });
      return false;
    }
    await action();
    return true;
  } catch (error) {
    toast({ title: messageOf(error) ?? texts.failed, tone: 'danger', about: aboutPacket });
    return false;
  }
}

/** Shows what the server has stored of a packet. */
export function storePacket({ queries, scope }: Page, packet: Packet): void {
  queries.setQueryData(packetQuery(scope, packet.id).queryKey, packet);
  void queries.invalidateQueries({ queryKey: packetListQuery(scope).queryKey });
}

/** Copies the packet, as publishing would freeze it now. */
export function copyPacket(page: Page, packetId: string, as: 'markdown' | 'text'): Promise<boolean> {
  return withSavedDraft(page, packetId, async () => {
    const document = await call('GET /api/packets/:id/document', { params: { id: packetId } });
    await copyText(as === 'markdown' ? toMarkdown(document) : toPlainText(document));
    toast({ title: texts.copied, about: aboutPacket });
  });
}
