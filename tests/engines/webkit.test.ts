import { runFlows } from './flows.ts';
import { startWebKit } from './support/webkit.ts';

runFlows('WebKit', startWebKit);
