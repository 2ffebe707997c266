import { describe, expect, test } from 'vitest';
import { plantedChatBugs, runChatWorld } from '../testing/chat-world.ts';

const seeds = 100;

describe('readers of a conversation', () => {
  test('see the same log under loss, doubling, lateness and crashes between commit and signal', async () => {
    for (let seed = 1; seed <= seeds; seed += 1) expect(await runChatWorld(seed), `seed ${seed}`).toBeNull();
  }, 60_000);

  test.each(plantedChatBugs)(
    'do not where it is planted: %s is found within 100 seeds',
    async (bug) => {
      let found = 0;
      let what: string | null = null;
      for (let seed = 1; seed <= seeds && what === null; seed += 1) {
        what = await runChatWorld(seed, bug);
        found = seed;
      }
      expect(what, `after ${found} seeds`).not.toBeNull();
      console.info(`${bug}: seed ${found}, ${what}`);
    },
    60_000,
  );
});
