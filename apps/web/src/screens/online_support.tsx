import { createFileRoute, redirect } from '@tanstack/react-router';

/** An older address of the list of what can be asked. */
export const Route = createFileRoute('/online_support')({
  staticData: { chrome: 'back' },
  beforeLoad: () => {
    throw redirect({ to: '/service_list', replace: true });
  },
});
