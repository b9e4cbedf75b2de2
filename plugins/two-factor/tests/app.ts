// Test helpers: an application with the plugin, and an app on a phone.
import { createTestApp, type TestApp, type TestAppOptions } from '../../../core/testing';
import { bearer, SECRET as JWT_SECRET, PASSWORD } from '../../users-permissions/tests/app';
import { codeOf, stepOf } from '../totp';

export const SECRET = 'q7-Rk2vT9xW4mZ8bN1cL6hJ3gF5dS0aP';

type Values = Readonly<Record<string, unknown>>;

export interface Settings {
  readonly factor?: Values;
  readonly users?: Values;
  readonly options?: TestAppOptions;
}

export const openApp = ({ factor, users, options }: Settings = {}): Promise<TestApp> =>
  createTestApp({
    ...options,
    config: {
      plugins: {
        'users-permissions': {
          config: {
            jwtSecret: JWT_SECRET,
            ratelimit: { enabled: false },
            roles: { staff: { actions: ['plugin::users-permissions.user.me'] } },
            ...users,
          },
        },
        'two-factor': { config: { secret: SECRET, attempts: 100, ...factor } },
        ...(options?.config?.plugins as object | undefined),
      },
    },
  });

export const send = (app: TestApp, path: string, body: object, jwt?: string) =>
  app.agent
    .post(`/api/auth/two-factor/${path}`)
    .set(jwt === undefined ? {} : { authorization: bearer(jwt) })
    .send(body);

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The app of a user, with the text of the QR code. Each code is of a later period than the one before. */
export class Phone {
  readonly #key: Buffer;
  #last = 0;

  constructor(url: string) {
    const secret = new URL(url).searchParams.get('secret') ?? '';
    const bits = [...secret].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, '0')).join('');
    this.#key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  }

  /** The server takes codes of the period before and after the present one. */
  next(): string {
    // Not the period before: it may end while the request is on its way.
    this.#last = Math.max(this.#last + 1, stepOf(Date.now()));
    if (this.#last > stepOf(Date.now()) + 1) throw new Error('all codes of these periods are used');
    return codeOf(this.#key, this.#last);
  }
}

/** Enables the second factor of a user. Earlier tokens end. */
export async function enable(
  app: TestApp,
  token: string,
): Promise<{ phone: Phone; recoveryCodes: readonly string[]; first: string; jwt: string }> {
  const { body } = await send(app, 'setup', {}, token).expect(200);
  const phone = new Phone(body.url);
  const first = phone.next();
  const enabled = await send(app, 'enable', { code: first, currentPassword: PASSWORD }, token).expect(200);
  const { recoveryCodes, jwt } = enabled.body;
  return { phone, recoveryCodes, first, jwt };
}
