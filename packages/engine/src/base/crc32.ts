const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb8_8320 : value >>> 1;
  return value;
});

/** CRC-32 (IEEE 802.3) of the bytes after `from`, as an unsigned integer. */
export function crc32(bytes: Uint8Array, from = 0): number {
  let crc = -1;
  for (let at = from; at < bytes.length; at++) crc = (crc >>> 8) ^ table[(crc ^ bytes[at]!) & 0xff]!;
  return (crc ^ -1) >>> 0;
}
