/** A transaction as explorers show it: 64 hexadecimal digits, with or without 0x. */
export const isTxHash = (text: string): boolean => /^(?:0x)?[0-9a-fA-F]{64}$/.test(text.trim());
