import { createFileRoute, redirect } from '@tanstack/react-router';
import { firstPage } from '../features/welcome/first-page.ts';

export const Route = createFileRoute('/')({
  beforeLoad: () => {
    throw redirect({ to: firstPage(), replace: true });
  },
});
