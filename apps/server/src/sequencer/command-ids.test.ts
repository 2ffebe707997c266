import fc from 'fast-check';
import { expect, it } from 'vitest';
import { commandIdBytes, commandIdText, noCommandId, normaliseCommandId } from './command-ids.ts';

it('a command id has the same 16 bytes as its hex digits, and comes back from them', () => {
  fc.assert(
    fc.property(fc.uuid(), (uuid) => {
      const id = normaliseCommandId(uuid.toUpperCase());
      const bytes = commandIdBytes(id);
      expect(Buffer.from(bytes).toString('hex')).toBe(id.replaceAll('-', ''));
      expect(commandIdText(bytes)).toBe(id);
    }),
  );
  expect(commandIdText(noCommandId)).toBeUndefined();
});
