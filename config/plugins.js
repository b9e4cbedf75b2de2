// The switches. `false` turns a plugin off; an object gives it configuration, or says where a plugin of your own is.

/** @type {Record<string, boolean | { enabled?: boolean, resolve?: string, config?: unknown }>} */
module.exports = {
  rest: true,
  // An application's own plugin, by path. It fills an empty database once; remove this line when you have content.
  demo: { resolve: './config/demo', config: { file: './config/demo/content.json' } },
};
