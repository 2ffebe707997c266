/**
 * Type-checks every workspace, two at a time, each under its own library set: the engine must compile without Node or DOM. With arguments
 * (`npm run -s types -- apps/server e2e`) only those. What was found stays in `node_modules/.cache`, so that the next check reads only what changed.
 */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';

const folders = ['packages', 'apps']
  .flatMap((room) => readdirSync(room).map((name) => `${room}/${name}`))
  .concat('bench', 'simulator', 'e2e');
const projects = folders.filter(
  (folder) => existsSync(`${folder}/tsconfig.json`) && existsSync(`${folder}/src`) && readdirSync(`${folder}/src`).length > 0,
);
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !projects.includes(name));
if (unknown.length > 0) {
  console.error(`types: there is no ${unknown.join(', ')}. The workspaces are ${projects.join(', ')}.`);
  process.exit(2);
}
const check = (project) =>
  new Promise((resolve) => {
    const started = Date.now();
    const kept = `node_modules/.cache/types/${project.replace('/', '-')}.tsbuildinfo`;
    const child = spawn('node_modules/.bin/tsc', ['-p', project, '--incremental', '--tsBuildInfoFile', kept], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
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
const queue = asked.length > 0 ? asked : projects.slice();
const results = await Promise.all(
  [0, 1].map(async () => {
    let good = true;
    for (let next = queue.shift(); next; next = queue.shift()) good = (await check(next)) && good;
    return good;
  }),
);
process.exit(results.every(Boolean) ? 0 : 1);
