// The JSON Schemas that editors read know the definitions of this repository, and the attribute types of built-in plugins.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import { builtInPlugin, builtInPlugins } from '../core/kernel/app/find-plugin';

const readJson = (...path: string[]): Record<string, unknown> =>
  JSON.parse(readFileSync(join(...path), 'utf8'));
const SCHEMAS = join(__dirname, '..', 'schema');
const matches = new Ajv2020({ strict: false, logger: false }).compile(
  readJson(SCHEMAS, 'content-type.schema.json'),
);
const withCover = (cover: object) =>
  matches({ info: { singularName: 'a', pluralName: 'as' }, attributes: { cover } });

it('knows the attribute types of every built-in plugin', () => {
  const types = builtInPlugins().flatMap((name) => builtInPlugin(name).provides?.attributes ?? []);
  expect(types).toEqual(['media']);
  expect(types.map((type) => withCover({ type }))).toEqual([true]);
});

it('describes media attributes', () => {
  const whole = {
    type: 'media',
    multiple: true,
    required: true,
    allowedTypes: ['images', 'files', 'videos', 'audios'],
    pluginOptions: { i18n: { localized: true } },
  };
  expect([withCover(whole), withCover({ ...whole, multiple: 'yes' })]).toEqual([true, false]);
  expect([withCover({ ...whole, allowedTypes: ['image'] }), withCover({ ...whole, max: 3 })]).toEqual([
    false,
    false,
  ]);
  expect(withCover({ type: 'medium' })).toBe(false);
});

it.each(readdirSync('config/content-types'))('matches config/content-types/%s', (name) => {
  const isMatch = matches(readJson('config/content-types', name));
  expect([isMatch, matches.errors ?? []]).toEqual([true, []]);
});
