import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { messages } from '../web/build/messages.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
/** The same as the customers' app. */
const browsers = ['chrome123', 'edge123', 'firefox120', 'safari17.5', 'ios17.5'];

export default defineConfig({
  root,
  base: '/console/',
  resolve: {
    alias: [
      { find: '../createLucideIcon.mjs', replacement: fileURLToPath(new URL('../../packages/ui/src/plain-icon.tsx', import.meta.url)) },
    ],
  },
  plugins: [react(), messages(root)],
  build: {
    target: browsers,
    cssTarget: browsers,
    modulePreload: { polyfill: false },
    cssMinify: 'lightningcss',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: { output: { entryFileNames: 'assets/[name]-[hash:7].js', chunkFileNames: 'assets/[name]-[hash:7].js' } },
  },
  server: { port: 5175, proxy: { '/api': 'http://localhost:8081' } },
});
