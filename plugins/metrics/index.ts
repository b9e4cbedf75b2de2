// Metrics in the text format of Prometheus. The events of the application are counted in plain numbers; a scrape reads them.
import './types';
import { definePlugin, WORKERS } from '../../core';
import { metricsConfig } from './config';
import { createExposition, type Exposition } from './exposition';
import { metricFamilies } from './families';
import { watchApplication } from './figures';
import { type OwnPort, openOwnPort } from './own-port';

const NAME = 'metrics';
/** Milliseconds. A worker whose event loop is blocked for longer is missing in the answer. */
const PATIENCE = 2_000;

export default definePlugin({
  name: NAME,
  after: ['jobs'],
  config: metricsConfig,
  register(app, { port, host, buckets }) {
    const figures = watchApplication(app, buckets);
    const workers = app.container.resolve(WORKERS);
    let made: Exposition | null = null;
    let ownPort: OwnPort | null = null;
    const exposition = (): Exposition => {
      made ??= createExposition({
        families: metricFamilies(app, figures),
        bounds: buckets,
        slot: workers.slot,
      });
      return made;
    };
    const failed = (error: unknown) => app.log.error('the metrics cannot be read', { error });
    const text = async () => {
      const parts = await workers.ask(NAME, PATIENCE);
      // The first process did not pass the question on: this process at least answers for itself.
      return exposition().join(parts.length > 0 ? parts : [await exposition().data()]);
    };

    app.hooks.boot.after(() => {
      // From now on the metrics of Node are measured.
      exposition();
      workers.answer(NAME, () =>
        exposition()
          .data()
          .catch((error: unknown) => {
            failed(error);
            throw error;
          }),
      );
    });
    if (port === undefined)
      app.routes.add({
        method: 'GET',
        path: '/_metrics',
        action: 'plugin::metrics.metrics.read',
        summary: 'Returns the metrics for Prometheus',
        tags: ['health'],
        cacheControl: 'no-store',
        handler: async () => ({ text: await text(), headers: { 'content-type': exposition().contentType } }),
      });
    app.hooks.listening(async () => {
      if (port === undefined) return;
      const { contentType } = exposition();
      ownPort = await openOwnPort({ host, port, contentType, text, failed });
      app.log.info('metrics are served', { url: `${ownPort.url}/_metrics` });
    });
    app.hooks.shutdown(() => ownPort?.close());
  },
});
