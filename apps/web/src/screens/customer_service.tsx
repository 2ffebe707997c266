import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../shell/screen.ts';
import { texts } from '../shell/search.ts';

export const Route = createFileRoute('/customer_service')({
  staticData: { chrome: 'back' },
  validateSearch: texts('group', 'type', 'subject'),
  component: screen(() => import('../features/chat/CustomerServiceScreen.tsx'), 'CustomerServiceScreen'),
});
