import CalendarRange from 'lucide-react/icons/calendar-range';
import FileBadge from 'lucide-react/icons/file-badge';
import StickyNote from 'lucide-react/icons/sticky-note';
import { commandTexts as packetCommand } from '#features/packets/command-texts.ts';
import { menuTexts as packetTexts } from '#features/packets/menu-texts.ts';
import type { FeatureCommand, LaterFeature } from '#platform/features/later-feature.ts';
import { menuTexts as texts } from '../menu-texts.ts';
import { openReport } from './open-report.ts';

const reportsToOpen = [
  { name: 'week', label: texts.week, keywords: texts.label, Icon: CalendarRange, needs: 'account' },
  { name: 'packet', label: packetTexts.packet, keywords: packetCommand.keywords, Icon: FileBadge },
  { name: 'board', label: texts.board, keywords: texts.label, Icon: StickyNote, needs: 'account' },
] as const;

export const reports = {
  commands: reportsToOpen.map(({ name, ...shown }): FeatureCommand => ({
    id: `report-${name}`,
    ...shown,
    async onChoose(to) {
      await to.tab('timeline');
      openReport(name);
    },
  })),
} satisfies LaterFeature;
