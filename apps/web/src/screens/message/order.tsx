import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../shell/screen.ts';
import { texts } from '../../shell/search.ts';

export const Route = createFileRoute('/message/order')({
  staticData: { chrome: 'back' },
  validateSearch: texts('unread', 'page'),
  component: screen(() => import('../../features/messages/NoticeListScreen.tsx'), 'OrderNoticesScreen'),
});
