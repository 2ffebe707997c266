import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../shell/screen.ts';

export const Route = createFileRoute('/mine/bank')({
  staticData: { chrome: 'back' },
  component: screen(() => import('../../features/payments/book/BankScreen.tsx'), 'BankScreen'),
});
