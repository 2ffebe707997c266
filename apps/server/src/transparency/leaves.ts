import { hash } from 'node:crypto';
import { byCommand, type CommandRecords, encodeCommands, type Outcome, type Records, type SequencedCommand } from '@bourse/engine';
import { toldKinds, toldTexts } from '@bourse/engine/receipts';
import { commandHash, encodeEntry, eventLeaf, eventsRoot, hashBytes, Salts, saltPlaces, useSha256 } from '@bourse/transparency';
import { outcomeToText } from '../projections/projection.ts';

// A digest as text of one byte a letter costs a third of one that Node makes a buffer of, and small memory of the engine's less than memory of Node's.
useSha256((bytes) => {
  const text = hash('sha256', bytes, 'binary');
  const digest = new Uint8Array(hashBytes);
  for (let at = 0; at < hashBytes; at += 1) digest[at] = text.charCodeAt(at);
  return digest;
});

/** A command as it was applied. */
export interface Answered {
  sequenced: SequencedCommand;
  outcome: Outcome;
}

/** The leaf of one command. */
export interface CommandLeaf {
  seq: number;
  entry: Uint8Array;
  /** Leaves over its events, the one over everything first. */
  events: readonly Uint8Array[];
}

const nothing = new Uint8Array(0);

/** The leaves of commands that follow each other, from what they asked and what they did. `docs/transparency-log.md` describes what an entry covers. */
export function leavesOf(secret: Uint8Array, commands: readonly Answered[], records: Records): CommandLeaf[] {
  const did = byCommand(records);
  let next = did.next();
  return commands.map(({ sequenced, outcome }) => {
    const { seq } = sequenced;
    const salts = new Salts(secret, seq);
    const command = commandHash(salts.of(saltPlaces.command), encodeCommands([sequenced]), outcomeToText(outcome));
    let events: Uint8Array[];
    if (!next.done && next.value.seq === seq) {
      events = eventLeavesOf(salts, next.value);
      next = did.next();
    } else events = [eventLeaf(salts.of(saltPlaces.all), nothing)];
    return { seq, entry: encodeEntry({ command, events: eventsRoot(events) }), events };
  });
}

function eventLeavesOf(salts: Salts, { records, bytes }: CommandRecords): Uint8Array[] {
  const leaves = [eventLeaf(salts.of(saltPlaces.all), bytes)];
  const cursor = records.cursor();
  while (cursor.next()) {
    if (!toldKinds.has(cursor.kind)) continue;
    const { index } = cursor;
    toldTexts(cursor.event()).forEach((text, side) => {
      leaves.push(eventLeaf(salts.of(saltPlaces.event(index, side as 0 | 1)), text));
    });
  }
  return leaves;
}
