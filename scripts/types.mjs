// Type-checks every workspace, two at a time, each under its own library set: the engine must compile without Node or DOM.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';

const folders = ['packages', 'apps']
  .flatMap((room) => readdirSync(room).map((name) => `${room}/${name}`))
  .concat('bench', 'simulator', 'e2e');
const projects = folders.filter(
  (folder) => existsSync(`${folder}/tsconfig.json`) && existsSync(`${folder}/src`) && readdirSync(`${folder}/src`).length > 0,
);
const check = (project) =>
  new Promise((resolve) => {
    const started = Date.now();
    const child = spawn('node_modules/.bin/tsc', ['-p', project], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    child.on('close', (status) => {
      console.log(`types ${project}: ${status === 0 ? 'ok' : 'failed'} (${Date.now() - started} ms)`);
      if (output) console.log(output);
      resolve(status === 0);
    });
  });
const queue = [...projects];
const results = await Promise.all(
  [0, 1].map(async () => {
    let good = true;
    for (let next = queue.shift(); next; next = queue.shift()) good = (await check(next)) && good;
    return good;
  }),
);
process.exit(results.every(Boolean) ? 0 : 1);
