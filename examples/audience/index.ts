// A document may have one row per audience, such as the public and members. A type takes part with the option `"audience": true`.
// `?audience=members` reads and writes that row. A caller needs the permission `<type>.readAudience` for every audience but the
// first. A document without a row for the audience shows the row of the first audience.
import {
  type AxisBinding,
  check,
  defineErrors,
  definePlugin,
  only,
  type ParallelAxis,
  type ParamDefinition,
} from 'quire-cms';

interface AudienceConfig {
  readonly audiences: readonly string[];
}

declare module 'quire-cms' {
  interface PluginConfigMap {
    audience: AudienceConfig;
  }
  interface QueryParamMap {
    audience?: string;
  }
}

const NAME = 'audience';

const audienceErrors = defineErrors(NAME, {
  UNKNOWN: {
    status: 400,
    name: 'ValidationError',
    message: (given: string, known: readonly string[]) =>
      `audience: expected one of ${known.join(', ')}, got ${given}`,
    details: () => ({ source: 'query', param: NAME }),
  },
});

export default definePlugin({
  name: NAME,
  config: check.object({
    audiences: check.array(check.string({ pattern: /^[a-z-]{1,30}$/, expected: 'a word in lower case' }), {
      min: 1,
    }),
  }),

  register(app, { audiences }) {
    const first = audiences[0] ?? '';
    const axis: ParallelAxis = {
      name: NAME,
      column: '_audience',
      kind: 'parallel',
      store: { kind: 'text', length: 30 },
      base: () => first,
      defaultValue: () => first,
      any: false,
      outputKey: NAME,
      pin: 'restrict',
      permission: (type, value) => (value === first ? null : `${type}.readAudience`),
    };
    app.hooks.schema.contentType((type) => {
      type.knowsOption(NAME);
      // Every attribute may differ between audiences.
      if (type.options.audience === true) type.addAxis(axis, () => false);
    });

    app.hooks.schema.ready(({ types }) => {
      for (const type of types.values())
        if (type.axes.some((use) => use.axis === axis))
          app.actions.add({
            name: `${type.uid}.readAudience`,
            description: `Reads ${type.displayName} for every audience`,
          });
    });

    const param: ParamDefinition<AxisBinding> = {
      name: NAME,
      description: `The audience to read or write: ${audiences.join(', ')}`,
      on: ['find', 'findOne', 'create', 'update', 'delete'],
      parse(raw, _type, operation) {
        const known = audiences.find((one) => one === raw);
        if (known === undefined) throw audienceErrors.UNKNOWN(JSON.stringify(raw), audiences);
        const isReading = operation === 'find' || operation === 'findOne';
        return isReading && known !== first ? { kind: 'first', values: [known, first] } : only(known);
      },
      apply(request, binding) {
        request.axes = { ...request.axes, [NAME]: binding };
      },
      openapi: { type: 'string', enum: audiences },
    };
    app.params.add(param);
    app.ignoredKeys.add(NAME);
  },
});
