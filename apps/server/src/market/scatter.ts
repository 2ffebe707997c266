/** A well-mixed 32-bit hash of three integers (the finaliser of MurmurHash3 over each), for what only has to look uneven. It keeps no secret. */
export function hash(seed: number, a: number, b: number): number {
  let h = seed ^ 0x9e3779b9;
  h = mix(h ^ Math.imul(a, 0x85ebca6b));
  return mix(h ^ Math.imul(b, 0xc2b2ae35));
}
function mix(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
