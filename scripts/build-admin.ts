// Bundles the app of the admin for browsers. Part of the build: an application never builds it.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const ROOT = join(__dirname, '..', '..');
const SOURCE = join(ROOT, 'plugins', 'admin', 'app');
const TARGET = join(ROOT, 'dist', 'plugins', 'admin', 'app');

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#2150c8"/><path d="M4 4h8v8H4zM10 10l3 3" fill="none" stroke="#fff" stroke-width="1.6"/></svg>';

/** What modules of plugins import as `quire-cms/admin`, by the import map of the page. */
const PUBLIC = 'extensions/public.ts';

/** Two years of browsers. */
const BROWSERS = ['chrome125', 'firefox128', 'safari17.5'];

async function run(): Promise<void> {
  rmSync(TARGET, { recursive: true, force: true });
  mkdirSync(TARGET, { recursive: true });
  const { outputFiles, metafile } = await build({
    entryPoints: [join(SOURCE, 'main.tsx'), join(SOURCE, PUBLIC)],
    absWorkingDir: ROOT,
    tsconfig: join(SOURCE, 'tsconfig.json'),
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    target: BROWSERS,
    entryNames: '[name].[hash]',
    chunkNames: '[name].[hash]',
    outdir: TARGET,
    metafile: true,
    write: false,
    legalComments: 'none',
  });
  for (const { path, contents } of outputFiles) write(basename(path), contents);
  write('icon.svg', Buffer.from(ICON));
  // Parts that are loaded later are entries, too.
  const outputOf = (source: string): string => {
    const found = Object.keys(metafile.outputs).find((path) =>
      metafile.outputs[path]?.entryPoint?.endsWith(`/${source}`),
    );
    if (found === undefined) throw new Error(`the app of the admin has no ${source}`);
    return found;
  };
  const entry = outputOf('main.tsx');
  const style = metafile.outputs[entry]?.cssBundle;
  if (style === undefined) throw new Error('the app of the admin has no style sheet');
  const imports = { 'quire-cms/admin': basename(outputOf(PUBLIC)) };
  const names = { script: basename(entry), style: basename(style), imports };
  writeFileSync(join(TARGET, 'entry.json'), JSON.stringify(names));
}

/** With the compressed forms that a static folder serves. They are newer than the file, else they are not used. */
function write(name: string, bytes: Uint8Array): void {
  const file = join(TARGET, name);
  writeFileSync(file, bytes);
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  writeFileSync(`${file}.br`, brotliCompressSync(bytes));
}

void run();
