// Defaults and limits of the REST API.

/** @type {Partial<import('quire-cms').ApiConfig>} */
module.exports = {
  rest: { prefix: '/api', defaultLimit: 25, maxLimit: 100 },
};
