import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../shell/screen.ts';

export const Route = createFileRoute('/mine/protection')({
  staticData: { chrome: 'back' },
  component: screen(() => import('../../features/protection/ProtectionScreen.tsx'), 'ProtectionScreen', 'rest', 'leverage'),
});
