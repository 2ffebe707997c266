import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../shell/screen.ts';

export const Route = createFileRoute('/invitation_settings/')({
  staticData: { chrome: 'back' },
  component: screen(() => import('../../features/invite/CodesScreen.tsx'), 'CodesScreen'),
});
