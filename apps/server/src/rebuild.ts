import { Venue } from '@bourse/protocol/enums';
import { readConfig } from './config.ts';
import { refuseOtherFormats } from './journal/format.ts';
import { createPostgresJournal } from './journal/postgres-journal.ts';
import { createLog } from './platform/log.ts';
import { provideDatabase } from './platform/provide-database.ts';
import { rebuildVenue } from './projections/rebuild.ts';
import { engineKit } from './sequencer/engine-kit.ts';

const config = readConfig();
const log = createLog({ level: 'error' });
const provided = await provideDatabase(config, log, refuseOtherFormats).catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
try {
  for (const venue of Object.values(Venue)) {
    const journal = createPostgresJournal({ venue, connection: provided.connection, log, holder: 'rebuild-projections' });
    const { commands, durationMs } = await rebuildVenue({ venue, journal, database: provided.database, kit: engineKit, log });
    console.log(`${venue}: ${commands} commands projected in ${(durationMs / 1000).toFixed(1)} s`);
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await provided.stop();
}
process.exit();
