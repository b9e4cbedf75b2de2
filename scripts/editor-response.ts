// Measures how fast an editor answers in an application with many content types: the compiler's figures, and requests to tsserver.
// `npm run build && node dist/scripts/editor-response.js [TYPES]`. Wall time needs a quiet machine; CPU time (Linux) does not.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const ROOT = resolve(__dirname, '..', '..');
const TYPESCRIPT = dirname(require.resolve('typescript'));
const ROUNDS = 10;
const QUERY = "await documents('api::thing-7.thing-7').findMany({";
const SOURCE = `import type { Documents } from 'quire-cms';
declare const documents: Documents;
export async function list() {
  const things = ${QUERY} fields: ['title'], populate: { next: true } });
  return things.map(({ title, next }) => [title, next?.title]);
}
`;

async function main(count: number): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'quire-editor-'));
  try {
    writeApplication(dir, count);
    execFileSync(process.execPath, [join(ROOT, 'bin', 'quire.js'), 'types'], { cwd: dir });
    const tsc = [join(TYPESCRIPT, 'tsc.js'), '--noEmit', '--extendedDiagnostics'];
    const figures = execFileSync(process.execPath, tsc, { cwd: dir, encoding: 'utf8' });
    console.log(figures.match(/^(Types|Instantiations|Memory used|Check time|Total time).*$/gm)?.join('\n'));
    await askEditor(join(dir, 'src', 'main.ts'));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function writeApplication(dir: string, count: number): void {
  const write = (name: string, value: unknown): void => {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), typeof value === 'string' ? value : JSON.stringify(value));
  };
  for (let n = 0; n < count; n++) {
    const name = `thing-${n}`;
    const target = (step: number) => `api::thing-${(n + step) % count}.thing-${(n + step) % count}`;
    write(`src/api/${name}/content-types/${name}/schema.json`, {
      kind: 'collectionType',
      info: { singularName: name, pluralName: `things-${n}`, displayName: name },
      options: { draftAndPublish: true },
      attributes: {
        title: { type: 'string', required: true },
        text: { type: 'richtext' },
        rating: { type: 'decimal' },
        kind: { type: 'enumeration', enum: ['news', 'blog'] },
        next: { type: 'relation', relation: 'manyToOne', target: target(1) },
        others: { type: 'relation', relation: 'manyToMany', target: target(7) },
        seo: { type: 'component', component: `parts.part-${n % 20}` },
        body: { type: 'dynamiczone', components: [`parts.part-${n % 20}`, `parts.part-${(n + 1) % 20}`] },
      },
    });
  }
  for (let n = 0; n < 20; n++)
    write(`src/components/parts/part-${n}.json`, {
      info: { displayName: `Part ${n}` },
      attributes: {
        label: { type: 'string' },
        about: { type: 'relation', relation: 'oneToOne', target: `api::thing-${n}.thing-${n}` },
      },
    });
  write('config/plugins.json', { 'draft-and-publish': true });
  write('src/main.ts', SOURCE);
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    module: 'node16',
    target: 'es2022',
    types: [],
  };
  write('tsconfig.json', { compilerOptions, include: ['src/main.ts', 'types'] });
  mkdirSync(join(dir, 'node_modules'));
  symlinkSync(ROOT, join(dir, 'node_modules', 'quire-cms'));
}

/** Each round changes the file, as typing does. */
async function askEditor(file: string): Promise<void> {
  const server = startServer();
  const lines = SOURCE.split('\n');
  const line = lines.findIndex((text) => text.includes(QUERY)) + 1;
  const after = (text: string) => (lines[line - 1] ?? '').indexOf(text) + text.length + 1;
  const rounds: Record<string, Cost[]> = {};
  server.tell('open', { file, fileContent: SOURCE });
  for (let round = 0; round <= ROUNDS; round++) {
    const edit = (insertString: string, endOffset: number) =>
      server.tell('change', { file, line: 1, offset: 1, endLine: 1, endOffset, insertString });
    edit(' ', 1);
    const key = (name: string) => (round === 0 ? `first ${name}, which loads the project` : name);
    const ask = async (name: string, command: string, offset: number, expected: string) => {
      const cost = await server.ask(command, { file, line, offset }, expected);
      rounds[key(name)] = [...(rounds[key(name)] ?? []), cost];
    };
    await ask('completions', 'completionInfo', after(QUERY), '"filters"');
    await ask('quickinfo', 'quickinfo', after("').find"), 'thing-7.thing-7');
    edit('', 2);
  }
  server.end();
  for (const [name, costs] of Object.entries(rounds)) {
    const [wall, cpu] = (['wall', 'cpu'] as const).map((kind) => median(costs.map((cost) => cost[kind])));
    console.log(`${name}: ${wall?.toFixed(0)} ms wall, ${cpu} ms CPU (median of ${costs.length})`);
  }
}

interface Cost {
  readonly wall: number;
  /** In steps of 10 ms; NaN where the system does not tell it. */
  readonly cpu: number;
}

function startServer() {
  const child = spawn(process.execPath, [
    join(TYPESCRIPT, 'tsserver.js'),
    '--disableAutomaticTypingAcquisition',
  ]);
  const waiting = new Map<number, (body: unknown) => void>();
  createInterface({ input: child.stdout }).on('line', (text) => {
    if (!text.startsWith('{')) return;
    const { type, request_seq, success, message, body } = JSON.parse(text);
    if (type !== 'response') return;
    if (!success) throw new Error(`tsserver: ${message}`);
    waiting.get(request_seq)?.(body);
  });
  let seq = 0;
  const tell = (command: string, args: object): number => {
    child.stdin.write(`${JSON.stringify({ seq: ++seq, type: 'request', command, arguments: args })}\n`);
    return seq;
  };
  return {
    tell,
    async ask(command: string, args: object, expected: string): Promise<Cost> {
      const [start, before] = [performance.now(), cpuOf(child)];
      const body = await new Promise((done) => waiting.set(tell(command, args), done));
      const cost = { wall: performance.now() - start, cpu: cpuOf(child) - before };
      if (!JSON.stringify(body).includes(expected)) throw new Error(`${command} does not know ${expected}`);
      return cost;
    },
    end: () => child.kill(),
  };
}

function cpuOf({ pid }: ChildProcess): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return Number.NaN;
  const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

const median = (values: readonly number[]): number | undefined =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

void main(Number(process.argv[2] ?? 200));
