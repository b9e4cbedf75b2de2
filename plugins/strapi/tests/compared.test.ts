// Answers of Quire and of real Strapi to the same requests, for small projects.
import { testDatabases } from '../../../core/testing';
import { askAll, comparable, formParts, recordedAnswers } from './compared/compared-project';
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
    const answers = await askAll(project, async (method, path, body, sent) => {
      const asked = app.agent[method.toLowerCase() as 'get'](path).set(sent);
      const parts = formParts(body);
      for (const [name, part] of parts ?? [])
        if (typeof part === 'string') asked.field(name, part);
        else asked.attach(name, Buffer.from(part.text), { filename: part.name, contentType: part.type });
      const isJson = body !== undefined && parts === null;
      const { status, text, headers } = await (isJson ? asked.send(body as object) : asked).buffer(true);
      return { status, body: parsed(text), headers };
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
