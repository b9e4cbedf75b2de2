// Deployments that lack a capability, as a declared capability must not.
import type { Mutant } from './mutating-proxy';

const gone = (row: string, path: RegExp, does: string): Mutant => ({
  row: `capabilities.${row}`,
  does,
  answer: (_answer, seen) => (path.test(seen.path) ? { status: 404, body: { error: { status: 404 } } } : {}),
});
const without = (row: string, parameter: string, does: string): Mutant => ({
  row: `capabilities.${row}`,
  does,
  query: (pairs) => pairs.filter(([key]) => key !== parameter),
});

export const capabilityMutants: readonly Mutant[] = [
  without('drafts', 'status', 'ignores drafts'),
  without('i18n', 'locale', 'ignores locales'),
  gone('auth', /^\/api\/auth\//, 'has no login'),
  gone('auth', /^\/api\/users-permissions\//, 'has no roles'),
  { row: 'capabilities.tokens', does: 'ignores tokens', open: true },
  gone('upload', /^\/api\/upload/, 'has no media library'),
  gone('graphql', /^\/graphql/, 'has no GraphQL'),
  {
    row: 'capabilities.aggregates',
    does: 'has no aggregates',
    answer: ({ text }) =>
      text.includes('"aggregate"')
        ? { status: 400, body: { errors: [{ message: 'no field aggregate' }] } }
        : {},
  },
  {
    row: 'capabilities.sandbox',
    does: 'has no page for browsers',
    answer: (_answer, { method, path }) =>
      method === 'GET' && path === '/graphql' ? { status: 404, body: {} } : {},
  },
];
