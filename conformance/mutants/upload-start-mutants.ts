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
    const config = change(plugins?.upload?.config);
    return { ...deployment, config: { ...rest, plugins: { ...plugins, upload: { enabled: true, config } } } };
  },
});
const preset = (options: object, name: string, changes: object): object => {
  const { presets } = Object(options);
  return { ...options, presets: { ...presets, [name]: { ...presets[name], ...changes } } };
};

export const uploadStartMutants: readonly StartMutant[] = [
  upload('protect', (options) => ({ ...options, protectUsed: false }), 'deletes files in use'),
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
  upload('on-demand', (options) => ({ ...options, onDemand: false }), 'makes formats at once'),
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
