import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../shell/screen.ts';

export const Route = createFileRoute('/message/')({
  staticData: { chrome: 'back' },
  component: screen(() => import('../../features/messages/MessagesScreen.tsx'), 'MessagesScreen'),
});
