import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { messages } from './apps/web/build/messages.ts';

const web = fileURLToPath(new URL('apps/web', import.meta.url));

/** Tests that replace modules or globals: each needs a world of its own. So do the stores of the faces, which live as long as their module. */
const apart = [
  'apps/web/src/**/*.test.ts',
  'apps/console/src/**/*.test.ts',
  'packages/ui/src/**/*.test.ts',
  'apps/server/src/platform/log.test.ts',
  'apps/server/src/projections/unknown-room.test.ts',
];

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A busy machine lets a condition wait.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['{packages,apps}/*/src/**/*.test.ts', '{simulator,bench,scripts}/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...apart],
          environment: 'node',
          // Most of a server test's time was loading the server once more: test files share their process's modules.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'apart', include: apart, environment: 'node' } },
      {
        // Screens, tickets and forms of the web app, in a DOM.
        extends: true,
        plugins: [messages(web)],
        test: {
          name: 'dom',
          include: ['{packages,apps}/*/src/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: ['apps/web/src/testing/setup.ts'],
        },
      },
    ],
  },
});
