import { spawn } from 'node:child_process';

/** Builds the web app and the console when their sources changed; in a process of its own, since bundling this program would move the builder's root. */
export const buildApp = () =>
  new Promise<string>((resolve, reject) => {
    const code =
      "import('./scripts/web.mjs').then(async ({ buildConsole, buildWeb }) => console.log(await buildWeb(), await buildConsole()))";
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.once('error', reject);
    child.once('close', (status) => (status === 0 ? resolve(output.trim()) : reject(new Error('The web app could not be built.'))));
  });
