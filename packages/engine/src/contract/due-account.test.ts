import { story } from '../testing/contract-story.ts';

story(
  'an account that a limit left due is no broken invariant, whatever its other positions wait for',
  `
  ann brings 60
  ben brings 10000
  cyd brings 10
  dan brings 1000
  ben opens long 8 @ 10000 x10
  ann opens short 8 @ 10000 x20 full
  ben opens short 3 @ 10000 x10
  ann opens long 2 @ 10000 x20 full
  cyd opens long 1 @ 10000 x20
  dan opens long 1 @ 9530 x1
  # Cyd's long is looked at first and ann's long is due after it. Her short waits for a price far above.
  index 7000
  ann holds short 8 entry 800 margin 40, long 2 entry 200 margin 10
  `,
  { limits: { marginChecksPerCommand: 1 } },
);
