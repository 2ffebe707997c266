import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../shell/screen.ts';
import { texts } from '../shell/search.ts';

export const Route = createFileRoute('/chooseArea')({
  staticData: { chrome: 'back' },
  validateSearch: texts('redirect'),
  component: screen(() => import('../features/account/ChooseAreaScreen.tsx'), 'ChooseAreaScreen'),
});
