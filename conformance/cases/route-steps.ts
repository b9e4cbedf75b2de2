// Routes of a plugin for HOOKED: middlewares, kinds of answers, and names of parameters. Plain JavaScript.

/** Each middleware adds its name to a header, so the header shows their order. Uses `app`, `answer` and `check`. */
export const ROUTE_STEPS = `
    const marked = (mark) => async (_request, next) => {
      const { headers = {}, ...rest } = await next();
      return { ...rest, headers: { ...headers, 'x-steps': [...(headers['x-steps'] ?? '').split(' ').filter(Boolean), mark].join(' ') } };
    };
    app.middlewares.add('conformance-mark', (request, next, config) => marked(config?.mark ?? 'named')(request, next));
    const stepped = (path, handler, middlewares) =>
      app.routes.add({ method: 'GET', path: '/api/conformance/steps/' + path, action: null, summary: path, middlewares, handler });
    stepped('order', () => ({ json: {} }),
      ['conformance-mark', { name: 'conformance-mark', config: { mark: 'configured' } }, marked('function')]);
    const boom = async () => { throw new Error('a secret of the program'); };
    stepped('instead', boom, [async () => ({ status: 202, json: { instead: true } }), marked('unreached')]);
    stepped('caught', boom, [(_request, next) => next().catch(() => ({ json: { caught: true } }))]);
    stepped('fails', () => ({ json: {} }), [boom]);
    stepped('nothing', () => ({ json: {} }), [async (_request, next) => void (await next())]);
    app.hooks.http.route((route) => {
      if (route.path.endsWith('/steps/order'))
        route.addMiddleware({ name: 'conformance-mark', config: { mark: 'attached' } }).addMiddleware(marked('attached later'));
    });
    for (const [method, path] of [['GET', ':first/:second'], ['PUT', ':one/:other'], ['DELETE', ':second/:first'], ['PATCH', ':first/:third']])
      app.routes.add({ method, path: '/api/conformance/names/' + path, action: null, summary: path, handler: (_request, { params }) => ({ json: params }) });
    const own = (more) => ({ 'X-Frame-Options': 'DENY', 'x-own': 'yes', ...more });
    const { Readable } = require('node:stream');
    const answers = {
      html: () => ({ html: '<p>é</p>' }),
      text: () => ({ text: '{"é":1}' }),
      stream: () => ({ stream: Readable.from(['a', 'é']), type: 'text/plain', headers: own() }),
      typed: () => ({ text: 'a,b', headers: own({ 'Content-Type': 'text/csv' }) }),
      'typed-stream': () => ({ stream: Readable.from(['a']), type: 'text/plain', headers: { 'content-type': 'text/csv' } }),
      empty: () => ({ status: 202 }),
      undefined: () => ({ json: undefined }),
      cached: () => ({ json: {}, headers: { 'Cache-Control': 'max-age=5' } }),
    };
    for (const [name, handler] of Object.entries(answers)) answer('answers/' + name, handler);
    // An open route asks for no permission, so it has none.
    answer('visible', async ({ visibility }) => {
      const holders = app.documents('api::holder.holder');
      const tried = (work) => work().then((result) => result, (error) => ({ status: error.status, message: error.message }));
      return { json: {
        shown: await tried(() => holders.findMany({ visibility, pagination: { limit: 1 } })),
        populated: await tried(() => holders.findMany({ visibility, populate: ['deeps'] })),
        written: await tried(() => app.documents('api::deep.deep').create({ visibility, data: { name: 'a' } })),
      } };
    });
    app.routes.add({ method: 'GET', path: '/api/conformance/answers/kept', action: null, summary: 'Kept', cacheControl: 'max-age=7',
      checks: { query: check.object({ n: check.optional(check.integer()) }) }, handler: () => ({ json: {} }) });
    app.routes.add({ method: 'GET', path: '/api/conformance/answers/asked', action: null, summary: 'Asked',
      checks: { query: check.object({ one: check.string(), other: check.optional(check.string()) }) }, handler: () => ({ json: {} }) });
    const holds = { name: check.string(), sizes: check.optional(check.array(check.integer())) };
    const promised = {
      kept: () => ({ json: { name: 'a', sizes: undefined } }),
      written: () => ({ text: '{"name":"a","sizes":[1]}' }),
      broken: () => ({ json: { name: 'a', sizes: [1, 'a secret of the program'] } }),
      'broken-text': () => ({ status: 201, text: '{"name":5}' }),
      'broken-later': async () => ({ json: {} }),
      refused: () => ({ status: 404, json: { other: 1 } }),
      nothing: () => ({ status: 204 }),
    };
    for (const [name, handler] of Object.entries(promised))
      app.routes.add({ method: 'GET', path: '/api/conformance/promised/' + name, action: null, summary: name,
        checks: { answer: check.object(holds) }, handler });
`;
