// What the API gives when nothing is asked for, and how much may be asked for at once.

/** @type {Partial<import('quire').ApiConfig>} */
module.exports = {
  rest: { prefix: '/api', defaultLimit: 25, maxLimit: 100 },
};
