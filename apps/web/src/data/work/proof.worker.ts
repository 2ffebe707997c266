import { type RawChallenge, solveProof } from './proof.ts';

/** Hashes off the main thread, so that typing stays smooth. */
self.onmessage = async ({ data }: MessageEvent<RawChallenge>) => {
  try {
    self.postMessage({ proof: await solveProof(data) });
  } catch (error) {
    self.postMessage({ problem: error instanceof Error ? error.message : String(error) });
  }
};
