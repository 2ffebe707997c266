import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../shell/screen.ts';

export const Route = createFileRoute('/mine/helpFeedback')({
  staticData: { chrome: 'back' },
  component: screen(() => import('../../features/feedback/FeedbackScreen.tsx'), 'FeedbackScreen'),
});
