/** What a bench found. `ours` and `reference` carry their unit; `report` lines are printed above the result. */
export interface BenchResult {
  name: string;
  /** Null where the quality bar is a figure to report, not a ratio. */
  ratio: number | null;
  bar: string;
  ours: string;
  reference: string;
  report: string[];
}
