// Records the answers of a real Strapi: `node dist/plugins/strapi/tests/compared/record.js STRAPI NAME`. STRAPI is a folder with an installed
// Strapi 5 on SQLite; the project is written to a new folder beside it.
import { spawn } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { transformSync } from 'esbuild';
import { answersFile, askAll, type ComparedProject, comparable, formParts } from './compared-project';
import { projects } from './projects';

const PORT = 17_361;
const URL = `http://127.0.0.1:${PORT}`;

function write({ name, files, middlewares = {} }: ComparedProject, strapi: string): string {
  const dir = join(dirname(strapi), `${basename(strapi)}-${name}`);
  rmSync(dir, { recursive: true, force: true });
  for (const folder of ['.tmp', 'public/uploads', 'database/migrations'])
    mkdirSync(join(dir, folder), { recursive: true });
  for (const part of ['config', 'providers', 'package.json', 'start.js'])
    if (existsSync(join(strapi, part))) cpSync(join(strapi, part), join(dir, part), { recursive: true });
  symlinkSync(join(strapi, 'node_modules'), join(dir, 'node_modules'));
  chmodSync(join(dir, 'config/middlewares.js'), 0o644);
  const own = Object.entries(middlewares).map(([step, config]) => ({ name: step, config }));
  if (own.length > 0)
    appendFileSync(join(dir, 'config/middlewares.js'), `\nmodule.exports.push(...${JSON.stringify(own)});\n`);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    // Strapi itself does not compile TypeScript when it starts.
    if (path.endsWith('.ts'))
      writeFileSync(
        join(dir, path.replace(/ts$/, 'js')),
        transformSync(text, { loader: 'ts', format: 'cjs' }).code,
      );
    else writeFileSync(join(dir, path), text);
  }
  return dir;
}

async function record(project: ComparedProject, strapi: string): Promise<void> {
  const dir = write(project, strapi);
  const server = spawn(process.execPath, ['start.js'], {
    cwd: dir,
    env: { ...process.env, PORT: String(PORT) },
    stdio: 'inherit',
  });
  try {
    while (
      !(await fetch(`${URL}/_health`).then(
        (answer) => answer.ok,
        () => false,
      ))
    ) {
      if (server.exitCode !== null) throw new Error('Strapi has ended');
      await new Promise((done) => setTimeout(done, 200));
    }
    const answers = await askAll(project, async (method, path, body, headers) => {
      const form = formOf(body);
      const answer = await fetch(URL + path, {
        method,
        redirect: 'manual',
        headers: {
          ...headers,
          ...(body === undefined || form ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: form ?? JSON.stringify(body) }),
      });
      const text = await answer.text();
      return { status: answer.status, body: parsed(text), headers: Object.fromEntries(answer.headers) };
    });
    writeFileSync(
      answersFile(project.name),
      comparable(answers)
        .map((one) => `${JSON.stringify(one)}\n`)
        .join(''),
    );
  } finally {
    server.kill();
  }
}

function formOf(body: unknown): FormData | null {
  const parts = formParts(body);
  if (parts === null) return null;
  const form = new FormData();
  for (const [name, part] of parts)
    if (typeof part === 'string') form.append(name, part);
    else form.append(name, new Blob([part.text], { type: part.type }), part.name);
  return form;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const [strapi = '', ...names] = process.argv.slice(2);
void (async () => {
  for (const project of projects)
    if (names.length === 0 || names.includes(project.name)) await record(project, resolve(strapi));
})();
