import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../shell/screen.ts';
import { texts } from '../shell/search.ts';

export const Route = createFileRoute('/login')({
  staticData: { chrome: 'bare' },
  validateSearch: texts('redirect', 'account'),
  component: screen(() => import('../features/account/LoginScreen.tsx'), 'LoginScreen'),
});
