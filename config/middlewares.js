// The steps of every request, in order. This is the default list.
// Your own step: { name: 'timing', resolve: './config/timing.js', config: {} }. The file exports (config, { kernel }) => koa middleware.

/** @type {(string | Partial<import('quire-cms').MiddlewareEntry>)[]} */
module.exports = ['errors', 'request-id', 'logger', 'security', 'cors', 'timeout', 'query', 'body'];
