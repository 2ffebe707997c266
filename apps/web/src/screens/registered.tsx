import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../shell/screen.ts';
import { texts } from '../shell/search.ts';

export const Route = createFileRoute('/registered')({
  staticData: { chrome: 'bare' },
  validateSearch: texts('redirect', 'inviteCode', 'demoInvite', 'areaCode'),
  component: screen(() => import('../features/account/RegisterScreen.tsx'), 'RegisterScreen'),
});
