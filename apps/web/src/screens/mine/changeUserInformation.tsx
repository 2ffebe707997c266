import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../shell/screen.ts';
import { texts } from '../../shell/search.ts';

export const Route = createFileRoute('/mine/changeUserInformation')({
  staticData: { chrome: 'back' },
  validateSearch: texts('by'),
  component: screen(() => import('../../features/account/ChangeUserInformationScreen.tsx'), 'ChangeUserInformationScreen'),
});
