import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Venue } from '@bourse/protocol/enums';
import { readConfig } from './config.ts';
import { refuseOtherFormats } from './journal/format.ts';
import { JournalDamaged } from './journal/journal.ts';
import { createPostgresJournal } from './journal/postgres-journal.ts';
import { createLog } from './platform/log.ts';
import { openDatabase } from './platform/postgres.ts';
import { provideDatabase } from './platform/provide-database.ts';
import { engineKit } from './sequencer/engine-kit.ts';
import { originOf } from './verify/log.ts';
import { NotReplayable, type VenueVerdict, type VerifyOptions, verifyVenue } from './verify/verify-venue.ts';

/** Queries over whole tables take long. */
const queryTimeoutMs = 3_600_000;

/** What the whole check came to, and the exit status for it. */
const outcomes = { equal: 0, differs: 1, 'could not be checked': 2 } as const;
type Verdict = keyof typeof outcomes;

async function verify(): Promise<Verdict> {
  const config = readConfig();
  const heads = keptHeads(config.dataFolder, process.argv.slice(2));
  const log = createLog({ level: 'error' });
  const provided = await provideDatabase(config, log, refuseOtherFormats);
  const database = openDatabase({ connection: provided.connection, log, poolSize: 3, queryTimeoutMs });
  try {
    const hash = createHash('sha256');
    let commands = 0;
    let verdict: Verdict = 'equal';
    for (const venue of Object.values(Venue)) {
      const journal = createPostgresJournal({ venue, connection: provided.connection, log });
      const one = await verdictOf({ venue, journal, database, kit: engineKit, heads });
      for (const line of one.checked) console.log(line);
      for (const finding of one.findings) console.log(`DIFFERENT: ${finding}`);
      if (one.unchecked !== undefined) console.log(`NOT CHECKED: ${venue}: ${one.unchecked}`);
      hash.update(`${venue} ${one.commands} ${one.hash}\n`);
      commands += one.commands;
      if (one.findings.length > 0) verdict = 'differs';
      else if (one.unchecked !== undefined && verdict === 'equal') verdict = 'could not be checked';
    }
    console.log(`verify: ${commands} commands, hash ${hash.digest('hex')}, ${verdict}`);
    return verdict;
  } finally {
    await database.close();
    await provided.stop();
  }
}

/** Heads that others kept: files named in the command line, and what the notary beside a server in development remembers. Throws for a file that holds no head. */
function keptHeads(dataFolder: string, files: readonly string[]): { by: string; note: string }[] {
  const folder = join(dataFolder, 'notary');
  const remembered = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.head')) : [];
  const named = files.map((file) => ({ by: file, note: readFileSync(file, 'utf8') }));
  for (const { by, note } of named) if (originOf(note) === undefined) throw new Error(`${by} holds no head of a log`);
  return [...remembered.map((file) => ({ by: 'the notary', note: readFileSync(join(folder, file), 'utf8') })), ...named];
}

/** A journal that is wrong is a finding. Anything else that went wrong means that nobody knows. */
async function verdictOf(options: VerifyOptions): Promise<VenueVerdict & { unchecked?: string }> {
  try {
    return await verifyVenue(options);
  } catch (error) {
    const { message } = error as Error;
    const nothing = { venue: options.venue, commands: 0, hash: 'none', checked: [], findings: [] };
    if (error instanceof JournalDamaged || error instanceof NotReplayable) return { ...nothing, findings: [message] };
    return { ...nothing, unchecked: message };
  }
}

try {
  process.exitCode = outcomes[await verify()];
} catch (error) {
  console.log(`NOT CHECKED: ${(error as Error).message}`);
  console.log('verify: 0 commands, hash none, could not be checked');
  process.exitCode = outcomes['could not be checked'];
}
process.exit();
