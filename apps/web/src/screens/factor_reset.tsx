import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../shell/screen.ts';

export const Route = createFileRoute('/factor_reset')({
  staticData: { chrome: 'bare' },
  component: screen(() => import('../features/account/FactorResetScreen.tsx'), 'FactorResetScreen'),
});
