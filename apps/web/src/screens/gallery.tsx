import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../shell/screen.ts';

export const Route = createFileRoute('/gallery')({
  staticData: { chrome: 'bare' },
  component: screen(() => import('../features/gallery/GalleryScreen.tsx'), 'GalleryScreen'),
});
