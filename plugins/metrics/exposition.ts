// The text of `/_metrics`. prom-client writes it, and adds the metrics of Node and of the process.
import type { MetricObjectWithValues, MetricValueWithName, Registry } from 'prom-client';
import type { Family, HistogramFamily, Labels } from './families';
import type { Distribution } from './series';

type Client = typeof import('prom-client');
/** Metrics as data, with the label of their worker. */
type Data = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

export interface Exposition {
  readonly contentType: string;
  /** This process as JSON text, for the worker that was asked. */
  data(): Promise<string>;
  /** The text of all processes. */
  join(parts: readonly string[]): Promise<string>;
}

export interface ExpositionParts {
  readonly families: readonly Family[];
  readonly bounds: readonly number[];
  /** null: there are no workers. */
  readonly slot: number | null;
}

/** Loads prom-client. */
export function createExposition({ families, bounds, slot }: ExpositionParts): Exposition {
  const client: Client = require('prom-client');
  const registry = new client.Registry();
  client.collectDefaultMetrics({ register: registry });
  for (const family of families) register(client, registry, family, bounds);
  if (slot !== null) registry.setDefaultLabels({ worker: String(slot) });
  return {
    contentType: registry.contentType,
    data: async () => JSON.stringify(await registry.getMetricsAsJSON()),
    async join(parts) {
      // The aggregators are for equal labels; here each worker has its own. `omit` would drop the start time of the process.
      const all = parts.map((part) => (JSON.parse(part) as Data).map(summed));
      return client.AggregatorRegistry.aggregate(all).metrics();
    },
  };
}

const summed = <T extends object>(metric: T): T => ({ ...metric, aggregator: 'sum' });

function register(client: Client, registry: Registry, family: Family, bounds: readonly number[]): void {
  const { name, help, labels = [] } = family;
  const options = { name, help, labelNames: [...labels], registers: [registry] };
  if (family.type === 'histogram') registerHistogram(client, registry, family, bounds);
  else if (family.type === 'counter') {
    new client.Counter({
      ...options,
      async collect() {
        const values = await family.read();
        this.reset();
        for (const [labels, value] of values) this.inc(labels, value);
      },
    });
  } else {
    new client.Gauge({
      ...options,
      async collect() {
        const values = await family.read();
        this.reset();
        for (const [labels, value] of values) this.set(labels, value);
      },
    });
  }
}

function registerHistogram(
  client: Client,
  registry: Registry,
  { name, help, labels = [], read }: HistogramFamily,
  bounds: readonly number[],
): void {
  /** prom-client reads values that it has not counted itself. */
  class Counted extends client.Histogram {
    override async get(): Promise<MetricObjectWithValues<MetricValueWithName<string>>> {
      const values = read().flatMap(([labels, series]) => bucketValues(name, labels, series, bounds));
      const metric = await super.get();
      return { ...metric, values };
    }
  }
  new Counted({ name, help, labelNames: [...labels], buckets: [...bounds], registers: [registry] });
}

function bucketValues(
  name: string,
  labels: Labels,
  { counts, sum }: Distribution,
  bounds: readonly number[],
): MetricValueWithName<string>[] {
  let count = 0;
  const buckets = [...counts].map((added, at) => {
    count += added;
    return {
      metricName: `${name}_bucket`,
      labels: { ...labels, le: String(bounds[at] ?? '+Inf') },
      value: count,
    };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels: { ...labels }, value: sum },
    { metricName: `${name}_count`, labels: { ...labels }, value: count },
  ];
}
