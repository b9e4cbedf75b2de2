// Traces: the work of the application as spans of OpenTelemetry. The application starts an SDK, which sends them.
import './types';
import { definePlugin } from '../../core';
import { tracingConfig } from './config';
import { createTracer } from './create-tracer';
import type { Api } from './types';

const SYSTEMS: Readonly<Record<string, string>> = { postgres: 'postgresql' };

export default definePlugin({
  name: 'tracing',
  config: tracingConfig,
  register(app, config) {
    const api: Api = require('@opentelemetry/api');
    const database = () => SYSTEMS[app.database.dialect.name] ?? app.database.dialect.name;
    const tracer = createTracer({ api, config, database });
    app.events.trace(tracer);
    app.events.observe('request.done', ({ request, status }) => tracer.done(request, status));
    app.hooks.boot.after(() => {
      const provider = api.trace.getTracerProvider();
      if (
        provider instanceof api.ProxyTracerProvider &&
        provider.getDelegateTracer('quire-cms') === undefined
      )
        app.log.warn(
          'The plugin "tracing" is enabled, but no SDK of OpenTelemetry runs, so no span is kept. Start one before Quire: docs/observe.md#traces',
        );
    });
  },
});
