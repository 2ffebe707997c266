/** Sizes of the terminal's panels: bounded, remembered, and never so large that the chart has no room. */
export interface Panels {
  watch: number;
  book: number;
  ticket: number;
  dock: number;
  /** The tape's share of the book column. */
  tape: number;
}
export type PanelName = keyof Panels;

export const standardPanels: Panels = { watch: 232, book: 268, ticket: 300, dock: 272, tape: 0.27 };
export const panelBounds: Record<PanelName, readonly [low: number, high: number]> = {
  watch: [184, 360],
  book: [220, 420],
  ticket: [264, 420],
  dock: [120, 520],
  tape: [0.12, 0.7],
};

export function bounded(name: PanelName, value: number): number {
  const [low, high] = panelBounds[name];
  return Math.min(high, Math.max(low, Number.isFinite(value) ? value : standardPanels[name]));
}

/** Reads the stored sizes and validates each on its own. */
export function readPanels(text: string | null): Panels {
  try {
    const kept = JSON.parse(text ?? '{}') as Record<string, unknown>;
    const names = Object.keys(standardPanels) as PanelName[];
    return Object.fromEntries(
      names.map((name) => [name, typeof kept?.[name] === 'number' ? bounded(name, kept[name] as number) : standardPanels[name]]),
    ) as unknown as Panels;
  } catch {
    return standardPanels;
  }
}
