import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../shell/screen.ts';
import { texts } from '../../shell/search.ts';

export const Route = createFileRoute('/mine/add_payment_method')({
  staticData: { chrome: 'back' },
  validateSearch: texts('kind', 'channel', 'back'),
  component: screen(() => import('../../features/payments/book/AddMethodScreen.tsx'), 'AddMethodScreen'),
});
