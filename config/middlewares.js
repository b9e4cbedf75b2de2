// The steps every request goes through, in order. Without this file the same list holds.
// One of your own: { name: 'timing', resolve: './config/timing.js', config: {} }, exporting (config, { kernel }) => koa middleware.

/** @type {(string | Partial<import('quire').MiddlewareEntry>)[]} */
module.exports = ['errors', 'request-id', 'logger', 'security', 'cors', 'timeout', 'query', 'body'];
