import { icon } from '../icon.ts';

export default icon('M5 12h14', 'M12 5v14');
