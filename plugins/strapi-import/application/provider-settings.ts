// The providers of upload and email of Strapi, as settings of those of Quire.
import { check, type ForeignProject } from '../../../core';
import { SAME, type Setting } from './settings';

interface Provider {
  readonly settings: readonly Setting[];
  readonly problem: string | null;
}

interface Storage extends Provider {
  /** Keys of providerOptions, with the reason. */
  readonly left: readonly (readonly [key: string, why: string])[];
}

export function storageOf(
  { code, plain, isEnvCall }: ForeignProject,
  { providerOptions }: Readonly<Record<string, unknown>>,
  given: unknown,
): Storage {
  const provider = plain(given);
  const without = (problem: string | null): Storage => ({ settings: [], left: [], problem });
  if (provider === 'local' || provider === undefined) return without(isEnvCall(given) ? BY_VARIABLE : null);
  if (provider !== 'aws-s3' && provider !== '@strapi/provider-upload-aws-s3')
    return without(
      `write a provider for ${code(provider)} (plugins/upload/README.md); until then files are stored in data/uploads`,
    );
  const options = check.isPlainObject(providerOptions) ? providerOptions : {};
  const s3 = check.isPlainObject(options.s3Options) ? options.s3Options : options;
  const { params: givenParams, baseUrl, rootPath, ...others } = s3 as Readonly<Record<string, unknown>>;
  const params = check.isPlainObject(givenParams) ? givenParams : {};
  const { baseUrl: outerUrl = baseUrl, rootPath: outerPath = rootPath } = options;
  const isPrivate = plain(params.ACL) === 'private';
  const member = (name: string, value: unknown, why = SAME): Setting[] =>
    value === undefined
      ? []
      : [{ path: ['upload', 'config', 'providerOptions', name], code: code(value), why }];
  return {
    settings: [
      {
        path: ['upload', 'config', 'provider'],
        code: "'s3'",
        why: 'install @aws-sdk/client-s3 and @aws-sdk/lib-storage',
      },
      ...member('bucket', params.Bucket ?? '', 'params.Bucket of Strapi'),
      ...member('baseUrl', outerUrl),
      ...member('rootPath', outerPath),
      ...(isPrivate ? member('private', true, 'params.ACL; install @aws-sdk/s3-request-presigner') : []),
      ...(isPrivate ? member('signedUrlExpires', params.signedUrlExpires) : []),
      ...member('s3Options', others),
    ],
    left: Object.keys(params)
      .filter((key) => key !== 'Bucket' && !(isPrivate && (key === 'ACL' || key === 'signedUrlExpires')))
      .map((key) => [
        `params.${key}`,
        key === 'ACL'
          ? 'private: true makes files private; Quire sets no other ACL'
          : 'Quire has no such key',
      ]),
    problem: null,
  };
}

export function mailOf(
  { code, plain, isEnvCall }: ForeignProject,
  { providerOptions }: Readonly<Record<string, unknown>>,
  given: unknown,
): Provider {
  const provider = plain(given);
  if (provider === undefined && isEnvCall(given)) return { settings: [], problem: BY_VARIABLE };
  if (provider !== 'nodemailer' && provider !== '@strapi/provider-email-nodemailer')
    return {
      settings: [],
      problem: `write a provider for ${code(provider)} (plugins/email/README.md); until then mails are files in data/mails`,
    };
  return {
    settings: [
      { path: ['email', 'config', 'provider'], code: "'smtp'", why: 'nodemailer, as in Strapi' },
      { path: ['email', 'config', 'providerOptions'], code: code(providerOptions ?? {}), why: SAME },
    ],
    problem: null,
  };
}

const BY_VARIABLE = 'a variable names the provider; write the provider and its options';
