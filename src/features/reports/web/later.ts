import CalendarRange from 'lucide-react/icons/calendar-range';
import StickyNote from 'lucide-react/icons/sticky-note';
import type { FeatureCommand, LaterFeature } from '#platform/features/later-feature.ts';
import { menuTexts as texts } from '../menu-texts.ts';
import { openReport } from './open-report.ts';

const icons = { week: CalendarRange, board: StickyNote };

export const reports = {
  commands: (['week', 'board'] as const).map((name): FeatureCommand => ({
    id: `report-${name}`,
    label: texts[name],
    keywords: texts.label,
    Icon: icons[name],
    needs: 'account',
    async onChoose(to) {
      await to.tab('timeline');
      openReport(name);
    },
  })),
} satisfies LaterFeature;
