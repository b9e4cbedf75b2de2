// Files of others: accounts try to link, change, replace and delete files that they may not read, or that a rule of their role excludes.
import { type Granted, makeUser } from '../../../conformance/cases/accounts';
import { multipart, type Part, PICTURE } from '../../../conformance/cases/upload-files';
import { valueAt } from '../../../conformance/wire/captures';
import { type Call, NotPossible, unsound } from '../ask';
import { type Attack, breach, type Kind } from '../attack';
import type { Site } from '../site';
import { textPart } from './harmful-files';

const UNLINKED = 'A request links no file without an action of files.';
const RULED = 'A rule of a role on files holds for each write of a file.';
const OWN = 'own';
const FOREIGN = 'foreign';

export const foreignFiles: Kind = {
  name: 'foreign-files',
  summary: 'links to files, and writes of files outside a rule',
  absence: (site) =>
    site.isOn('upload') && site.isOn('auth') ? null : 'the deployment has no uploads or no accounts',
  attacks: () => [
    ...Object.entries(LINKS).map(([id, data]) => links(id, data)),
    ...Object.entries(WRITES).map(([id, call]) => writes(id, call)),
  ],
};

const form = (parts: readonly Part[]): Pick<Call, 'method' | 'raw' | 'headers'> => {
  const { type, body } = multipart(parts);
  return { method: 'POST', raw: body, headers: { 'content-type': type } };
};

interface File {
  readonly id: unknown;
  readonly documentId: unknown;
}

async function newFile(site: Site, caption: string): Promise<File> {
  const info = { name: 'fileInfo', content: JSON.stringify({ caption }) };
  const asked = await site.ask({ path: '/upload', ...form([PICTURE, info]) });
  const file = Array.isArray(asked.body) ? asked.body[0] : null;
  const id = valueAt(file, 'id');
  if (id === undefined) throw new NotPossible(`POST /upload answered ${asked.status}`);
  site.bench.afterwards({ send: 'DELETE', path: `/upload/files/${String(id)}`, expect: { status: 'any' } });
  return { id, documentId: valueAt(file, 'documentId') };
}

const attacker = async (site: Site, actions: readonly Granted[]): Promise<string> => {
  const alias = `files${site.mark()}`;
  await makeUser(site.bench, alias, actions);
  return alias;
};

type Body = (file: File) => object;

/** Bodies for the articles of the suite's content types. */
const LINKS: Readonly<Record<string, Body>> = {
  id: ({ id }) => ({ cover: id }),
  'document-id': ({ documentId }) => ({ cover: { documentId } }),
  set: ({ id }) => ({ gallery: { set: [id] } }),
  connect: ({ documentId }) => ({ gallery: { connect: [documentId] } }),
  position: ({ id }) => ({ gallery: { connect: [{ id, position: { start: true } }] } }),
  component: ({ id }) => ({ seo: { metaTitle: 'S', image: id } }),
  zone: ({ id }) => ({ zone: [{ __component: 'shared.slider', files: [id] }] }),
};

function links(id: string, data: Body): Attack {
  return {
    id: `link.${id}`,
    severity: 'high',
    rule: UNLINKED,
    async ask(site) {
      const subject = site.subjects.find(({ uid }) => uid === 'api::article.article');
      if (!subject) throw new NotPossible('the deployment has no articles');
      const file = await newFile(site, FOREIGN);
      const verbs = ['find', 'findOne', 'update'].map((verb) => `api::article.article.${verb}`);
      const as = await attacker(site, verbs);
      const { documentId } = await site.create(subject);
      const path = `/${subject.path}/${documentId}`;
      const asked = await site.ask({ method: 'PUT', path, as, body: { data: data(file) } });
      const wrong = unsound(asked);
      if (wrong !== null) return breach(wrong, asked);
      return asked.status < 300 ? breach('the file is linked', asked) : null;
    },
  };
}

const CHANGED = { name: 'fileInfo', content: JSON.stringify({ alternativeText: 'changed' }) };
const mutation = (query: string): Omit<Call, 'as'> => ({
  method: 'POST',
  path: '/graphql',
  from: 'root',
  body: { query },
});

const WRITES: Readonly<Record<string, (file: File) => Omit<Call, 'as'>>> = {
  change: ({ id }) => ({ path: `/upload?id=${String(id)}`, ...form([CHANGED]) }),
  replace: ({ id }) => ({ path: `/upload?id=${String(id)}`, ...form([textPart('files')]) }),
  delete: ({ id }) => ({ method: 'DELETE', path: `/upload/files/${String(id)}` }),
  updateUploadFile: ({ id }) =>
    mutation(
      `mutation { updateUploadFile(id: "${String(id)}", info: { alternativeText: "changed" }) { documentId } }`,
    ),
  deleteUploadFile: ({ id }) => mutation(`mutation { deleteUploadFile(id: "${String(id)}") { documentId } }`),
};

function writes(id: string, call: (file: File) => Omit<Call, 'as'>): Attack {
  return {
    id: `write.${id}`,
    severity: 'high',
    rule: RULED,
    async ask(site) {
      const where = { caption: OWN };
      const ruled = ['upload', 'find', 'destroy'].map((verb) => ({
        action: `plugin::upload.content-api.${verb}`,
        where,
      }));
      const as = await attacker(site, ruled);
      const foreign = await newFile(site, FOREIGN);
      const before = await stored(site, foreign);
      const asked = await site.ask({ ...call(foreign), as });
      const wrong = unsound(asked) ?? ((await stored(site, foreign)) === before ? null : 'the file changed');
      if (wrong !== null) return breach(wrong, asked);
      return reveals(foreign, asked.text) ? breach('the answer shows the file', asked) : null;
    },
  };
}

/** The file as full access sees it. */
const stored = async (site: Site, { id }: File): Promise<string> =>
  (await site.ask({ path: `/upload/files/${String(id)}` })).text;

const reveals = ({ documentId }: File, text: string): boolean =>
  typeof documentId === 'string' && text.includes(documentId);
