import { createFileRoute, redirect } from '@tanstack/react-router';

/** An older address of the list of what can be asked. */
export const Route = createFileRoute('/mine/onlinesupport')({
  staticData: { chrome: 'back' },
  beforeLoad: () => {
    throw redirect({ to: '/service_list', replace: true });
  },
});
