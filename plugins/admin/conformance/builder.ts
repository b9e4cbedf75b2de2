// Cases of the builder: definition files as texts, what they would change, and their writing. Only in development.
import type { Case, Deployment, Step } from '../../../conformance/cases/case';
import { typeFile, typeOf } from '../../../conformance/cases/definition-files';
import { exactly, is, only, type Pattern } from '../../../conformance/cases/pattern';
import { asks, forbidden, looks, person } from './build';

const USE = 'plugin::admin.builder.use';
const DEVELOPED: Deployment = {
  development: true,
  files: typeOf('crate', { title: { type: 'string' }, size: { type: 'integer' } }),
  config: { plugins: { admin: true } },
};
const FILE = `src/${typeFile('crate')}`;
const NEW = 'src/components/shared/stamp.json';
const STAMP = '{ "info": { "displayName": "Stamp" }, "attributes": { "text": { "type": "string" } } }';

interface Draft {
  readonly path: string;
  readonly text: unknown;
  readonly etag?: string;
}
const plan = (files: readonly Draft[], expect: Step['expect'] & {}, as: string | null = 'builder'): Step =>
  asks('POST', '/builder/plan', as, { files }, expect);
const write = (files: readonly Draft[], expect: Step['expect'] & {}, more: object = {}): Step =>
  asks('PUT', '/builder/files', 'builder', { files, ...more }, expect);
const reads = (expect: Step['expect'] & {}, as: string | null = 'builder'): Step =>
  looks('/builder', as, expect);
const mistakeAt = (...paths: (readonly string[])[]): Step['expect'] & {} => ({
  status: 400,
  error: { details: { errors: exactly(paths.map((path): Pattern => ({ path: exactly(path) }))) } },
});

export const adminBuilderCases: readonly Case[] = [
  {
    rows: ['quire.admin.builder'],
    deploy: DEVELOPED,
    async run(bench) {
      await person(bench, 'builder', [USE]);
      await person(bench, 'other');
      const stamp: Draft = { path: NEW, text: STAMP };
      const calls = [
        ['GET', '/builder', undefined],
        ['POST', '/builder/plan', { files: [stamp] }],
        ['PUT', '/builder/files', { files: [stamp] }],
      ] as const;
      for (const [send, path, body] of calls) {
        await bench.send(asks(send, path, 'other', body, forbidden()));
        await bench.send(asks(send, path, null, body, { status: 401 }));
        // A token has every permission, and no session.
        await bench.send({ ...asks(send, path, null, body, { status: 401 }), as: 'full', headers: {} });
      }
      const { body } = await bench.send(
        reads({
          status: 200,
          body: only({
            data: only({
              files: is.including({ path: FILE, text: is.matching('"size"'), etag: is.text }),
              places: is.object,
              schemas: is.object,
              application: is.matching('^[0-9a-f]{16}$'),
              isRunning: true,
              others: is.including(
                only({ uid: 'plugin::users-permissions.user', title: is.text, source: is.text }),
              ),
            }),
          }),
        }),
      );
      const { files, others } = Object(body).data;
      if (others.some(({ uid }: { uid: string }) => uid === 'api::crate.crate'))
        bench.fail('a type of a file is not among the others', FILE, others);
      const { text, etag } = files.find(({ path }: Draft) => path === FILE);
      await bench.make('crate', { at: '/crates', data: { title: '{mark}' } });
      const numbered = text.replace('"string"', '"integer"');
      await bench.send(plan([{ path: FILE, text }], { body: only({ data: { steps: exactly([]) } }) }));
      await bench.send(
        plan([{ path: FILE, text: numbered }], {
          data: { steps: exactly([{ effect: 'lossy', sentence: is.matching('title') }]) },
        }),
      );
      await bench.send(
        plan(
          [{ path: FILE, text: text.replace('"integer"', '"nothing"') }],
          mistakeAt([FILE, 'attributes', 'size', 'type']),
        ),
      );
      for (const send of [plan, write]) {
        await bench.send(send([stamp, stamp], mistakeAt(['files', '1', 'path'])));
        const wrong = ['config/plugins.json', 'src/index.js', '../stamp.json', `${NEW}/../../x.json`];
        await bench.send(
          send(
            wrong.map((path) => ({ path, text: STAMP })),
            mistakeAt(...wrong.map((_, at) => ['files', String(at), 'path'])),
          ),
        );
        for (const wrongFiles of [
          [],
          Array.from({ length: 101 }, (_, at) => ({
            path: `src/components/shared/s${at}.json`,
            text: STAMP,
          })),
          [{ path: NEW, text: 7 }],
          [{ path: NEW, text: `${STAMP}${' '.repeat(262_145 - STAMP.length)}` }],
          [{ path: '', text: STAMP }],
        ])
          await bench.send(send(wrongFiles, { status: 400 }));
      }
      const file = { path: FILE, text, etag };
      for (const stale of [
        { ...file, etag: 'other' },
        { path: FILE, text: numbered },
      ])
        await bench.send(
          write([stale], { status: 412, error: { details: { file: only(file) } } }, { confirmed: true }),
        );
      await bench.send(
        write([{ ...stamp, etag: 'x' }], {
          status: 412,
          error: { details: { file: only({ path: NEW, text: null, etag: null }) } },
        }),
      );
      await bench.send(
        write([{ ...file, text: numbered }], { status: 409, error: { message: is.matching('title') } }),
      );
      await bench.send(reads({ data: { isRunning: true, files: is.including(file) } }));
      await bench.send(
        write(
          [{ ...file, text: numbered }, stamp],
          {
            status: 200,
            body: only({
              data: only({
                files: exactly([FILE, NEW].map((path): Pattern => only({ path, etag: is.text }))),
              }),
            }),
          },
          { confirmed: true },
        ),
      );
      const shown = (path: string, content: string): Pattern => ({ path, text: content, etag: is.text });
      await bench.send(
        reads({ data: { isRunning: false, files: is.including(shown(FILE, numbered), shown(NEW, STAMP)) } }),
      );
    },
  },
  {
    rows: ['quire.admin.builder'],
    name: 'elsewhere',
    deploy: { config: { plugins: { admin: true } } },
    async run(bench) {
      await person(bench, 'builder', [USE]);
      await bench.send(plan([{ path: NEW, text: STAMP }], { status: [404, 405] }));
      await bench.send(write([{ path: NEW, text: STAMP }], { status: [404, 405] }));
    },
  },
];
