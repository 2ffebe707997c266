// npm start: builds what changed, starts the server, says where to go.
import { pathToFileURL } from 'node:url';
import { freePort } from './free-port.mjs';
import { stopWithParent } from './with-parent.mjs';

const say = (text) => console.log(text);

function fail(problem, remedy) {
  console.error(`\nBourse could not start: ${problem}\n${remedy ? `${remedy}\n` : ''}`);
  process.exit(1);
}

/** What went wrong, in words, where we know it. */
function explain(error) {
  const text = error instanceof Error ? error.message : String(error);
  const code = error?.code ?? error?.cause?.code;
  if (error?.name === 'ConfigProblems') return [text, 'See docs/operations.md for every setting.'];
  if (error?.name === 'FileProblems') return [text, `${error.help} says what the file may say.`];
  if (error?.name === 'JournalFormatRefused') return [text, ''];
  if (code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND')
    return [`a package is missing (${text.split('\n')[0]}).`, 'Run: npm install'];
  if (code === 'EADDRINUSE')
    return [
      `port ${error.port ?? process.env.PORT ?? 8080} is in use.`,
      'Stop what uses it, or choose others: PORT=8090 npm start; with the console, BOURSE_CONSOLE_PORT=8091 too',
    ];
  if (process.env.DATABASE_URL && (error?.syscall === 'connect' || error?.syscall === 'getaddrinfo' || /^(28|3D)/.test(String(code))))
    return [`the database at DATABASE_URL cannot be used (${text}).`, 'Check that it runs, and its address, user and password.'];
  if (error?.path && ['EROFS', 'ENOTDIR', 'ENOENT', 'EEXIST'].includes(code))
    return [`the data folder cannot be used (${text}).`, 'Choose another: BOURSE_DATA=/path/to/folder npm start'];
  if (/^There is no embedded PostgreSQL/.test(text)) return [text, 'Or run npm install again, without leaving out optional packages.'];
  // Words meant for whoever starts the server need no stack behind them.
  if (/^The embedded database |holds something that is not a database/.test(text)) return [text, ''];
  if (code === 'EACCES' || code === 'EPERM')
    return [`this user may not do that (${text}).`, 'Check who owns the data folder, and whether the port is below 1024.'];
  if (code === 'ENOSPC' || /no space left/i.test(text))
    return ['the disk is full.', 'Free some space (a first start needs about 400 MB) and start again. Nothing was lost.'];
  return [error instanceof Error ? (error.stack ?? text) : text, ''];
}

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19))
  fail(`Node ${process.versions.node} is too old.`, 'Install Node 20.19 or newer; 22 or 24 is recommended.');

stopWithParent();
try {
  // Said before anything is built or started: a taken port is the commonest trouble.
  const port = Number(process.env.PORT || 8080);
  const host = process.env.HOST || '127.0.0.1';
  if (Number.isInteger(port) && port > 0 && port < 65_536) await freePort(port, host);
  const { bundle } = await import('./bundle.mjs');
  const consolePort = Number(process.env.BOURSE_CONSOLE_PORT || (port === 8080 && process.env.BOURSE_ENV !== 'production' ? 8081 : 0));
  if (Number.isInteger(consolePort) && consolePort > 0 && consolePort < 65_536) await freePort(consolePort, host);
  const { buildConsole, buildWeb } = await import('./web.mjs');
  process.setSourceMapsEnabled(true);
  const before = Date.now();
  if ((await buildWeb()) === 'built') say(`Web app built in ${((Date.now() - before) / 1000).toFixed(1)} s.`);
  if (consolePort > 0 && (await buildConsole()) === 'built') say('Console built.');
  const server = await import(pathToFileURL(await bundle('apps/server/src/main.ts')).href);
  const { origin, development, console: desk } = server.running;
  const links = (desk?.invitations ?? []).map(
    ({ name, roles, secret }) => `\n    ${name} (${roles.join(', ')}), once, within a day: ${desk.origin}/#enrol=${secret}`,
  );
  say(`
  Bourse is open:        ${origin}
  Demo, no form:         tap "Try the demo" there: 100,000 demo USDT
  Real account:          ${origin}/register${
    development
      ? `
  Codes that were sent:  ${origin}/dev/outbox`
      : ''
  }
  Every call:            ${origin}/api/reference${desk ? `\n  Operators’ console:    ${desk.origin}${links.join('')}` : ''}
  Stop:                  Ctrl-C
`);
} catch (error) {
  fail(...explain(error));
}
