import { runFlows } from './flows.ts';
import { startFirefox } from './support/firefox.ts';

runFlows('Firefox', startFirefox);
