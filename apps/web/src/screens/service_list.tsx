import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../shell/screen.ts';

export const Route = createFileRoute('/service_list')({
  staticData: { chrome: 'back' },
  component: screen(() => import('../features/chat/ServiceListScreen.tsx'), 'ServiceListScreen'),
});
