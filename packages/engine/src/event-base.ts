/** What every event carries: the command that caused it, and its place among that command's events. */
export interface EventBase {
  seq: number;
  index: number;
  time: number;
}
