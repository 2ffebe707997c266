import { type Command, eventByKind, type Outcome, Records } from '@bourse/engine';
import { aheadBy } from '../../sequencer/answers.ts';
import { accountOf, commandIdText } from '../../sequencer/command-ids.ts';
import type { EngineKit } from '../../sequencer/kit.ts';
import { type AppliedCommand, type CommandIdentity, outcomeFromText, outcomeToText, type ProjectionBatch } from '../projection.ts';
import type { OfferedBatch } from '../projector.ts';
import { projectedKinds } from '../rows.ts';
import type { Packed, PackedPart } from './messages.ts';

/** Batches as they cross to the thread. The memory of `numbers` may be handed over; everything else is copied on the way. */
export function pack(batches: readonly OfferedBatch[]): Pick<Packed, 'parts' | 'numbers'> {
  const numbers = new Float64Array(batches.reduce((sum, { records }) => sum + records.numbers.length, 0));
  let at = 0;
  const parts = batches.map(({ firstSeq, lastSeq, time, bytes, commands, records }): PackedPart => {
    if (!bytes) throw new Error(`the batch from ${firstSeq} came without its bytes`);
    const { length } = records.numbers;
    numbers.set(records.numbers, at);
    at += length;
    const cold = records.cold.map(({ declaration: { kind }, body }) => ({ kind, body }));
    // A view would take the whole memory behind it along.
    return {
      firstSeq,
      lastSeq,
      time,
      bytes: new Uint8Array(bytes),
      outcomes: commands.map(lineOf).join('\n'),
      length,
      cold,
      sources: records.sources,
    };
  });
  return { parts, numbers };
}

/** JSON has no line break outside its strings, and none unescaped inside them. */
const lineOf = ({ identity, outcome }: AppliedCommand) => `${identity ? identity.bodyHash : ''}${outcomeToText(outcome)}`;

/** The same batches as one, decoded. */
export function unpack(kit: EngineKit, { parts, numbers }: Pick<Packed, 'parts' | 'numbers'>): ProjectionBatch {
  const [first] = parts;
  const last = parts.at(-1);
  if (!first || !last) throw new Error('nothing to project');
  let at = 0;
  const commands: AppliedCommand[] = [];
  const events: ProjectionBatch['events'][number][] = [];
  for (const part of parts) {
    commandsOf(kit, part, commands);
    const cold = part.cold.map(({ kind, body }) => ({ declaration: declarationOf(kind), body }));
    const records = new Records(numbers.subarray(at, at + part.length), cold, part.sources);
    for (const event of records.decode(projectedKinds)) events.push(event);
    at += part.length;
  }
  return { firstSeq: first.firstSeq, lastSeq: last.lastSeq, time: last.time, commands, events };
}

function commandsOf(kit: EngineKit, { firstSeq, lastSeq, bytes, outcomes }: PackedPart, into: AppliedCommand[]): void {
  const lines = outcomes.split('\n');
  const sequenced = kit.decode(bytes).filter(({ seq }) => seq >= firstSeq && seq <= lastSeq);
  if (sequenced.length !== lines.length) throw new Error(`${lines.length} outcomes for ${sequenced.length} commands from ${firstSeq}`);
  for (const [index, { seq, time, command, commandId: idBytes }] of sequenced.entries()) {
    const line = lines[index]!;
    const at = line.indexOf('{');
    const outcomeText = line.slice(at);
    const commandId = commandIdText(idBytes);
    const identity =
      commandId === undefined
        ? undefined
        : { account: accountOf(command), commandId, bodyHash: line.slice(0, at), ahead: aheadBy(commandId, time) };
    into.push(new Unpacked(seq, time, command, outcomeText, identity));
  }
}

/** Its outcome is read from the text when somebody asks: of most commands only the text is stored. */
class Unpacked implements AppliedCommand {
  readonly seq: number;
  readonly time: number;
  readonly command: Command;
  readonly outcomeText: string;
  readonly identity: CommandIdentity | undefined;

  constructor(seq: number, time: number, command: Command, outcomeText: string, identity: CommandIdentity | undefined) {
    this.seq = seq;
    this.time = time;
    this.command = command;
    this.outcomeText = outcomeText;
    this.identity = identity;
  }

  get outcome(): Outcome {
    return outcomeFromText(this.outcomeText);
  }
}

function declarationOf(kind: string) {
  const declaration = eventByKind.get(kind);
  if (!declaration) throw new Error(`no event is called ${kind}`);
  return declaration;
}
