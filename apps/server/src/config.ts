/**
 * The server's whole configuration, read once. Every setting is one row of `settings`: the parser, the default and the sentence that
 * `docs/operations.md` prints come from the same row, so they cannot drift apart.
 */

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent';

interface Setting<T> {
  name: string;
  fallback: string;
  meaning: string;
  parse(text: string | undefined): T;
}

/** Why a value cannot be used. The reader adds the variable's name. */
class Problem extends Error {}

export class ConfigProblems extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(
      `The configuration has ${problems.length} problem${problems.length === 1 ? '' : 's'}:\n${problems.map((line) => `  ${line}`).join('\n')}`,
    );
    this.name = 'ConfigProblems';
    this.problems = problems;
  }
}

const text = (fallback: string) => (value: string | undefined) => value ?? fallback;

const secret = (value: string | undefined) => {
  if (value !== undefined && !/^[\x21-\x7e]{16,200}$/.test(value))
    throw new Problem('must be 16 to 200 printable characters without spaces');
  return value;
};

const optionalUrl =
  (...protocols: string[]) =>
  (value: string | undefined) =>
    value === undefined ? undefined : url(protocols)(value);

function url(protocols: readonly string[]) {
  return (value: string): string => {
    // A database's socket folder is given as `postgresql://user@/name?host=/folder`. It has no host, which URL rejects after a user.
    const parsed = tryUrl(value.replace('@/', '@localhost/'));
    if (!parsed || !protocols.includes(parsed.protocol)) {
      throw new Problem(`must be a URL starting with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`);
    }
    return value.replace(/\/$/, '');
  };
}

function tryUrl(value: string): URL | undefined {
  try {
    return new URL(value);
  } catch {
    return undefined;
  }
}

const hosts = (value: string | undefined): readonly string[] => {
  const names = (value ?? '').split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim().toLowerCase()]));
  if (!names.every((name) => /^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(name) && !/^[\d.]+$/.test(name)))
    throw new Problem('must be names of hosts, separated by commas');
  return names;
};

const integer = (fallback: number, least: number, most: number) => (value: string | undefined) => {
  if (value === undefined) return fallback;
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= least && number <= most)) throw new Problem(`must be a whole number from ${least} to ${most}`);
  return number;
};

const positive = (fallback: number, most: number) => (value: string | undefined) => {
  if (value === undefined) return fallback;
  const number = /^\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
  if (!(number > 0 && number <= most)) throw new Problem(`must be a number above 0 and at most ${most}`);
  return number;
};

const hexadecimal = (digits: number) => (value: string | undefined) => {
  if (value !== undefined && !(value.length === digits && /^[0-9a-f]+$/i.test(value)))
    throw new Problem(`must be ${digits} hexadecimal digits`);
  return value?.toLowerCase();
};

const choice =
  <const T extends string>(fallback: T, ...others: T[]) =>
  (value: string | undefined): T => {
    if (value === undefined) return fallback;
    const found = [fallback, ...others].find((one) => one === value);
    if (found === undefined) throw new Problem(`must be one of ${[fallback, ...others].join(', ')}`);
    return found;
  };

const setting = <T>(name: string, fallback: string, meaning: string, parse: (text: string | undefined) => T): Setting<T> => ({
  name,
  fallback,
  meaning,
  parse,
});

/** A text that may be missing. */
const optional = (name: string, about: string): Setting<string | undefined> => setting(name, '', about, (value) => value);

const settings = {
  port: setting('PORT', '8080', 'TCP port of HTTP and sockets.', integer(8080, 0, 65_535)),
  host: setting(
    'HOST',
    '127.0.0.1',
    'Address to listen on; `0.0.0.0` to be reachable from other machines, which needs `BOURSE_ENV=production`.',
    text('127.0.0.1'),
  ),
  dataFolder: setting(
    'BOURSE_DATA',
    '.bourse',
    'Data folder: embedded database, uploaded files, keys. Relative to the folder the server is started in.',
    text('.bourse'),
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    '',
    'A PostgreSQL server of yours (15 or newer). Unset: the embedded one in the data folder.',
    optionalUrl('postgres:', 'postgresql:'),
  ),
  natsUrl: setting(
    'NATS_URL',
    '',
    'NATS server that tells several servers of one exchange at once that there is something new to read. Unset: they find it in the database within two seconds.',
    optionalUrl('nats:', 'tls:'),
  ),
  feed: setting('BOURSE_FEED', 'simulated', 'Where reference prices come from: `simulated` or `replay`.', choice('simulated', 'replay')),
  recordings: optional('BOURSE_RECORDINGS', 'Folder of recorded market data; needed when the feed is `replay`.'),
  instruments: optional(
    'BOURSE_INSTRUMENTS',
    'File that declares what is traded: instruments, boards, calendars, recordings. Unset: the start set, `apps/server/src/market/catalogue/instruments.json`.',
  ),
  rails: optional(
    'BOURSE_RAILS',
    'File that declares the ways of money in and out, their fees and limits. Unset: the start set, `apps/server/src/payments/rails/rails.json`.',
  ),
  desk: optional(
    'BOURSE_DESK',
    'File that says when people answer in the service chat: `languages`, `zone`, stretches of each weekday, days off (`docs/chat.md`). Unset: the start set, `apps/server/src/chat/hours/desk.json`: day and night.',
  ),
  scanner: setting(
    'BOURSE_SCANNER',
    '',
    'Scanner of files that customers send in the service chat: `clamd` of ClamAV at `tcp://host:3310` or `unix:/path`. Its limits must allow 5 MB. Unset: nothing is scanned; pictures are encoded anew in any case.',
    (value) => {
      if (value !== undefined && !/^unix:\/./.test(value)) url(['tcp:'])(value);
      return value;
    },
  ),
  outside: optional(
    'BOURSE_OUTSIDE',
    'JSON file with the places outside: `nodes` (two addresses for each network; of TRON the one under which `/jsonrpc`, `/wallet` and `/walletsolidity` answer), `chainIds`, `tokens` (contracts by `network:code`), `gateway`, `bank`. Unset: in development simulated ones; in production ways in and out without a node are closed.',
  ),
  replaySpeed: setting('BOURSE_REPLAY_SPEED', '1', 'How many times faster than life the recordings run, up to 1000.', positive(1, 1000)),
  priceSecret: setting(
    'BOURSE_PRICE_SECRET',
    '',
    '64 hexadecimal digits that fix the simulated prices, for tests and benches: who knows them knows every price. Refused when `BOURSE_ENV` is `production`. Unset: a secret a day, drawn at random.',
    hexadecimal(64),
  ),
  participants: setting(
    'BOURSE_PARTICIPANTS',
    '',
    'Whether simulated participants of the house, marked as such, trade in the demo venue on simulated and replayed prices: `on` or `off`. Unset: `on` in development, `off` in production.',
    (value) => (value === undefined ? undefined : choice('on', 'off')(value)),
  ),
  logLevel: setting(
    'LOG_LEVEL',
    'info',
    'Least severe line that is logged: `trace`, `debug`, `info`, `warn`, `error` or `silent`.',
    choice<LogLevel>('info', 'trace', 'debug', 'warn', 'error', 'silent'),
  ),
  smtpUrl: setting(
    'SMTP_URL',
    '',
    'Mail server, e.g. `smtps://user:password@mail.example:465`. Another machine has to speak TLS, behind `smtp:` with STARTTLS. Unset: mails stay in the outbox.',
    optionalUrl('smtp:', 'smtps:'),
  ),
  mailFrom: setting('BOURSE_MAIL_FROM', 'Bourse <no-reply@localhost>', 'Sender of mails.', text('Bourse <no-reply@localhost>')),
  pushHosts: setting(
    'BOURSE_PUSH_HOSTS',
    '',
    'Hosts of push services besides those of Chrome, Edge, Firefox and Safari, separated by commas; `*.example.com` stands for every name below.',
    hosts,
  ),
  smsUrl: setting(
    'BOURSE_SMS_URL',
    '',
    'Where text messages are sent to as JSON, e.g. `https://sms.example/messages`; `http` only on this machine. Unset: in `production` no code goes to a phone, so nobody registers by one; in `development` text messages stay in the outbox.',
    optionalUrl('https:', 'http:'),
  ),
  smsKey: setting('BOURSE_SMS_KEY', '', 'Secret of at least 16 characters that signs text messages; needed with `BOURSE_SMS_URL`.', secret),
  smsFrom: setting('BOURSE_SMS_FROM', 'Bourse', 'Sender of text messages, as registered with the service.', text('Bourse')),
  weightPerMinute: setting(
    'BOURSE_WEIGHT_PER_MINUTE',
    '1200',
    'What a customer, or an address without a session, may spend a minute; an order weighs 1.',
    integer(1_200, 1, 1_000_000_000),
  ),
  trustProxy: setting(
    'BOURSE_TRUST_PROXY',
    '0',
    'How many proxies of yours stand before the server, one behind the other: the address that the outermost of them saw, in `X-Forwarded-For`, counts for limits and sessions. 0: the header is not believed. Too high a number lets clients choose their address.',
    integer(0, 0, 10),
  ),
  operatorsPort: setting(
    'BOURSE_OPERATORS_PORT',
    '0',
    'A further port for operators, where `/metrics`, the details of `/health` and the reference of calls are served; 0: none. In development the one port serves them too, to this machine.',
    integer(0, 0, 65_535),
  ),
  consolePort: setting(
    'BOURSE_CONSOLE_PORT',
    '8081, or 0',
    'Port of the operators’ console, an origin of its own on the address of `HOST`; 0: none. Unset: 8081 in development on the standard `PORT`, none otherwise.',
    (value) => (value === undefined ? undefined : integer(0, 0, 65_535)(value)),
  ),
  consoleUrl: setting(
    'BOURSE_CONSOLE_URL',
    'http://localhost:PORT',
    'Address operators use: passkeys are bound to it, so it needs a name and no number. Needed in `production` with `BOURSE_CONSOLE_PORT`.',
    optionalUrl('http:', 'https:'),
  ),
  operatorsHost: setting(
    'BOURSE_OPERATORS_HOST',
    '127.0.0.1',
    'Address of the operators’ port. Whoever reaches it sees what is for operators.',
    text('127.0.0.1'),
  ),
  operatorsToken: setting(
    'BOURSE_OPERATORS_TOKEN',
    '',
    'Secret of at least 16 characters that opens the same on `PORT`, as `Authorization: Bearer …`. Unset: nothing does.',
    secret,
  ),
  connectionsPerAddress: setting(
    'BOURSE_CONNECTIONS_PER_ADDRESS',
    '512',
    'Open connections that one address (an IPv6 /64) may have; further ones are closed. 0: no limit. With `BOURSE_TRUST_PROXY` above 0 every connection comes from a proxy, so there is no limit here and the proxy must have one.',
    integer(512, 0, 1_000_000),
  ),
  shadow: setting(
    'BOURSE_SHADOW',
    'on',
    'Whether each venue has a shadow: a thread that makes the snapshots, checks the engine and writes the transparency log. `off` saves memory; then each snapshot holds everybody up, and no receipt gets a proof.',
    choice('on', 'off'),
  ),
  notary: setting(
    'BOURSE_NOTARY',
    '',
    'Address of the notary, which signs the heads of the transparency logs (`docs/transparency-log.md`). Unset: in development the server starts one of its own; in production heads stay unsigned, and `/health` warns.',
    optionalUrl('http:', 'https:'),
  ),
  vaultSocket: optional(
    'BOURSE_VAULT_SOCKET',
    'Unix socket of the signer, which holds the keys of coins (`docs/signer.md`). Unset: in development the server starts one of its own; in production payouts wait, no address is given out, and `/health` warns.',
  ),
  vaultKey: optional(
    'BOURSE_VAULT_KEY',
    'Public key of the signer, base64: answers of anybody else count for nothing. Needed with `BOURSE_VAULT_SOCKET`.',
  ),
  witnesses: optional(
    'BOURSE_WITNESSES',
    'File that lists witnesses of the transparency logs: a line for each with its public key, a space, and its address.',
  ),
  environment: setting(
    'BOURSE_ENV',
    'development',
    '`production` refuses development conveniences (the outbox page, which shows every code) and wants `BOURSE_PUBLIC_URL` and `SMTP_URL`. `development` wants a `HOST` and a `BOURSE_PUBLIC_URL` that only this machine can reach.',
    choice('development', 'production'),
  ),
  publicUrl: setting(
    'BOURSE_PUBLIC_URL',
    'http://HOST:PORT',
    'Address customers use, for links in mails, origins of sockets and passkeys.',
    optionalUrl('http:', 'https:'),
  ),
} as const;

type Read = { -readonly [K in keyof typeof settings]: ReturnType<(typeof settings)[K]['parse']> };
/** Settings whose default depends on others. */
type Filled = 'participants' | 'consolePort' | 'consoleUrl' | 'publicUrl';
export type Config = Omit<Read, Filled> & { [K in Filled]: NonNullable<Read[K]> };

/** Whether only this machine can reach the host. */
export const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?|::ffff:127(?:\.\d{1,3}){3})$/i.test(host);

/** Reads and checks all settings. Throws one `ConfigProblems` with every problem. An empty variable counts as unset. */
export function readConfig(variables: Record<string, string | undefined> = process.env): Config {
  const problems: string[] = [];
  const read = <T>(one: Setting<T>): T => {
    const value = variables[one.name] || undefined;
    try {
      return one.parse(value);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const shown = /URL|TOKEN|SECRET|KEY/.test(one.name) ? 'the value given' : JSON.stringify(value);
      problems.push(`${one.name} ${error.message}, not ${shown}`);
      return one.parse(undefined);
    }
  };
  const given = Object.fromEntries(Object.entries(settings).map(([key, one]) => [key, read<unknown>(one)])) as Read;
  const { host, port, publicUrl, consoleUrl } = given;
  const development = given.environment === 'development';
  const consolePort = given.consolePort ?? (development && port === 8080 ? 8081 : 0);
  const config: Config = {
    ...given,
    participants: given.participants ?? (development ? 'on' : 'off'),
    consolePort,
    consoleUrl: consoleUrl ?? `http://localhost:${consolePort}`,
    publicUrl: publicUrl ?? `http://${host === '0.0.0.0' ? 'localhost' : host}:${port}`,
  };
  if (config.trustProxy > 0) config.connectionsPerAddress = 0;
  if (config.feed === 'replay' && !config.recordings) problems.push('BOURSE_RECORDINGS must name a folder when BOURSE_FEED is replay');
  if (config.vaultSocket && !config.vaultKey) problems.push('BOURSE_VAULT_KEY must be set when BOURSE_VAULT_SOCKET is');
  if (config.smsUrl && !config.smsKey) problems.push('BOURSE_SMS_KEY must be set when BOURSE_SMS_URL is');
  if (config.smsUrl?.startsWith('http:') && !isLoopback(new URL(config.smsUrl).hostname))
    problems.push('BOURSE_SMS_URL must start with https://, because codes travel in it');
  if (!development) {
    if (!publicUrl) problems.push('BOURSE_PUBLIC_URL must be set when BOURSE_ENV is production');
    else if (publicUrl.startsWith('http:') && !isLoopback(new URL(publicUrl).hostname))
      problems.push('BOURSE_PUBLIC_URL must start with https:// when BOURSE_ENV is production, because passwords travel to it');
    if (consolePort > 0 && !consoleUrl?.startsWith('https:'))
      problems.push('BOURSE_CONSOLE_URL must be set to an https:// address when BOURSE_ENV is production and BOURSE_CONSOLE_PORT is set');
    if (!config.smtpUrl) problems.push('SMTP_URL must be set when BOURSE_ENV is production');
    if (config.priceSecret)
      problems.push('BOURSE_PRICE_SECRET must not be set when BOURSE_ENV is production, because whoever knows it knows every price');
  } else {
    const why = 'because BOURSE_ENV is development, where /dev/outbox shows every code; or set BOURSE_ENV=production';
    if (!isLoopback(host)) problems.push(`HOST must be 127.0.0.1, ::1 or localhost, ${why}`);
    if (publicUrl && !isLoopback(new URL(publicUrl).hostname)) problems.push(`BOURSE_PUBLIC_URL must name this machine, ${why}`);
  }
  if (/^(?:\d+\.){3}\d+$|^\[/.test(new URL(config.consoleUrl).hostname))
    problems.push('BOURSE_CONSOLE_URL must have a name, such as localhost: passkeys cannot be bound to a number');
  if (consolePort > 0 && consolePort === port) problems.push('BOURSE_CONSOLE_PORT must differ from PORT');
  if (problems.length > 0) throw new ConfigProblems(problems);
  return config;
}

/** The settings table of `docs/operations.md`. A test keeps them equal. */
export function settingsTable(): string {
  const rows = Object.values(settings).map(
    ({ name, fallback, meaning }) => `| \`${name}\` | ${fallback === '' ? '–' : `\`${fallback}\``} | ${meaning} |`,
  );
  return ['| variable | default | meaning |', '| --- | --- | --- |', ...rows].join('\n');
}
