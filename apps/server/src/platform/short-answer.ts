/** The body of an answer from outside as text. Whoever sends more than `mostBytes` is read no further. */
export async function shortAnswer(response: Response, mostBytes: number, who: string): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += (part as Uint8Array).length;
    if (bytes > mostBytes) throw new Error(`${who} answered with more than it should`);
    parts.push(part as Uint8Array);
  }
  return Buffer.concat(parts).toString('utf8');
}
