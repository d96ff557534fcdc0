import { showAccountNeeded } from '#features/guest/web/account-needed.ts';
import { needsAccountToVouch } from '../guest-texts.ts';

export const showVouchNeedsAccount = () => showAccountNeeded(needsAccountToVouch);
