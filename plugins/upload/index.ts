// upload: files, their formats, and the attribute type `media`.
import './app-member';
import './types';
import { definePlugin, StartupError } from '../../core';
import { uploadCommand } from './command';
import { uploadConfig } from './config';
import { filesCheck } from './doctor';
import { fileType } from './files/file-content-type';
import { createFiles, type Files } from './files/files';
import { FOLDER_TYPE } from './folders/folder-content-type';
import { folderGraphqlPart } from './folders/folder-graphql';
import { folderRoutes } from './folders/folder-routes';
import { holdFolderRules } from './folders/folder-rules';
import { createFolders } from './folders/folders';
import { graphqlPart } from './graphql';
import { createImages, type Images } from './images/image-files';
import { holdAllowedTypes } from './media/allowed-types';
import { mediaType } from './media/media-type';
import { addReplacements, createReplacements, type Replacements } from './replacements/replacements';
import { createUnfinishedWork, type UnfinishedWork } from './replacements/unfinished-work';
import { uploadRoutes } from './routes';
import { createMakeOnce } from './serving/make-once';
import { createOnDemand } from './serving/on-demand';
import { serveRoute } from './serving/serve';
import { originsOf } from './storage/origins';
import { localFolder } from './storage/providers/local';
import { openStorage } from './storage/providers/open-provider';
import type { UploadProvider } from './storage/providers/provider';
import { signAddresses } from './storage/sign-addresses';
import { createStorage } from './storage/storage';
import { STORED_FILES, storeFile, storeFiles } from './store-file';
import { actionOf, FILE, FOLDER, FOLDER_LINK_ACTIONS, LINK_ACTIONS, NAME } from './types';

export { createLocalProvider } from './storage/providers/local';
export type {
  ByteRange,
  ObjectFacts,
  StoredObject,
  UploadProvider,
  UploadProviderFactory,
} from './storage/providers/provider';
export { type FileTarget, type FileToStore, STORED_FILES, type StoredFiles } from './store-file';

export default definePlugin({
  name: NAME,
  config: uploadConfig,
  remedies: {
    sizeLimit: 'set "file" (bytes) of the step "body" in config/middlewares',
    actionOptions: 'remove it; pass options of the storage in providerOptions',
    concurrentUploadSize: 'remove it; Quire has no counterpart',
  },
  provides: { attributes: ['media'], commands: ['upload'] },

  register(app, config) {
    let provider: UploadProvider | null = null;
    let files: Files | null = null;
    let images: Images | null = null;
    let replacements: Replacements | null = null;
    let unfinished: UnfinishedWork | null = null;
    const log = app.log.child({ provider: config.provider });
    const open = async () => {
      provider ??= await openStorage(app, config);
      return provider;
    };
    const opened = () => late(provider);
    const service = () => late(files);

    app.container.provide(STORED_FILES, {
      add: (path, info, named) => storeFile(service(), path, info, null, named),
      addAll: async (given, target) =>
        storeFiles(
          service(),
          given,
          await loadAttach().findTargetOfCode(app, target ? { ...target, refId: String(target.refId) } : {}),
        ),
      remove: async (id) => (await service().remove(id))?.shown ?? null,
      origins: () => originsOf(opened()),
      presets: config.presets,
    });
    app.attributes.add(mediaType);
    // As in the peer, a document shows its files to every reader of the document.
    app.readActions.add(FILE, null);
    if (!config.linkWithoutPermission) app.linkActions.add(FILE, LINK_ACTIONS);
    app.documentActions.add(actionOf('find'), { type: FILE, verb: 'find' });
    app.documentActions.add(actionOf('findPage'), { type: FILE, verb: 'find' });
    app.documentActions.add(actionOf('findOne'), { type: FILE, verb: 'findOne' });
    app.documentActions.add(actionOf('upload'), { type: FILE, verb: 'update', creates: true });
    app.documentActions.add(actionOf('destroy'), { type: FILE, verb: 'delete' });
    app.readActions.add(FOLDER, actionOf('findFolders'));
    app.linkActions.add(FOLDER, FOLDER_LINK_ACTIONS);
    app.documentActions.add(actionOf('findFolders'), { type: FOLDER, verb: 'find' });
    app.documentActions.add(actionOf('findFolder'), { type: FOLDER, verb: 'findOne' });
    app.documentActions.add(actionOf('createFolder'), { type: FOLDER, verb: 'create' });
    app.documentActions.add(actionOf('updateFolder'), { type: FOLDER, verb: 'update' });
    app.documentActions.add(actionOf('deleteFolder'), { type: FOLDER, verb: 'delete' });
    app.hooks.schema.collect((collector) => {
      collector.addContentType(FOLDER, FOLDER_TYPE);
      collector.addContentType(FILE, fileType(config));
    });
    const takeTurn = holdFolderRules(app);
    addReplacements(app);
    holdAllowedTypes(app);
    const { shown, ...routes } = uploadRoutes(app, service, opened);
    for (const each of Object.values(routes)) app.routes.add(each);
    const folders = createFolders(app, service, takeTurn);
    const routesOfFolders = folderRoutes(app, { files: service, folders, shown });
    for (const each of Object.values(routesOfFolders)) app.routes.add(each);
    if (config.provider === 'local') {
      const makeOnce = createMakeOnce(app, {
        images: () => late(images),
        provider: opened,
        replacements: () => late(replacements),
      });
      const making = { provider: opened, makeOnce, config };
      const make = config.onDemand ? createOnDemand(app, making) : null;
      const presets =
        Object.keys(config.presets).length > 0 ? loadPresets().createPresets(app, making) : null;
      app.routes.add(serveRoute({ provider: opened, make, presets, config, log }));
    }
    app.graphql.add(graphqlPart(routes, service));
    app.graphql.add(folderGraphqlPart(app, { ...routesOfFolders, find: routes.find }));
    app.commands.add(uploadCommand(app, service, opened));
    app.doctor.add(filesCheck(open, config));
    app.imports.add({
      name: FILE,
      async store(name, bytes, facts) {
        const known = await opened().stat(name);
        if (facts.replaces || known?.size !== facts.size) await opened().put(name, bytes, facts);
        bytes.destroy();
        return opened().url(name);
      },
      async load(name) {
        const known = await opened().stat(name);
        const bytes = known ? await opened().get(name) : null;
        return known && bytes ? { bytes, size: known.size, url: opened().url(name) } : null;
      },
      discard: (name) => opened().remove(name),
      addFile: (path, info, replaces) => storeFile(service(), path, info, replaces),
    });
    const folder = config.provider === 'local' ? localFolder(config.providerOptions, app.dir) : null;
    if (folder !== null) app.backups.add({ name: NAME, folder });
    app.commonConfig.add({
      name: `${NAME}.config.provider`,
      value: () => config.provider,
      effect: 'A file that one stores is missing at the other.',
      remedy: 'Set `provider` of upload to the same value in all processes.',
    });
    app.security.add({
      name: 'upload',
      description: 'the type of an uploaded file is compared with its bytes',
      check: () =>
        config.realTypes === 'trust' ? ['clients name the type of a file; set realTypes to "check"'] : [],
    });

    app.hooks.boot.before(async () => {
      const stored = await open();
      if (stored.signedUrl) {
        if (config.linkWithoutPermission) throw linksShowPrivateFiles();
        signAddresses(app, stored, log);
      }
      images = createImages(config, (message) => app.log.warn(message));
      const storage = createStorage(stored, log);
      replacements = createReplacements(app, storage);
      unfinished = createUnfinishedWork({ provider: stored, replacements, log });
      files = createFiles(app, { config, images, storage, replacements });
    });
    app.hooks.listening(() => {
      if (!app.config.server.readOnly) unfinished?.start();
    });
    app.hooks.shutdown(() => {
      unfinished?.close();
      images?.close();
      return provider?.close?.();
    });
  },

  members: (app) => () => ({
    get files() {
      return app.container.resolve(STORED_FILES);
    },
  }),
});

const loadPresets = (): typeof import('./serving/presets') => require('./serving/presets');
const loadAttach = (): typeof import('./media/attach') => require('./media/attach');

/** A link would give a signed address of any file. */
const linksShowPrivateFiles = () =>
  new StartupError('The storage of files is misconfigured:', [
    {
      where: 'config/plugins',
      at: 'upload.config.linkWithoutPermission',
      message: `the storage is private, so a link without permission would show any file; remove this key, and grant ${LINK_ACTIONS.join(' or ')} to the roles that link files`,
    },
  ]);

function late<T>(part: T | null): T {
  if (part === null) throw new Error('Files are available from boot.before on');
  return part;
}
