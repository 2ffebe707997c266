import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../shell/screen.ts';

export const Route = createFileRoute('/invite/QRCode')({
  staticData: { chrome: 'back' },
  component: screen(() => import('../../features/invite/QrScreen.tsx'), 'QrScreen'),
});
