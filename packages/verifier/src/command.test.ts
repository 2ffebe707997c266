import { customer } from '@bourse/engine';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkCommand } from './command.ts';
import { LogWorld } from './testing/world.ts';

const id = '0190a5b2-7c3d-7e4f-8a9b-0c1d2e3f4a5b';
const bytes = Uint8Array.from(Buffer.from(id.replaceAll('-', ''), 'hex'));
const asked = { commandId: bytes, actor: customer(100_001), command: { kind: 'cancelOrder', account: 100_001, order: 44 } } as const;

let world: LogWorld;
beforeAll(() => {
  world = new LogWorld('demo').fill(20);
  world.add([], asked, { ok: true, result: { kind: 'cancelled', orders: [44] } });
  world.add([], { ...asked, commandId: bytes.map((byte) => byte ^ 1) });
  world.fill(40);
});

describe('an own command', () => {
  it('is shown with what was asked and how it was answered', async () => {
    const checked = checkCommand({ venue: 'demo', seq: 21, commandId: id, evidence: await world.commandEvidence(21) }, [world.key]);
    expect(checked.verdict).toBe('agrees');
    expect(checked.asked).toMatchObject({
      commandId: id,
      sequenced: { seq: 21, actor: { by: 'customer', id: 100_001 }, command: asked.command },
      outcome: { ok: true, result: { kind: 'cancelled', orders: [44] } },
    });
  });

  it('is not proven by another command, another outcome or another venue', async () => {
    const evidence = await world.commandEvidence(21);
    const given = { venue: 'demo', seq: 21, commandId: id, evidence };
    const why = (parts: object) => {
      const { verdict, steps } = checkCommand({ ...given, ...parts }, [world.key]);
      return [verdict, steps.find((step) => step.verdict === 'differs')?.why];
    };
    expect(why({ evidence: await world.commandEvidence(22) })).toEqual(['differs', 'otherCommand']);
    expect(why({ seq: 20 })).toEqual(['differs', 'otherCommand']);
    expect(why({ commandId: id.replace('0190', '0191') })).toEqual(['differs', 'otherCommand']);
    expect(why({ venue: 'real' })).toEqual(['differs', 'otherLog']);
    expect(why({ evidence: { ...evidence, shown: [] } })).toEqual(['differs', 'unreadable']);
    const [shown] = evidence.shown;
    const [opened] = shown!.opened;
    const other = { ...opened, outcome: '{"ok":false,"error":"orderUnknown"}' };
    expect(why({ evidence: { ...evidence, shown: [{ ...shown, opened: [other] }] } })).toEqual(['differs', 'notIncluded']);
    expect(why({ evidence: { ...evidence, shown: [{ ...shown, opened: [] }] } })).toEqual(['differs', 'unreadable']);
    expect(why({ evidence: null })).toEqual(['unchecked', undefined]);
  });
});
