/** The part of autocannon that the durable benches use; the package has no types of its own. */
declare module 'autocannon' {
  interface Outgoing {
    method?: string;
    path?: string;
    headers?: Record<string, string>;
    body?: string;
  }
  interface Settings {
    url: string;
    connections: number;
    duration: number;
    requests: (Outgoing & { setupRequest?: (request: Outgoing) => Outgoing })[];
  }
  interface Result {
    '2xx': number;
    latency: { p99: number };
    statusCodeStats?: Record<string, { count?: number }>;
  }
  export default function autocannon(
    settings: Settings,
    done: (error: Error | null, result: Result) => void,
  ): { on(event: 'error', listener: (error: Error) => void): void };
}
