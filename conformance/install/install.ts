// `conformance install`: writes the content types of the suite into an application, in its layout, and prints the next steps.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { COMMAND, WrongUsage } from '../options';
import { SCHEMA } from '../paths';
import { codeFilesOf } from './code-files';

export function install(layout: string | undefined, to: string | undefined): string {
  if (layout !== 'quire' && layout !== 'strapi')
    throw new WrongUsage('install needs --layout quire or --layout strapi.');
  if (to === undefined)
    throw new WrongUsage('install needs the folder of an application. Write: install --layout quire DIR');
  const dir = resolve(to);
  if (!existsSync(dir)) throw new WrongUsage(`There is no folder ${dir}. Create the application first.`);
  const clashes = layout === 'quire' ? writeQuire(dir) : writeStrapi(dir);
  const kept =
    clashes.length > 0
      ? `Kept existing files: ${clashes.join(', ')}. The suite needs its own: remove these files, and repeat the command.\n`
      : '';
  return `${kept}${layout === 'quire' ? QUIRE_NEXT : STRAPI_NEXT}`;
}

function writeQuire(dir: string): string[] {
  const clashes: string[] = [];
  const write = (path: string, source: string): void => {
    const file = join(dir, path);
    if (existsSync(file)) {
      clashes.push(path);
      return;
    }
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, readFileSync(source));
  };
  for (const name of readdirSync(join(SCHEMA, 'api')))
    write(
      join('config/content-types', `${name}.json`),
      join(SCHEMA, 'api', name, 'content-types', name, 'schema.json'),
    );
  for (const category of readdirSync(join(SCHEMA, 'components')))
    for (const file of readdirSync(join(SCHEMA, 'components', category)))
      write(join('config/components', category, file), join(SCHEMA, 'components', category, file));
  return clashes;
}

function writeStrapi(dir: string): string[] {
  const clashes: string[] = [];
  for (const name of readdirSync(join(SCHEMA, 'api'))) {
    const folder = join(dir, 'src', 'api', name);
    if (existsSync(folder)) {
      clashes.push(`src/api/${name}`);
      continue;
    }
    cpSync(join(SCHEMA, 'api', name), folder, { recursive: true });
    for (const [path, text] of Object.entries(codeFilesOf(name))) {
      mkdirSync(join(folder, path, '..'), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  }
  cpSync(join(SCHEMA, 'components'), join(dir, 'src', 'components'), { recursive: true, force: false });
  return clashes;
}

const QUIRE_NEXT = `The content types are in config/content-types, the components in config/components.
Next:
  1. Enable the plugins to check; i18n needs the locales en (the default), fr and de. For formats of images, install sharp
     in the application: npm install sharp. Without it, the rows about formats are not applicable.
  2. Start the application on a separate database: the suite writes and deletes documents and overwrites single types.
  3. ${COMMAND} --url http://localhost:1337 --token TOKEN
     The token needs full access: npx quire token create --name conformance --type full-access
     --token-read-only takes a second token that can only read.`;

const STRAPI_NEXT = `The content types are in src/api, the components in src/components.
Next:
  1. Start the application on a separate database: the suite writes and deletes documents and overwrites single types.
  2. In the admin panel add the locales French (fr) and German (de) under Settings, Internationalization.
  3. Create an API token of the type "Full access", and one of the type "Read-only", under Settings, API Tokens.
  4. ${COMMAND} --url http://localhost:1337 --token FULL --token-read-only READ`;
