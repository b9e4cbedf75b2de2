// An application with the content types of the conformance suite, and documents under short names.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type AnyPlugin,
  type ComponentDefinition,
  type ContentTypeDefinition,
  definePlugin,
} from '../../../core';
import { createTestApp, type TestApp, type TestAppOptions, testDatabases } from '../../../core/testing';
import { EXTENSION } from '../index';

const FOLDER = join(process.cwd(), 'conformance/schema/src');

export interface FixtureApp extends TestApp {
  /** By short name. */
  readonly known: ReadonlyMap<string, { readonly documentId: string }>;
}

/** Short name, singular name of the type, data; `{name}` stands for a documentId. */
export type Seed = readonly (readonly [name: string, type: string, data: object])[];

/** The options of an application that enables all plugins whose types the whole schema has. */
export const allTypes: TestAppOptions = {
  env: { JWT_SECRET: 'b0Zl7vKq2mXw9sTn4dRc8yHu1gEj6pAa' },
  config: {
    plugins: {
      rest: true,
      i18n: true,
      'draft-and-publish': true,
      email: true,
      'users-permissions': true,
      upload: true,
      graphql: true,
    },
  },
};

export async function openFixture(seed: Seed, options: TestAppOptions): Promise<FixtureApp> {
  const [database] = testDatabases();
  const app = await createTestApp({
    ...(database ? { database } : {}),
    ...options,
    contentTypes: contentTypes(),
    components: components(),
    config: { server: { logs: { level: 'error' } }, ...options.config },
  });
  const known = new Map<string, { readonly documentId: string }>();
  const filled = (data: object): unknown =>
    JSON.parse(
      JSON.stringify(data).replace(/\{(\w+)\}/g, (text, name: string) => known.get(name)?.documentId ?? text),
    );
  for (const [name, type, data] of seed)
    known.set(name, await app.documents(`api::${type}.${type}`).create({ data: filled(data) }));
  // A spread would ask for getters before the server listens.
  return Object.assign(Object.create(app) as TestApp, { known });
}

const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

const contentTypes = (): Record<string, ContentTypeDefinition> =>
  Object.fromEntries(
    readdirSync(join(FOLDER, 'api')).map((name) => [
      `api::${name}.${name}`,
      read(join(FOLDER, 'api', name, 'content-types', name, 'schema.json')) as ContentTypeDefinition,
    ]),
  );

const components = (): Record<string, ComponentDefinition> =>
  Object.fromEntries(
    readdirSync(join(FOLDER, 'components')).flatMap((category) =>
      readdirSync(join(FOLDER, 'components', category)).map((file) => [
        `${category}.${file.replace(/\.json$/, '')}`,
        read(join(FOLDER, 'components', category, file)) as ComponentDefinition,
      ]),
    ),
  );

/** A plugin that wraps the resolvers of these queries, so that graphql-js runs every operation. */
export const wrapsQueries = (...fields: readonly string[]): AnyPlugin =>
  definePlugin({
    name: 'wraps-queries',
    dependencies: ['graphql'],
    register(app) {
      app.container.resolve(EXTENSION).use({
        resolversConfig: Object.fromEntries(
          fields.map((name) => [
            `Query.${name}`,
            { middlewares: [(next, parent, args, context, info) => next(parent, args, context, info)] },
          ]),
        ),
      });
    },
  }) as AnyPlugin;
