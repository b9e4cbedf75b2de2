import { check, definePlugin } from 'quire-cms';

export interface PluginConfig {
  readonly greeting: string;
}

// With this, `definePlugin` knows the configuration of this plugin.
declare module 'quire-cms' {
  interface PluginConfigMap {
    '{{name}}': PluginConfig;
  }
}

export default definePlugin({
  name: '{{name}}',
  config: check.object({ greeting: check.optional(check.string({ min: 1 }), 'Hello') }),

  register(app, { greeting }) {
    app.routes.add({
      method: 'GET',
      path: '/api/{{name}}/:who',
      action: null, // null: open to everyone
      summary: 'Greets someone',
      handler: ({ params }) => ({ json: { text: `${greeting}, ${params.who}` } }),
    });
  },
});
