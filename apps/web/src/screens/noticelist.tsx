import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../shell/screen.ts';
import { texts } from '../shell/search.ts';

export const Route = createFileRoute('/noticelist')({
  staticData: { chrome: 'back' },
  validateSearch: texts('topic', 'unread', 'page'),
  component: screen(() => import('../features/messages/NoticeListScreen.tsx'), 'NoticeListScreen'),
});
