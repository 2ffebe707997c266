import { createHash } from 'node:crypto';
import { Venue } from '@bourse/protocol/enums';
import { readConfig } from './config.ts';
import { refuseOtherFormats } from './journal/format.ts';
import { createPostgresJournal } from './journal/postgres-journal.ts';
import { createLog } from './platform/log.ts';
import { openDatabase } from './platform/postgres.ts';
import { provideDatabase } from './platform/provide-database.ts';
import { engineKit } from './sequencer/engine-kit.ts';
import { type VenueVerdict, verifyVenue } from './verify/verify-venue.ts';

/** Queries over whole tables take long. */
const queryTimeoutMs = 3_600_000;

async function verify(): Promise<boolean> {
  const config = readConfig();
  const log = createLog({ level: 'error' });
  const provided = await provideDatabase(config, log, refuseOtherFormats);
  const database = openDatabase({ connection: provided.connection, log, poolSize: 3, queryTimeoutMs });
  try {
    const verdicts: VenueVerdict[] = [];
    for (const venue of Object.values(Venue)) {
      const journal = createPostgresJournal({ venue, connection: provided.connection, log });
      verdicts.push(await verifyVenue({ venue, journal, database, kit: engineKit }));
    }
    for (const { checked, findings } of verdicts) {
      for (const line of checked) console.log(line);
      for (const finding of findings) console.log(`DIFFERENT: ${finding}`);
    }
    const commands = verdicts.reduce((sum, verdict) => sum + verdict.commands, 0);
    const equal = verdicts.every(({ findings }) => findings.length === 0);
    const hash = createHash('sha256');
    for (const verdict of verdicts) hash.update(`${verdict.venue} ${verdict.commands} ${verdict.hash}\n`);
    console.log(`verify: ${commands} commands, hash ${hash.digest('hex')}, ${equal ? 'equal' : 'differs'}`);
    return equal;
  } finally {
    await database.close();
    await provided.stop();
  }
}

try {
  process.exitCode = (await verify()) ? 0 : 1;
} catch (error) {
  console.log((error as Error).message);
  console.log('verify: 0 commands, hash none, differs');
  process.exitCode = 1;
}
process.exit();
