import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { messages } from './apps/web/build/messages.ts';

const web = fileURLToPath(new URL('apps/web', import.meta.url));

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['{packages,apps}/*/src/**/*.test.ts', '{simulator,bench,scripts}/**/*.test.ts'],
          environment: 'node',
        },
      },
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
