const { check, definePlugin } = require('quire-cms');

module.exports = definePlugin({
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
