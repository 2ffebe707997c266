/** UTF-8 in plain code, because the core may not assume that the platform has `TextEncoder`. Lone surrogates become U+FFFD. */
export function utf8Encode(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  return writeAscii(text, bytes, 0) ? bytes : encodeWide(text);
}

/** Writes a text of ASCII, a byte for each character, into bytes that have room for it. False for any other text; what it wrote until then is to be overwritten. */
export function writeAscii(text: string, bytes: Uint8Array, from: number): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 0x80) return false;
    bytes[from + at] = code;
  }
  return true;
}

function encodeWide(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 3);
  let at = 0;
  for (const character of text) {
    let code = character.codePointAt(0)!;
    if (code >= 0xd800 && code <= 0xdfff) code = 0xfffd;
    if (code < 0x80) bytes[at++] = code;
    else if (code < 0x800) {
      bytes[at++] = 0xc0 | (code >> 6);
      bytes[at++] = 0x80 | (code & 63);
    } else if (code < 0x1_0000) {
      bytes[at++] = 0xe0 | (code >> 12);
      bytes[at++] = 0x80 | ((code >> 6) & 63);
      bytes[at++] = 0x80 | (code & 63);
    } else {
      bytes[at++] = 0xf0 | (code >> 18);
      bytes[at++] = 0x80 | ((code >> 12) & 63);
      bytes[at++] = 0x80 | ((code >> 6) & 63);
      bytes[at++] = 0x80 | (code & 63);
    }
  }
  return bytes.slice(0, at);
}

/** Undefined when the bytes are not UTF-8. */
export function utf8Decode(bytes: Uint8Array): string | undefined {
  for (let at = 0; at < bytes.length; at += 1) if (bytes[at]! >= 0x80) return decodeWide(bytes);
  return decodeAscii(bytes);
}

/** Eight characters at once: each addition to a text asks for memory. */
function decodeAscii(b: Uint8Array): string {
  let text = '';
  let at = 0;
  for (; at + 8 <= b.length; at += 8)
    text += String.fromCharCode(b[at]!, b[at + 1]!, b[at + 2]!, b[at + 3]!, b[at + 4]!, b[at + 5]!, b[at + 6]!, b[at + 7]!);
  for (; at < b.length; at += 1) text += String.fromCharCode(b[at]!);
  return text;
}

function decodeWide(bytes: Uint8Array): string | undefined {
  const parts: string[] = [];
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at++]!;
    let code = first;
    if (first >= 0x80) {
      const extra = first >= 0xf0 && first < 0xf8 ? 3 : first >= 0xe0 ? 2 : first >= 0xc0 ? 1 : 0;
      if (extra === 0 || first >= 0xf8 || at + extra > bytes.length) return undefined;
      code = first & (0x3f >> extra);
      for (let n = 0; n < extra; n++) {
        const next = bytes[at++]!;
        if ((next & 0xc0) !== 0x80) return undefined;
        code = (code << 6) | (next & 63);
      }
      const lowest = [0, 0x80, 0x800, 0x1_0000][extra]!;
      if (code < lowest || code > 0x10_ffff || (code >= 0xd800 && code <= 0xdfff)) return undefined;
    }
    text += String.fromCodePoint(code);
    if (text.length > 8192) {
      parts.push(text);
      text = '';
    }
  }
  return parts.join('') + text;
}
