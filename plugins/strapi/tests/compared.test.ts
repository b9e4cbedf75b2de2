// Answers of Quire and of real Strapi to the same requests, for small projects.
import { testDatabases } from '../../../core/testing';
import { askAll, comparable, recordedAnswers } from './compared/compared-project';
import { projects } from './compared/projects';
import { startProject } from './project';

const STEPS = ['errors', 'request-id', 'logger', 'security', 'cors', 'timeout', 'query', 'body'];
const SECRET = 'k3-9vQ2mX7cR4tY8wZ1aB6nL5pD0sF2gH3jK';

const runs = testDatabases().flatMap((database) =>
  projects.map((project) => [project.name, database, project] as const),
);

it.each(runs)('answers the project "%s" as Strapi does, on %s', async (name, database, project) => {
  const own = Object.entries(project.middlewares ?? {}).map(([resolve, config]) => ({ resolve, config }));
  const app = await startProject(project.files, {
    database,
    config: {
      ...(own.length > 0 ? { middlewares: [...STEPS, ...own] } : {}),
      plugins: {
        'draft-and-publish': true,
        'users-permissions': { config: { jwtSecret: SECRET, ratelimit: { enabled: false } } },
        ...project.plugins,
      },
    },
  });
  try {
    const answers = await askAll(project, async (method, path, body, token) => {
      const asked = app.agent[method.toLowerCase() as 'get'](path);
      if (token !== null) asked.set('authorization', `Bearer ${token}`);
      const { status, text } = await (body === undefined ? asked : asked.send(body as object)).buffer(true);
      return { status, body: parsed(text) };
    });
    const shown = comparable(answers).map((answer, at) => [project.requests[at]?.[0], ...answer]);
    const expected = recordedAnswers(name).map((answer, at) => [project.requests[at]?.[0], ...answer]);
    expect(shown).toEqual(expected);
  } finally {
    await app.close();
  }
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
