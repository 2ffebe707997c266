import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../shell/screen.ts';

export const Route = createFileRoute('/timezoneselector')({
  staticData: { chrome: 'back' },
  component: screen(() => import('../features/settings/TimeZoneScreen.tsx'), 'TimeZoneScreen'),
});
