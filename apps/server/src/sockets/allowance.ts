/** Bursts above the rate limit after which a client is disconnected. */
const maxFloods = 3;

/** How much one client may say: so many messages a second, and as many at once. */
export class Allowance {
  private readonly most: number;
  private left: number;
  private at: number;
  private floods = 0;

  constructor(most: number, now: number) {
    this.most = most;
    this.left = most;
    this.at = now;
  }

  /** `waiting`: messages that came before and are not answered yet. */
  take(now: number, waiting: number): 'may' | 'flood' | 'tooOften' {
    this.left = Math.min(this.most, this.left + ((now - this.at) * this.most) / 1000);
    this.at = now;
    if (this.left >= 1 && waiting < this.most) {
      this.left -= 1;
      return 'may';
    }
    this.floods += 1;
    this.left = -this.most / 2;
    return this.floods >= maxFloods ? 'tooOften' : 'flood';
  }
}
