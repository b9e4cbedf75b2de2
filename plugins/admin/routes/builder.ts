// The builder: definition files as texts, what they would change in the database, and their writing. It exists in development only, and for
// sessions of the admin only: it writes code of the application.
import { createHash } from 'node:crypto';
import {
  type App,
  type BodyIssue,
  check,
  coreErrors,
  DEFINITION_FILES,
  type DefinitionFile,
  type FilesPlan,
  type RequestContext,
  type RouteDefinition,
  route,
  WriteFailure,
} from '../../../core';
import { adminErrors } from '../errors';
import { USE_BUILDER } from '../types';

const { anyOf, array, boolean, object, oneOf, optional, string } = check;
const MOST_FILES = 100;
/** null: the file is removed, such as the former one of a renamed type. */
const TEXT = anyOf('a text of at most 262144 characters, or null', string({ max: 262_144 }), oneOf(null));
const PATH = string({ min: 1, max: 300 });
const DRAFTS = array(object({ path: PATH, text: TEXT }), { min: 1, max: MOST_FILES });
const CHANGES = array(object({ path: PATH, text: TEXT, etag: optional(string({ max: 64 })) }), {
  min: 1,
  max: MOST_FILES,
});

interface Change {
  readonly path: string;
  /** Absent: the file is new. */
  readonly etag?: string | undefined;
}
interface Draft {
  readonly path: string;
  readonly text: string | null;
}

/** `register`: the process knows the files of this moment. */
export function builderRoutes(app: App, base: string): readonly RouteDefinition[] {
  const filesOf = () => app.container.resolve(DEFINITION_FILES);
  /** undefined before the first request, which is soon enough: a change of a file restarts the application. */
  let atStart: string | undefined;
  app.hooks.boot.before(async () => {
    atStart = stateOf(filesOf().find().files);
  });
  // Texts of the builder stay in the browser. Another application may get the same address later.
  const application = createHash('sha256').update(app.dir).digest('hex').slice(0, 16);

  const mustBePage = (request: RequestContext): void => {
    if (!request.state.adminSession) throw adminErrors.ADMIN_SESSION_OVER();
  };
  function textsOf(drafts: readonly Draft[]): ReadonlyMap<string, string | null> {
    const issues = drafts.flatMap(({ path }, at): BodyIssue[] => {
      const isTwice = drafts.findIndex((other) => other.path === path) < at;
      const message = isTwice ? `${path} is in the request twice; send it once` : filesOf().problemOf(path);
      return message === null
        ? []
        : [{ path: ['files', String(at), 'path'], message, name: 'ValidationError' }];
    });
    if (issues.length > 0) throw adminErrors.ADMIN_BODY(issues);
    return new Map(drafts.map(({ path, text }) => [path, text]));
  }
  async function planOf(texts: ReadonlyMap<string, string | null>) {
    const plan = await filesOf().plan(texts);
    if ('failure' in plan) {
      app.log.error('the builder got no plan', { reason: plan.failure });
      throw adminErrors.ADMIN_PLAN_FAILED(plan.failure);
    }
    if ('mistakes' in plan) throw adminErrors.ADMIN_BODY(plan.mistakes.map(issueOf));
    return plan;
  }
  function refuseOthers(changes: readonly Change[]): void {
    for (const { path, etag } of changes) {
      const now = filesOf().read(path);
      if (now?.etag !== etag)
        throw adminErrors.ADMIN_FILE_CHANGED(
          { path, text: now?.text ?? null, etag: now?.etag ?? null },
          etag,
        );
    }
  }
  function write(texts: ReadonlyMap<string, string | null>): void {
    try {
      filesOf().write(texts);
    } catch (error) {
      app.log.error('the builder could not write definition files', { error });
      if (!(error instanceof WriteFailure)) throw error;
      throw adminErrors.ADMIN_WRITE(error.message, error.changed);
    }
  }

  const common = { action: USE_BUILDER, tags: ['Admin'] };
  return [
    route({
      ...common,
      method: 'GET',
      path: `${base}/builder`,
      summary: 'Returns the files of content types and components; in development only',
      handler(request) {
        mustBePage(request);
        const { files, places } = filesOf().find();
        const own = new Set(files.map(({ path }) => path));
        const models = [...app.schema.types.values(), ...app.schema.components.values()];
        return {
          json: {
            data: {
              files,
              places,
              schemas: filesOf().schemas(),
              application,
              /** False while the application has not started again with the files. */
              isRunning: atStart === stateOf(files),
              others: models
                .filter(({ source }) => !own.has(source))
                .map(({ uid, displayName, source }) => ({ uid, title: displayName, source })),
            },
          },
        };
      },
    }),
    route({
      ...common,
      method: 'POST',
      path: `${base}/builder/plan`,
      summary: 'Says what files would change in the database; in development only',
      body: 'json',
      checks: { body: object({ files: DRAFTS }) },
      async handler(request, { body: { files } }) {
        mustBePage(request);
        return { json: { data: await planOf(textsOf(files)) } };
      },
    }),
    route({
      ...common,
      method: 'PUT',
      path: `${base}/builder/files`,
      summary: 'Writes files of content types and components; in development only',
      body: 'json',
      checks: { body: object({ files: CHANGES, confirmed: optional(boolean(), false) }) },
      async handler(request, { body: { files, confirmed } }) {
        mustBePage(request);
        if (app.config.server.readOnly) throw coreErrors.READ_ONLY();
        const texts = textsOf(files);
        refuseOthers(files);
        const { steps } = await planOf(texts);
        refuseSteps(steps, confirmed);
        // Another program may have written while the plan was made.
        refuseOthers(files);
        write(texts);
        app.log.warn('the builder has written definition files', { files: [...texts.keys()] });
        return {
          json: { data: { files: files.map(({ path }) => ({ path, etag: filesOf().read(path)?.etag })) } },
        };
      },
    }),
  ];
}

const stateOf = (files: readonly DefinitionFile[]): string =>
  JSON.stringify(files.map(({ path, etag }) => [path, etag]));

type Steps = Extract<FilesPlan, { readonly steps: unknown }>['steps'];
type Mistakes = Extract<FilesPlan, { readonly mistakes: unknown }>['mistakes'];

/** `attributes.title.enum[0]` → ['attributes', 'title', 'enum', 0], below the file. */
const issueOf = ({ where, at = '', message }: Mistakes[number]): BodyIssue => ({
  path: [where, ...at.split(/[.[\]]+/).filter((step) => step !== '')],
  message,
  name: 'ValidationError',
});

/** No command helps against the first two; the others keep the application from starting until a command was run. */
function refuseSteps(steps: Steps, confirmed: boolean): void {
  const having = (...effects: readonly string[]) => steps.filter(({ effect }) => effects.includes(effect));
  const impossible = having('wrong', 'blocked');
  if (impossible.length > 0) throw adminErrors.ADMIN_PLAN(impossible.map(({ sentence }) => sentence));
  const asked = having('lossy', 'asked');
  if (asked.length > 0 && !confirmed) throw adminErrors.ADMIN_CONFIRM(asked.map(({ sentence }) => sentence));
}
