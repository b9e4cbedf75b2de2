// Deployments that break an option of the upload plugin.
import type { StartMutant } from './start-mutants';

const upload = (
  row: string,
  change: (options: object) => object,
  does: string,
  ...also: string[]
): StartMutant => ({
  row: `quire.upload.${row}`,
  does,
  also,
  starts: (deployment) => {
    const { plugins, ...rest } = Object(deployment.config);
    const options = plugins?.upload?.config;
    // A storage of the application has rows of its own.
    if (options?.provider) return deployment;
    const config = change(options);
    return { ...deployment, config: { ...rest, plugins: { ...plugins, upload: { enabled: true, config } } } };
  },
});
const preset = (options: object, name: string, changes: object): object => {
  const { presets } = Object(options);
  return { ...options, presets: { ...presets, [name]: { ...presets[name], ...changes } } };
};

/** The storage of the application, or its earlier start, has other code. */
const storage = (row: string, from: string, to: string, does: string): StartMutant => ({
  row: `quire.upload.${row}`,
  does,
  starts: (deployment) =>
    JSON.stringify(deployment).includes('own-storage.js')
      ? JSON.parse(JSON.stringify(deployment).replaceAll(from, to))
      : deployment,
});

export const uploadStartMutants: readonly StartMutant[] = [
  upload('protect', (options) => ({ ...options, protectUsed: false }), 'deletes files in use'),
  upload(
    'link-open',
    (options) => ({ ...options, linkWithoutPermission: false }),
    'asks for an action of files',
  ),
  upload('types', (options) => ({ ...options, deny: [] }), 'ignores deny'),
  upload('types', (options) => ({ ...options, allow: undefined }), 'ignores allow'),
  upload('pixels', (options) => ({ ...options, maxPixels: 500_500 }), 'allows a column more'),
  upload('presets', (options) => preset(options, 'boxed', { fit: 'inside' }), 'ignores fit'),
  upload('presets', (options) => ({ ...options, presetMaxAge: 0 }), 'lets browsers keep no image'),
  upload('presets', (options) => ({ ...options, maxAge: 0 }), 'ignores maxAge'),
  upload(
    'focal-point',
    (options) => preset(options, 'card', { fit: 'contain' }),
    'does not crop',
    'quire.upload.presets',
  ),
  storage('provider', 'facts.set(name, given)', 'facts.set(name, {})', 'does not give the type of a file'),
  storage('storage', 'attempt > 2', 'attempt > 9', 'tries no third time'),
  storage('unfinished', "['second', 'third']", "['third', 'second']", 'moves older bytes'),
  upload(
    'on-demand',
    (options) => ({ ...options, onDemand: false }),
    'makes formats at once',
    'quire.upload.damaged',
  ),
  {
    row: 'quire.upload.damaged',
    does: 'shows images that cannot be made',
    also: ['quire.upload.on-demand', 'quire.upload.presets'],
    answer: ({ status }, { path }) => (status === 404 && path.startsWith('/uploads') ? { status: 200 } : {}),
  },
  upload('kept-type', (options) => preset(options, 'own', { format: 'png' }), 'makes each image a PNG'),
  upload('kept-type', (options) => preset(options, 'poor', { quality: 100 }), 'ignores quality'),
  ...[{ file: 20_001 }, { request: 30_001 }, { files: 4 }].map(
    (limit): StartMutant => ({
      row: 'quire.upload.body-limits',
      does: `has the limit ${JSON.stringify(limit)}`,
      starts: (deployment) => {
        const { middlewares, ...rest } = Object(deployment.config);
        const [{ config }, ...others] = [...middlewares].reverse();
        const body = { name: 'body', config: { ...config, ...limit } };
        return { ...deployment, config: { ...rest, middlewares: [...others.reverse(), body] } };
      },
    }),
  ),
];
