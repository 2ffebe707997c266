/** Words of the editor that nobody saved yet, kept while this tab is open: another language, another screen or a reload loses none of them. */
export interface Words {
  title: string;
  summary: string;
  written: string;
  stricter: boolean;
}
interface Kept extends Words {
  /** The draft that they were written over. Over another one they do not fit. */
  over: string;
}
const keyOf = (name: string) => `console.words ${name}`;

export function keptWords(name: string, over: string): Words | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(name)) ?? 'null') as Kept | null;
    return kept !== null && kept.over === over ? kept : undefined;
  } catch {
    return undefined;
  }
}
export function keepWords(name: string, over: string, words: Words): void {
  try {
    sessionStorage.setItem(keyOf(name), JSON.stringify({ ...words, over } satisfies Kept));
  } catch {
    // A browser that keeps nothing: then the words are on the screen alone.
  }
}
export const dropWords = (name: string): void => sessionStorage.removeItem(keyOf(name));
