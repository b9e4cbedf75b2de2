// What is known about large providers: their address, and what to ask for.

export const PRESETS = ['github', 'google', 'microsoft', 'gitlab', 'keycloak'] as const;

export type PresetName = (typeof PRESETS)[number] | 'openid';

export interface Preset {
  /** GitHub has OAuth 2 and an API of its own. */
  readonly kind: 'openid' | 'github';
  /** null: the configuration names it. */
  readonly issuer: string | null;
  readonly scopes: readonly string[];
  /** An example of `issuer`, for the message when it is missing. */
  readonly example: string;
}

const openid = (issuer: string | null, example: string): Preset => ({
  kind: 'openid',
  issuer,
  scopes: ['openid', 'email', 'profile'],
  example,
});

const KNOWN: Readonly<Record<PresetName, Preset>> = {
  google: openid('https://accounts.google.com', ''),
  gitlab: openid('https://gitlab.com', ''),
  microsoft: openid(null, 'https://login.microsoftonline.com/TENANT-ID/v2.0'),
  keycloak: openid(null, 'https://login.example.com/realms/REALM'),
  openid: openid(null, 'https://login.example.com'),
  github: {
    kind: 'github',
    issuer: 'https://github.com',
    scopes: ['read:user', 'user:email', 'read:org'],
    example: '',
  },
};

export const presetOf = (name: string, preset: PresetName | undefined): Preset =>
  KNOWN[preset ?? PRESETS.find((known) => known === name) ?? 'openid'];
