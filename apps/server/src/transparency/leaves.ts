import { hash } from 'node:crypto';
import { byCommand, type CommandRecords, encodeCommands, type Records } from '@bourse/engine';
import { toldKinds, toldTexts } from '@bourse/engine/receipts';
import { commandHash, encodeEntry, eventLeaf, eventsRoot, hashBytes, Salts, saltPlaces, useSha256 } from '@bourse/transparency';
import { outcomeToText } from '../projections/projection.ts';
import { type Answered, type Definitions, definingKinds } from './definitions.ts';

// A digest as text of one byte a letter costs a third of one that Node makes a buffer of, and small memory of the engine's less than memory of Node's.
useSha256((bytes) => {
  const text = hash('sha256', bytes, 'binary');
  const digest = new Uint8Array(hashBytes);
  for (let at = 0; at < hashBytes; at += 1) digest[at] = text.charCodeAt(at);
  return digest;
});

/** The leaf of one command. */
export interface CommandLeaf {
  seq: number;
  entry: Uint8Array;
  /** Leaves over its events, the one over everything first. */
  events: readonly Uint8Array[];
}

const nothing = new Uint8Array(0);

/** What leaves are made with besides their commands. */
export interface LeafMaker {
  /** Salts come from it: 32 bytes. */
  secret: Uint8Array;
  /** Those in force before the first command; each command moves them on. */
  definitions: Definitions;
  /** The first command whose events state their terms. A log that began before the format did has texts without them, and they stay as they are. */
  termsFrom: number;
}

/** The leaves of commands that follow each other, from what they asked and what they did. `docs/transparency-log.md` describes what an entry covers. */
export function leavesOf(maker: LeafMaker, commands: readonly Answered[], records: Records): CommandLeaf[] {
  const did = didOf(records);
  return commands.map((answered) => {
    const { sequenced, outcome } = answered;
    const { seq } = sequenced;
    const salts = new Salts(maker.secret, seq);
    const command = commandHash(salts.of(saltPlaces.command), encodeCommands([sequenced]), outcomeToText(outcome));
    const own = did(seq);
    const events = own ? eventLeavesOf(maker, salts, own) : [eventLeaf(salts.of(saltPlaces.all), nothing)];
    maker.definitions.answered(answered);
    return { seq, entry: encodeEntry({ command, events: eventsRoot(events) }), events };
  });
}

/** Commands that need no leaves; only the definitions in force move on. */
export function passOver({ definitions }: LeafMaker, commands: readonly Answered[], records: Records): void {
  const did = didOf(records);
  for (const answered of commands) {
    const cursor = did(answered.sequenced.seq)?.records.cursor();
    while (cursor?.next()) if (definingKinds.has(cursor.kind)) definitions.happened(cursor.event());
    definitions.answered(answered);
  }
}

/** What each command did, when they are asked for in their order. Undefined for one that told nothing. */
function didOf(records: Records): (seq: number) => CommandRecords | undefined {
  const did = byCommand(records);
  let next = did.next();
  let taken = false;
  return (seq) => {
    // The bytes of a command are good until the next one is asked for.
    if (taken) next = did.next();
    taken = !next.done && next.value.seq === seq;
    return taken && !next.done ? next.value : undefined;
  };
}

function eventLeavesOf({ definitions, termsFrom }: LeafMaker, salts: Salts, { seq, records, bytes }: CommandRecords): Uint8Array[] {
  const leaves = [eventLeaf(salts.of(saltPlaces.all), bytes)];
  const cursor = records.cursor();
  while (cursor.next()) {
    if (definingKinds.has(cursor.kind)) definitions.happened(cursor.event());
    if (!toldKinds.has(cursor.kind)) continue;
    const { index } = cursor;
    const event = cursor.event();
    toldTexts(event, seq >= termsFrom ? definitions.termsOf(event) : undefined).forEach((text, side) => {
      leaves.push(eventLeaf(salts.of(saltPlaces.event(index, side as 0 | 1)), text));
    });
  }
  return leaves;
}
