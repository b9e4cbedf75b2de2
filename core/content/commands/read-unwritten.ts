// Reads the file of `quire migrate plan --with`: texts of definition files by path, and how the application starts with them.
import { readFileSync } from 'node:fs';
import { text as textOf } from 'node:stream/consumers';
import { type Infer, pathToText, runCheck } from '../../kernel/check/check';
import { anyOf, anything, object, oneOf, optional, record, string } from '../../kernel/check/checks';
import { readJsonText } from '../../kernel/check/json-text';
import { type Mistake, StartupError } from '../../kernel/errors/startup-error';
import { thrownCode } from '../../kernel/errors/thrown';
import { kindOfPath, PLACES_OF_FILES } from '../model/read/load';

const check = object({
  /** null: the file will be removed. */
  files: record(anyOf('a text, or null for a file that will be removed', string(), oneOf(null))),
  env: optional(record(string())),
  overrides: optional(
    object({
      server: optional(anything()),
      database: optional(anything()),
      api: optional(anything()),
      middlewares: optional(anything()),
      plugins: optional(anything()),
    }),
  ),
});

/** `-`: the standard input. */
export async function readUnwritten(path: string): Promise<Infer<typeof check>> {
  const name = path === '-' ? 'the standard input' : path;
  const read = readJsonText(path === '-' ? await textOf(process.stdin) : fileText(path));
  if ('mistake' in read) {
    const { line, column, message } = read.mistake;
    throw refusal([{ where: name, at: `line ${line}, column ${column}`, message }]);
  }
  const { value, issues } = runCheck(check, read.value);
  const mistakes = issues.map(
    ({ path: at, message }): Mistake => ({ where: name, at: pathToText(at), message }),
  );
  if (mistakes.length > 0) throw refusal(mistakes);
  const misplaced = Object.keys(value.files).filter((file) => kindOfPath(file) === null);
  if (misplaced.length > 0)
    throw refusal(misplaced.map((file) => ({ where: name, at: `files.${file}`, message: PLACES_OF_FILES })));
  return value;
}

const refusal = (mistakes: readonly Mistake[]): StartupError =>
  new StartupError('--with needs a JSON object like { "files": { "PATH": "TEXT" } }:', mistakes);

function fileText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = thrownCode(error);
    const message =
      code === 'ENOENT'
        ? 'there is no such file'
        : code === 'EISDIR'
          ? 'is a folder'
          : `cannot be read (${code})`;
    throw refusal([{ where: path, message }]);
  }
}
