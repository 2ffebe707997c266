// npm test: everything a change must pass, in the order in which it fails fastest. `npm test -- unit browser` runs only those steps.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { stripVTControlCharacters } from 'node:util';
import { root } from './bundle.mjs';

const chromiumPlaces = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const chromium = chromiumPlaces.find((place) => place && existsSync(place));
const missing = [];
if (!chromium)
  missing.push('No Chromium: the browser tests are skipped. Install Debian\'s "chromium" or Google Chrome, or set CHROMIUM_PATH.');
if (!process.env.BOURSE_RECORDINGS)
  missing.push('BOURSE_RECORDINGS is not set: tests on recorded market data use the small fixtures only.');
if (availableParallelism() < 2) missing.push('Only one core: this takes longer than 15 minutes.');

/** Runs a program from the project's root; its output is shown as it comes and kept for counting. */
function run(command, args, { env = {}, timeoutMs = 600_000 } = {}) {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(command, args, { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    const timer = setTimeout(() => {
      output += `\nstopped after ${timeoutMs / 60_000} minutes\n`;
      child.kill('SIGKILL');
    }, timeoutMs);
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        process.stdout.write(chunk);
        output = (output + chunk).slice(-200_000);
      });
    }
    child.once('error', (error) => {
      clearTimeout(timer);
      resolve({ good: false, output: String(error) });
    });
    child.once('close', (status) => {
      clearTimeout(timer);
      resolve({ good: status === 0, output });
    });
  });
}

const node = process.execPath;
const number = (text, pattern) => Number(pattern.exec(text)?.[1] ?? 0);

/** What failed, or passed at a second try only, with the first lines of why. It is said again at the end, where it cannot be missed. */
const failuresIn = (output) => {
  const lines = stripVTControlCharacters(output).split('\n');
  const starts = [...lines.keys()].filter((at) => /^\s*(FAIL|again) /.test(lines[at]));
  return [
    ...new Set(
      starts.map((at) =>
        lines
          .slice(at, at + 3)
          .join('\n')
          .trim(),
      ),
    ),
  ];
};

/** One step, one check. */
const single = async (command, args, options) => {
  const { good, output } = await run(command, args, options);
  return { passed: good ? 1 : 0, failed: good ? 0 : 1, skipped: 0, failures: good ? [] : [output.trim().slice(-1_000)] };
};

/** A program that ends with `N passed, N failed, N skipped`. */
async function counted(command, args, options) {
  const { good, output } = await run(command, args, options);
  const line =
    stripVTControlCharacters(output)
      .match(/^(\d+) passed, (\d+) failed, (\d+) skipped$/gm)
      ?.at(-1) ?? '';
  const [passed = 0, failed = 0, skipped = 0] = line.match(/\d+/g)?.map(Number) ?? [];
  return { passed, failed: good ? failed : Math.max(1, failed), skipped, failures: failuresIn(output) };
}

async function vitest(args = []) {
  const { good, output } = await run(node, ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', ...args], {
    timeoutMs: 2_700_000,
  });
  const line =
    stripVTControlCharacters(output)
      .match(/^\s*Tests\s+.*$/gm)
      ?.at(-1) ?? '';
  const failed = number(line, /(\d+) failed/);
  return {
    ...{ passed: number(line, /(\d+) passed/), failed: good ? failed : Math.max(1, failed), skipped: number(line, /(\d+) skipped/) },
    failures: failuresIn(output),
    // An error outside of any test, which vitest counts in a line of its own.
    outside: /^\s*Errors\s+\d+ error/m.test(stripVTControlCharacters(output)),
  };
}

/**
 * Files with a failure run once more by themselves, as the browser runs do: a machine that others share may stall a test that waits for a process. What
 * failed at first is said at the end in any case. A file that could not be loaded or set up, and an error outside of any test, fail at once.
 */
async function unit() {
  const first = await vitest();
  const files = [...new Set(first.failures.flatMap((text) => /\S+\.test\.tsx?/.exec(text)?.[0] ?? []))];
  const tests = first.failures.filter((text) => text.split('\n', 1)[0].includes(' > ')).length;
  if (first.outside || tests !== first.failures.length || tests !== first.failed || files.length > 3 || tests === 0) return first;
  console.log(`\n== unit, once more: ${files.join(', ')}`);
  const second = await vitest(['--maxWorkers=1', ...files]);
  if (second.failed > 0) return { ...first, failures: [...first.failures, ...second.failures] };
  const failures = first.failures.map((text) => `at the first try only: ${text}`);
  return { passed: first.passed + first.failed, failed: 0, skipped: first.skipped, failures };
}

async function web() {
  try {
    const { buildWeb } = await import('./web.mjs');
    console.log(`web app: ${await buildWeb()}`);
    return { passed: 1, failed: 0, skipped: 0 };
  } catch (error) {
    console.log(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

const skipped = (why) => {
  console.log(why);
  return { passed: 0, failed: 0, skipped: 1 };
};
const entry = (path, args = [], options) =>
  existsSync(new URL(`../${path}`, import.meta.url))
    ? counted(node, ['scripts/run.mjs', path, ...args], options)
    : skipped(`${path} does not exist`);

/** On a slow machine the browser runs get what is left of this, so that the whole ends well inside an hour and a half. */
const wholeMinutes = 72;
const startedAt = Date.now();
/** Minutes for the browser runs: at most 35, at least 15. */
const browserMinutes = () => Math.round(Math.min(35, Math.max(15, wholeMinutes - (Date.now() - startedAt) / 60_000)));

const steps = {
  types: () => single(node, ['scripts/types.mjs']),
  lint: () => single(node, ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.']),
  unit,
  web,
  // Six kills here; twenty are `node scripts/run.mjs e2e/src/process/run.ts` by itself.
  processes: () => entry('e2e/src/process/run.ts', [], { env: { BOURSE_KILLS: process.env.BOURSE_KILLS ?? '6' }, timeoutMs: 1_500_000 }),
  // Six cuts of the chat's network and two kills here; twenty and five are `node scripts/run.mjs e2e/src/run.ts --only "a chat"` by itself.
  browser: () =>
    chromium
      ? entry('e2e/src/run.ts', [], {
          // Runs that find no time are left out, and named. By itself the suite leaves none out.
          env: {
            CHROMIUM_PATH: chromium,
            BOURSE_CUTS: process.env.BOURSE_CUTS ?? '6',
            BOURSE_E2E_MINUTES: process.env.BOURSE_E2E_MINUTES ?? String(browserMinutes()),
          },
          timeoutMs: 3_300_000,
        })
      : skipped(missing[0]),
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in steps));
if (unknown.length > 0) {
  console.error(`No such step: ${unknown.join(', ')}. There are: ${Object.keys(steps).join(', ')}`);
  process.exit(2);
}
for (const line of missing) console.log(line);
const total = { passed: 0, failed: 0, skipped: 0 };
const summary = [];
const failures = [];
for (const [name, step] of Object.entries(steps)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n== ${name}`);
  const started = Date.now();
  const result = await step();
  for (const key of Object.keys(total)) total[key] += result[key];
  failures.push(...(result.failures ?? []));
  summary.push(
    `${name.padEnd(10)} ${result.passed} passed, ${result.failed} failed, ${result.skipped} skipped (${((Date.now() - started) / 1000).toFixed(0)} s)`,
  );
}
if (failures.length > 0) console.log(`\n${failures.join('\n\n')}`);
console.log(`\n${summary.join('\n')}`);
for (const line of missing) console.log(line);
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed === 0 ? 0 : 1);
