// Who gets what, as HTTP status: one row per route, one cell per request variant and kind of caller. Without a session
// the status is 401. For anything that the caller may not know about, it is 404, as if it did not exist.
import type { Kind } from './callers.ts';
import type { Rows } from './row.ts';
import { accountRows } from './rows/accounts.ts';
import { apiTokenRows } from './rows/api-tokens.ts';
import { assistantRows } from './rows/assistants.ts';
import { billingRows } from './rows/billing.ts';
import { captureRows } from './rows/capture.ts';
import { checkInRows } from './rows/check-ins.ts';
import { contentRows } from './rows/content.ts';
import { commandLineRows } from './rows/command-line.ts';
import { connectedAppRows } from './rows/connected-apps.ts';
import { exportRows } from './rows/export.ts';
import { credentialRows } from './rows/credentials.ts';
import { goalRows } from './rows/goals.ts';
import { guestRows } from './rows/guest.ts';
import { importedRecordRows } from './rows/imported-records.ts';
import { mailInRows } from './rows/mail-in.ts';
import { memberRows } from './rows/members.ts';
import { packetRows } from './rows/packets.ts';
import { playbookRows } from './rows/playbook.ts';
import { profileRows } from './rows/profile.ts';
import { publicLogbookRows } from './rows/public-logbooks.ts';
import { reminderRows } from './rows/reminders.ts';
import { reportRows } from './rows/reports.ts';
import { resumeRows } from './rows/resumes.ts';
import { serverRows } from './rows/server.ts';
import { sharingRows } from './rows/sharing.ts';
import { shoutoutRows } from './rows/shoutouts.ts';
import { signInMethodRows } from './rows/sign-in-methods.ts';
import { singleSignOnRows } from './rows/single-sign-on.ts';
import { snapshotRows } from './rows/snapshot.ts';
import { suggestionRows } from './rows/suggestions.ts';
import { teamRows } from './rows/teams.ts';
import { vouchRows } from './rows/vouches.ts';

export const rows: Rows = {
  ...accountRows,
  ...apiTokenRows,
  ...connectedAppRows,
  ...signInMethodRows,
  ...singleSignOnRows,
  ...assistantRows,
  ...commandLineRows,
  // Before the rows that replace photos and résumés.
  ...publicLogbookRows,
  ...profileRows,
  ...checkInRows,
  ...captureRows,
  ...mailInRows,
  ...suggestionRows,
  ...guestRows,
  ...goalRows,
  ...shoutoutRows,
  ...sharingRows,
  ...memberRows,
  ...reminderRows,
  ...reportRows,
  ...resumeRows,
  ...snapshotRows,
  ...packetRows,
  ...playbookRows,
  ...vouchRows,
  ...importedRecordRows,
  ...credentialRows,
  ...teamRows,
  ...exportRows,
  ...contentRows,
  ...serverRows,
  // Last, because its callers have the Team plan afterwards.
  ...billingRows,
};

/** The status for a caller. Cookies sent from a foreign page change nothing, no matter whose they are (R-A7). */
export function statusFor(row: string, variant: string, kind: Kind): number {
  if (kind.foreignPage && !row.startsWith('GET ')) return 403;
  const cell = rows[row]!.expected[variant]!;
  const byCookies = kind.cookies ? cell.cookies : undefined;
  return cell.except?.[kind.name] ?? byCookies ?? (kind.live ? cell.live : cell.noSession);
}
