// Stores files in a bucket of S3, or of a compatible server. The official SDK is an optional package.
import { Readable } from 'node:stream';
import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import { check, runCheck } from '../../../../core';
import { isShown } from '../../mime/shown-type';
import { keepAddresses } from './keep-addresses';
import type { StoredObject, UploadProvider, UploadProviderFactory } from './provider';
import { endAfterSilence, withTimes } from './s3-silence';

const { anything, boolean, integer, object, optional, record, string } = check;

/** Milliseconds, with all repetitions. A client waits for the removal of bytes that were not stored whole. */
const LONGEST_REMOVAL = 5_000;

const s3Options = object({
  /** Options of the client: `region`, `endpoint`, `credentials` and others. */
  s3Options: optional(record(anything()), {}),
  bucket: string({ min: 1, expected: 'the name of a bucket' }),
  /** A folder in the bucket, without slashes at its ends. */
  rootPath: optional(string({ min: 1 })),
  /** The public address of the bucket, for example of a CDN. */
  baseUrl: optional(string({ pattern: /^https?:\/\//, expected: 'an http or https address' })),
  /** `true`: reading the bucket needs a signed address. */
  private: optional(boolean(), false),
  /** Seconds for which a signed address is valid. */
  signedUrlExpires: optional(integer({ min: 1, max: 604_800 }), 900),
});

export const createS3Provider: UploadProviderFactory = async (given, { log }) => {
  const { value: options, issues } = runCheck(s3Options, given);
  const [first] = issues;
  if (first) throw new Error(`${first.path.join('.')} ${first.message}`);
  const sdk = loadSdk();
  const client = new sdk.S3Client(withTimes(options.s3Options) as S3ClientConfig);
  endAfterSilence(client);
  const Bucket = options.bucket;
  const prefix = options.rootPath === undefined ? '' : `${options.rootPath}/`;
  const keyOf = (name: string) => ({ Bucket, Key: `${prefix}${name}` });
  const removeKey = async (name: string): Promise<void> => {
    const abortSignal = AbortSignal.timeout(LONGEST_REMOVAL);
    await client.send(new sdk.DeleteObjectCommand(keyOf(name)), { abortSignal });
  };
  const closing = new AbortController();
  /** No request waits for it: the bucket may be silent. */
  const removeParts = async (UploadId: string, name: string): Promise<void> => {
    const command = new sdk.AbortMultipartUploadCommand({ ...keyOf(name), UploadId });
    try {
      await client.send(command, { abortSignal: closing.signal });
    } catch (error) {
      const advice = 'a rule of the bucket for incomplete uploads removes them';
      log.warn(`the parts of a failed upload stay in the bucket; ${advice}`, {
        file: name,
        error: String(error),
      });
    }
  };
  const base = (options.baseUrl ?? (await addressOf(client, Bucket))).replace(/\/$/, '');

  const provider: UploadProvider = {
    async put(name, bytes, { mime }) {
      // A bucket sends no content security policy. HTML and SVG run no scripts when browsers download them.
      const download = isShown(mime) ? {} : { ContentDisposition: 'attachment' };
      const params = { ...keyOf(name), Body: bytes, ContentType: mime, ...download };
      const upload = new sdk.Upload({ client, params, leavePartsOnError: true });
      try {
        await upload.done();
      } catch (error) {
        if (upload.uploadId !== undefined) void removeParts(upload.uploadId, name);
        throw error;
      }
    },
    async get(name, range) {
      const part = range && { Range: `bytes=${range.start}-${range.end}` };
      const found = await client.send(new sdk.GetObjectCommand({ ...keyOf(name), ...part })).catch(absent);
      return found?.Body instanceof Readable ? found.Body : null;
    },
    async stat(name): Promise<StoredObject | null> {
      const found = await client.send(new sdk.HeadObjectCommand(keyOf(name))).catch(absent);
      return found && { name, size: found.ContentLength ?? 0, modified: found.LastModified ?? new Date(0) };
    },
    async move(from, to) {
      const CopySource = [Bucket, ...keyOf(from).Key.split('/')].map(encodeURIComponent).join('/');
      const copied = await client.send(new sdk.CopyObjectCommand({ ...keyOf(to), CopySource })).catch(absent);
      if (copied) await removeKey(from);
    },
    remove: removeKey,
    url: (name) => `${base}/${prefix}${encodeURIComponent(name)}`,
    async *list() {
      for await (const page of sdk.paginateListObjectsV2({ client }, { Bucket, Prefix: prefix }))
        for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? [])
          yield { name: Key.slice(prefix.length), size: Size, modified: LastModified };
    },
    close() {
      closing.abort();
      client.destroy();
    },
  };
  if (!options.private) return provider;
  const expiresIn = options.signedUrlExpires;
  const sign = (name: string) =>
    sdk.getSignedUrl(client, new sdk.GetObjectCommand(keyOf(name)), { expiresIn });
  return { ...provider, signedUrl: keepAddresses(sign, expiresIn) };
};

function loadSdk() {
  try {
    const commands = require('@aws-sdk/client-s3') as typeof import('@aws-sdk/client-s3');
    const { Upload } = require('@aws-sdk/lib-storage') as typeof import('@aws-sdk/lib-storage');
    const { getSignedUrl } =
      require('@aws-sdk/s3-request-presigner') as typeof import('@aws-sdk/s3-request-presigner');
    return { ...commands, Upload, getSignedUrl };
  } catch {
    throw new Error('run npm install @aws-sdk/client-s3 @aws-sdk/lib-storage @aws-sdk/s3-request-presigner');
  }
}

/** The address of the bucket, from the endpoint of the client, else from its region. */
async function addressOf(client: S3Client, bucket: string): Promise<string> {
  const endpoint = await client.config.endpoint?.();
  if (!endpoint) return `https://${bucket}.s3.${await client.config.region()}.amazonaws.com`;
  const port = endpoint.port === undefined ? '' : `:${endpoint.port}`;
  return `${endpoint.protocol}//${endpoint.hostname}${port}/${bucket}`;
}

function absent(error: {
  readonly name?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}): null {
  if (error.name === 'NoSuchKey' || error.name === 'NotFound' || error.$metadata?.httpStatusCode === 404)
    return null;
  throw error;
}
