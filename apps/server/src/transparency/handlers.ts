import type { CallOutput } from '@bourse/protocol';
import { Venue } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import { consistencyProof, toBase64 } from '@bourse/transparency';
import type { Handlers } from '../calls/handlers.ts';
import { idNumber } from '../calls/trading.ts';
import { commandAt } from '../journal/postgres-journal.ts';
import type { Database } from '../platform/database.ts';
import { accountOf, commandIdText } from '../sequencer/command-ids.ts';
import type { Venues } from '../sequencer/port.ts';
import { evidenceOfCommand } from './evidence.ts';
import type { Heads } from './heads.ts';
import { nodesIn, storedTree } from './log-reader.ts';

export type TransparencyCalls = 'GET exchange/transparency' | 'GET exchange/transparency/consistency' | 'GET pay/command/evidence';

/** Calls about the transparency logs. */
export function transparencyHandlers(
  database: Database,
  venues: Venues,
  heads: Readonly<Record<Venue, Heads>>,
): Pick<Handlers, TransparencyCalls> {
  return {
    'GET exchange/transparency': async () =>
      Object.values(Venue).map((venue) => {
        const { state } = heads[venue];
        return {
          venue,
          origin: state.origin,
          key: state.key ?? null,
          witnesses: [...state.witnesses],
          head: state.head?.note ?? null,
          size: state.head?.size ?? 0,
          signedAt: state.head?.at ?? null,
          unsignedSince: state.unsignedSince ?? null,
          unwitnessedSince: state.unwitnessedSince ?? null,
          contradiction: state.contradiction ?? null,
        };
      }),
    'GET exchange/transparency/consistency': async ({ venue, oldSize, size }) => {
      const tree = await storedTree(database, venue);
      if (tree === undefined || size > tree.size || oldSize > size) throw new Refusal('notFound');
      return { path: (await consistencyProof(oldSize, size, nodesIn(database, venue, size))).map(toBase64) };
    },
    'GET pay/command/evidence': async ({ seq: text }, { session: { venue, account } }) => {
      const seq = idNumber(text);
      const sequenced = seq === undefined ? undefined : await commandAt(database, venue, seq);
      const id = sequenced && accountOf(sequenced.command) === account ? commandIdText(sequenced.commandId) : undefined;
      const applied = id === undefined ? undefined : await venues[venue].outcomeOf(account, id);
      if (applied === undefined || applied.seq !== seq) throw new Refusal('notFound');
      const evidence = await evidenceOfCommand(database, venue, seq, applied.outcome);
      return { evidence: evidence as CallOutput<'GET pay/command/evidence'>['evidence'] };
    },
  };
}
