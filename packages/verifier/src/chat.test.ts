import { createHash } from 'node:crypto';
import { canonicalJson } from '@bourse/protocol/canonical';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ChatKind, type ChatLinked, chatBodyHash, chatEntryHash, chatKinds, chatStart, checkChat, checkTranscript } from './chat.ts';

/** Text that UTF-8 cannot carry. */
const loneSurrogate = /\p{Surrogate}/u;
const members = [{ id: '7' }, { id: '8' }];
const body = fc.record({
  kind: fc.constant('TEXT'),
  text: fc.string({ unit: 'binary', maxLength: 40 }).filter((text) => !loneSurrogate.test(text)),
});
const drafts = fc.array(
  fc.record({
    kind: fc.constantFrom(...(Object.keys(chatKinds) as ChatKind[])),
    sender: fc.constantFrom('7', '8', null),
    time: fc.integer({ min: 0, max: 2_000_000_000_000 }),
    salt: fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => Buffer.from(bytes).toString('hex')),
    payload: body,
  }),
  { minLength: 1, maxLength: 12 },
);
type Draft = { kind: ChatKind; sender: string | null; time: number; salt: string; payload: { kind: string; text: string } };

function chain(given: readonly Draft[], groupId = '42'): ChatLinked[] {
  let prev = chatStart;
  return given.map((draft, at) => {
    const link = { ...draft, prev, groupId, offset: at + 1, bodyHash: chatBodyHash(draft.salt, draft.payload) };
    prev = chatEntryHash(link);
    return { ...link, hash: prev };
  });
}
const transcript = (entries: readonly ChatLinked[]) => ({ version: 1, groupId: '42', head: entries.at(-1)!.hash, entries, members });

describe('the chain of a conversation', () => {
  test('has the layout that is written down, so that other programs can check it', () => {
    const salt = '00112233445566778899aabbccddeeff';
    const payload = { text: 'Grüße', kind: 'TEXT' };
    const bodyHash = createHash('sha256').update(Buffer.from(salt, 'hex')).update(canonicalJson(payload)).digest('hex');
    expect(chatBodyHash(salt, payload)).toBe(bodyHash);
    const head = Buffer.alloc(33);
    head.writeBigUInt64BE(42n, 0);
    head.writeBigUInt64BE(1n, 8);
    head.writeUInt8(1, 16);
    head.writeBigUInt64BE(7n, 17);
    head.writeBigUInt64BE(1_764_000_000_000n, 25);
    const hash = createHash('sha256').update(Buffer.alloc(32)).update(head).update(Buffer.from(bodyHash, 'hex')).digest('hex');
    expect(
      chatEntryHash({ prev: chatStart, groupId: '42', offset: 1, kind: 'message', sender: '7', time: 1_764_000_000_000, bodyHash }),
    ).toBe(hash);
  });

  test('verifies as it was written', () => {
    fc.assert(
      fc.property(drafts, (given) => {
        const entries = chain(given);
        expect(checkTranscript(transcript(entries))).toEqual({ ok: true, head: entries.at(-1)!.hash, offset: given.length, erased: 0 });
      }),
    );
  });

  test('fails for any changed byte of its text', () => {
    fc.assert(
      fc.property(drafts, fc.nat(), fc.integer({ min: 1, max: 127 }), (given, place, by) => {
        const text = JSON.stringify(transcript(chain(given)).entries);
        const bytes = Buffer.from(text);
        const at = place % bytes.length;
        bytes[at] = bytes[at]! ^ by;
        let changed: unknown;
        try {
          changed = JSON.parse(bytes.toString());
        } catch {
          return;
        }
        // JSON that says the same in other characters is the same transcript.
        if (canonicalJson(changed) === canonicalJson(JSON.parse(text))) return;
        expect(checkTranscript({ ...transcript(chain(given)), entries: changed })).toMatchObject({ ok: false });
      }),
      { numRuns: 400 },
    );
  });

  test('fails without an entry, with one twice, or in another order', () => {
    fc.assert(
      fc.property(drafts, fc.nat(), fc.nat(), (given, from, to) => {
        const entries = chain(given);
        const one = from % entries.length;
        const other = to % entries.length;
        expect(checkTranscript({ ...transcript(entries), entries: entries.toSpliced(one, 1) })).toMatchObject({ ok: false });
        expect(checkTranscript({ ...transcript(entries), entries: entries.toSpliced(one, 0, entries[one]!) })).toMatchObject({ ok: false });
        if (one === other) return;
        const swapped = entries.with(one, entries[other]!).with(other, entries[one]!);
        expect(checkTranscript({ ...transcript(entries), entries: swapped })).toMatchObject({ ok: false });
      }),
    );
  });

  test('verifies after erasure of any of its words, which it counts', () => {
    fc.assert(
      fc.property(drafts, fc.infiniteStream(fc.boolean()), (given, chance) => {
        const erased = chain(given).map((entry) => (chance.next().value ? { ...entry, salt: null, payload: null } : entry));
        const checked = checkTranscript(transcript(erased));
        expect(checked).toMatchObject({ ok: true, erased: erased.filter(({ salt }) => salt === null).length });
      }),
    );
  });

  test('goes on from what a device has, and no head of another log fits', () => {
    fc.assert(
      fc.property(drafts, fc.nat(), (given, place) => {
        const entries = chain(given);
        const have = place % entries.length;
        const head = entries[have - 1]?.hash ?? chatStart;
        expect(checkChat('42', entries.slice(have), { offset: have, head })).toMatchObject({ ok: true, offset: given.length });
        expect(checkChat('42', entries.slice(have), { offset: have, head: 'f'.repeat(64) })).toEqual({
          ok: false,
          offset: have + 1,
          flaw: 'prevDiffers',
        });
      }),
    );
  });

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'transcript'],
    ['a list', []],
    [
      'another version',
      {
        ...transcript(chain([{ kind: 'message', sender: '7', time: 1, salt: '00'.repeat(16), payload: { kind: 'TEXT', text: 'a' } }])),
        version: 2,
      },
    ],
    ['entries of nothing', { version: 1, groupId: '42', head: chatStart, entries: [null], members }],
  ])('refuses %s without throwing', (_what, given) => {
    expect(checkTranscript(given)).toMatchObject({ ok: false, flaw: 'unreadable' });
  });

  test('refuses a sender whom the transcript does not name, a body without its salt, and a tail that was cut off', () => {
    const entries = chain([
      { kind: 'message', sender: '7', time: 1, salt: '00'.repeat(16), payload: { kind: 'TEXT', text: 'a' } },
      { kind: 'message', sender: '8', time: 2, salt: '11'.repeat(16), payload: { kind: 'TEXT', text: 'b' } },
    ]);
    expect(checkTranscript({ ...transcript(entries), members: [members[0]] })).toEqual({ ok: false, offset: 2, flaw: 'memberUnknown' });
    expect(checkTranscript({ ...transcript(entries), entries: [entries[0], { ...entries[1], salt: null }] })).toMatchObject({
      flaw: 'bodyDiffers',
    });
    expect(checkTranscript({ ...transcript(entries), entries: [entries[0]] })).toEqual({ ok: false, offset: 1, flaw: 'headDiffers' });
  });
});
