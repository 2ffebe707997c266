import { Counter, collectDefaultMetrics, Gauge, Histogram, type Registry } from 'prom-client';

type Timer = Histogram.Internal<'call' | 'status'>;

/** Durations of calls, labelled by the table's name and never by URL: a label for every URL would grow without end. */
export class CallMetrics {
  private readonly histogram: Histogram<'call' | 'status'>;
  private readonly timers = new Map<string, Map<number, Timer>>();
  private readonly failures: Counter;

  constructor(registry: Registry) {
    this.histogram = new Histogram({
      name: 'bourse_call_seconds',
      help: 'Time from a request to its answer',
      labelNames: ['call', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 20],
      registers: [registry],
    });
    this.failures = new Counter({
      name: 'bourse_call_failures_total',
      help: 'Answers with a status of 500 or above',
      registers: [registry],
    });
  }

  observe(call: string, status: number, milliseconds: number): void {
    let byStatus = this.timers.get(call);
    if (!byStatus) {
      byStatus = new Map();
      this.timers.set(call, byStatus);
    }
    let timer = byStatus.get(status);
    if (!timer) {
      timer = this.histogram.labels(call, String(status));
      byStatus.set(status, timer);
    }
    timer.observe(milliseconds / 1000);
    if (status >= 500) this.failures.inc();
  }
}

/** Gauges of the process and the exchange, read when `/metrics` is requested. */
export function registerProcessMetrics(registry: Registry, facts: Record<string, { help: string; read: () => number }>): void {
  collectDefaultMetrics({ register: registry });
  for (const [name, { help, read }] of Object.entries(facts)) {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  }
}
