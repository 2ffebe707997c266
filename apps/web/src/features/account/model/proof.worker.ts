import { type RawChallenge, solveProof } from './proof.ts';

/** Hashing runs here, so that typing stays smooth while it does. */
self.onmessage = async ({ data }: MessageEvent<RawChallenge>) => {
  try {
    self.postMessage({ proof: await solveProof(data) });
  } catch (error) {
    self.postMessage({ problem: error instanceof Error ? error.message : String(error) });
  }
};
