// `quire create app DIR`: an application in a new folder, with a content type and a test.
import { basename, join, resolve } from 'node:path';
import { StartupError } from '../../errors/startup-error';
import { type Command, EXIT, textFlag } from '../command';
import { print, shellWord } from '../terminal';
import { completeList, filesFromStrapi } from './create-from';
import { filesOfTemplate, type NewFiles, writeNewFolder } from './new-files';
import { isPackageName, quireSpec } from './quire-package';

export const createAppCommand: Command = {
  name: 'create app',
  summary: 'Creates an application in a new folder.',
  usage: 'quire create app DIR [--ts] [--empty] [--from-strapi PROJECT]',
  example: 'quire create app my-app',
  operand: 'DIR',
  flags: {
    ts: { type: 'boolean', description: 'Writes the configuration in TypeScript.' },
    empty: {
      type: 'boolean',
      description: 'Leaves out the content type and its test: for a project that brings its own.',
    },
    'from-strapi': {
      type: 'string',
      value: 'PROJECT',
      description: 'Makes an application for the Strapi 5 project in this folder, which stays as it is.',
    },
  },
  check: (flags) =>
    flags.ts === true && flags['from-strapi'] !== undefined
      ? ['--from-strapi writes the configuration in JavaScript; leave out --ts.']
      : [],
  notes: 'The folder must be missing or empty. Its name becomes the name in package.json.',
  async run(flags, given = '', host) {
    const dir = resolve(given);
    const name = basename(dir);
    if (!isPackageName(name))
      throw new StartupError(
        `"${name}" cannot be the name of a package. Name the folder with lower-case letters, digits and dashes, like my-app.`,
      );
    const values = { name, quire: quireSpec(dir) };
    const files = filesOfTemplate('app', values);
    const project = textFlag(flags, 'from-strapi');
    if (project !== undefined) {
      const made = await filesFromStrapi(dir, project);
      writeNewFolder(dir, { ...withoutExample(files, true), ...made.files });
      const starts = await completeList(dir, made.list, host);
      print(`Created an application for ${resolve(project)} in ${dir}.`);
      print(
        `Read ${join(dir, made.list)}: it lists what is left to do${starts ? '' : ', and why the application does not start yet'}. Next:\n`,
      );
      print([`cd ${shellWord(given)}`, 'npm install', ...made.next].map((line) => `  ${line}`).join('\n'));
      return EXIT.ok;
    }
    const typed = flags.ts === true ? filesOfTemplate('app-typescript', values) : {};
    writeNewFolder(dir, withoutExample({ ...without(files, typed), ...typed }, flags.empty === true));
    print(`Created an application in ${dir}. Next:\n`);
    print(`  cd ${shellWord(given)}\n  npm install${flags.empty ? '' : '\n  npm test'}\n  npm run develop`);
    return EXIT.ok;
  },
};

/** `config/server.js` is left out where there is a `config/server.ts`. */
const without = (files: NewFiles, typed: NewFiles): NewFiles =>
  Object.fromEntries(Object.entries(files).filter(([path]) => !typed[path.replace(/\.js$/, '.ts')]));

/** Without the content type `article`, its test and its permissions. */
function withoutExample(files: NewFiles, isEmpty: boolean): NewFiles {
  if (!isEmpty) return files;
  return Object.fromEntries(
    Object.entries(files)
      .filter(([path]) => !/(^|[\\/])article\./.test(path))
      .map(([path, text]) => [path, text.replace(/^ *'api::article\..*\n/gm, '')]),
  );
}
