import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../shell/screen.ts';
import { texts } from '../shell/search.ts';

export const Route = createFileRoute('/forgot')({
  staticData: { chrome: 'bare' },
  validateSearch: texts('account'),
  component: screen(() => import('../features/account/ForgotScreen.tsx'), 'ForgotScreen'),
});
