import { Button, buttonClass } from '#ui/button.tsx';
import { Dropdown } from '#ui/dropdown.tsx';
import { dialogTexts as texts } from '../texts.ts';
import { EmailForm } from './email-form.tsx';
import { downloadReport, printReport } from './report-document.ts';

type Props = { html: string; week: string; timezone: string };

/** Download, print and email of a week in review. */
export function ShareMenu({ html, week, timezone }: Props) {
  const item = 'justify-start text-start';
  return (
    <Dropdown button={texts.share} buttonClass={buttonClass('primary')}>
      <div role="group" aria-label={texts.share} className="grid">
        <Button
          variant="quiet"
          className={item}
          onClick={() => downloadReport('week-in-review', html, timezone)}
        >
          {texts.downloadHtml}
        </Button>
        <Button variant="quiet" className={item} onClick={() => printReport(html)}>
          {texts.printPdf}
        </Button>
        <EmailForm week={week} timezone={timezone} />
      </div>
    </Dropdown>
  );
}
