// Uploads: files that a browser would run, names that leave the folder, and pictures that cost memory.
import { multipart, type Part } from '../../../conformance/cases/upload-files';
import { valueAt } from '../../../conformance/wire/captures';
import { type Exchange, unsound } from '../ask';
import { type Attack, breach, type Kind } from '../attack';
import type { Site } from '../site';
import { ACTIVE, NAMES, ODD, READS, textPart } from './harmful-files';

const INLINE = 'A browser does not run an uploaded file under the address of the deployment.';
const NAMED = 'The name of a file does not choose where its bytes are stored.';
const SOUND = 'Every upload gets an answer below 500, and soon.';
const SOON_MS = 10_000;

export const uploads: Kind = {
  name: 'uploads',
  summary: 'scripts in files, names that leave the folder, costly pictures',
  absence: (site) => (site.isOn('upload') ? null : 'the deployment takes no uploads'),
  attacks: () => [
    ...ACTIVE.map(([id, filename, type, content]) => active(id, { name: 'files', filename, type, content })),
    ...Object.entries(NAMES).map(([id, filename]) => named(id, { ...textPart('files'), filename })),
    ...Object.entries(ODD).map(([id, parts]) => odd(id, parts)),
    ...READS.map(reads),
  ],
};

async function upload(
  site: Site,
  parts: readonly Part[],
): Promise<{ asked: Exchange; url: string | null; file: unknown }> {
  const { type, body } = multipart(parts);
  const asked = await site.ask({
    method: 'POST',
    path: '/upload',
    raw: body,
    headers: { 'content-type': type },
  });
  const files = Array.isArray(asked.body) ? asked.body : [];
  for (const file of files)
    site.bench.afterwards({ send: 'DELETE', path: `/upload/files/${String(valueAt(file, 'id'))}` });
  const url = valueAt(files[0], 'url');
  return { asked, url: typeof url === 'string' ? url : null, file: files[0] };
}

/** Reads the file as a browser would. Files of another host are not this deployment's to protect. */
async function serve(site: Site, url: string): Promise<Exchange | null> {
  const path = url.startsWith(site.target.url) ? url.slice(site.target.url.length) : url;
  return path.startsWith('/') ? site.ask({ path, from: 'root', as: 'anonymous' }) : null;
}

const RUNS = /html|svg|xml|javascript|ecmascript|rfc822|multipart/i;
const PASSIVE = /^(image\/(?!svg)|video\/|audio\/|application\/pdf|text\/plain)/i;

function active(id: string, part: Part): Attack {
  return {
    id: `active.${id}`,
    severity: 'high',
    rule: INLINE,
    async ask(site) {
      const { asked, url } = await upload(site, [part]);
      const wrong = unsound(asked);
      if (wrong !== null) return breach(wrong, asked);
      const served = url === null ? null : await serve(site, url);
      if (served === null || served.answer === null) return null;
      const { headers } = served.answer;
      const type = headers['content-type'] ?? '';
      const policy = headers['content-security-policy'] ?? '';
      const isDownload = /^attachment/i.test(headers['content-disposition'] ?? '');
      const isTame = isDownload || (!RUNS.test(type) && PASSIVE.test(type)) || /sandbox/.test(policy);
      if (!isTame) return breach(`it is shown inline as ${type}; the policy is "${policy}"`, asked, served);
      return headers['x-content-type-options'] === 'nosniff'
        ? null
        : breach('the answer lacks X-Content-Type-Options: nosniff', asked, served);
    },
  };
}

function named(id: string, part: Part): Attack {
  return {
    id: `name.${id}`,
    severity: 'high',
    rule: NAMED,
    async ask(site) {
      const { asked, url } = await upload(site, [part]);
      const wrong = unsound(asked);
      if (wrong !== null) return breach(wrong, asked);
      if (url === null) return null;
      const path = new URL(url, site.target.url).pathname;
      return /\.\.|\\|%2f|%5c|\/\/|[\r\n<>"']/i.test(path) || path.length > 400
        ? breach(`the address of the file is ${url.slice(0, 200)}`, asked)
        : null;
    },
  };
}

function odd(id: string, parts: readonly Part[]): Attack {
  return {
    id: `odd.${id}`,
    severity: 'medium',
    rule: SOUND,
    async ask(site) {
      const { asked, file } = await upload(site, parts);
      const wrong = unsound(asked);
      if (wrong !== null) return breach(wrong, asked);
      if (asked.milliseconds > SOON_MS)
        return breach(`the answer took ${Math.round(asked.milliseconds)} ms`, asked);
      const isForged =
        id === 'info-odd' &&
        /html|\.\.\//.test(`${valueAt(file, 'mime')}${valueAt(file, 'ext')}${valueAt(file, 'url')}`);
      return isForged ? breach('fileInfo sets the type or the address of the file', asked) : null;
    },
  };
}

function reads(path: string): Attack {
  return {
    id: `read.${path.slice(0, 40)}`,
    severity: 'high',
    rule: NAMED,
    async ask(site) {
      const asked = await site.ask({ path: `/uploads/${path}`, from: 'root', as: 'anonymous' });
      const wrong =
        unsound(asked) ?? (asked.status === 200 ? `the answer is 200: ${asked.text.slice(0, 80)}` : null);
      return wrong === null ? null : breach(wrong, asked);
    },
  };
}
