// What a login tells about its session: the device, and whether the refresh token is a cookie.
import type { RequestContext } from '../../../../core';
import type { UsersPermissionsConfig } from '../../config';
import type { Body } from '../validation';
import { deviceNameOf } from './device-name';

export interface SessionOpening {
  /** Named by the client, in the body of the login. */
  readonly deviceId: string | null;
  readonly deviceName: string | null;
  /** The refresh token is an httpOnly cookie, and no answer contains it. */
  readonly inCookie: boolean;
}

export const COOKIE_HEADER = 'x-strapi-refresh-cookie';

/** A session that a program opens without a request. */
export const NO_DEVICE: SessionOpening = { deviceId: null, deviceName: null, inCookie: false };

export const asksForCookie = (
  request: RequestContext,
  { sessions }: Pick<UsersPermissionsConfig, 'sessions'>,
): boolean => sessions.httpOnly || request.header(COOKIE_HEADER) === 'httpOnly';

/** The refresh token in the header Cookie; null: none. */
export function refreshCookieOf(
  request: RequestContext,
  { sessions }: Pick<UsersPermissionsConfig, 'sessions'>,
): string | null {
  for (const pair of (request.header('cookie') ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === sessions.cookie.name && value) return value;
  }
  return null;
}

export const openingOf = (
  request: RequestContext,
  { deviceId }: Body,
  config: Pick<UsersPermissionsConfig, 'sessions'>,
): SessionOpening => ({
  deviceId: isDeviceId(deviceId) ? deviceId : null,
  deviceName: deviceNameOf(request.header('user-agent') ?? ''),
  inCookie: asksForCookie(request, config),
});

/** The length of the column. */
const LONGEST_DEVICE_ID = 255;

/** Other values are ignored, as in the peer: a login does not fail because of them. */
const isDeviceId = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= LONGEST_DEVICE_ID && /^[^\p{Cc}\p{Cs}]+$/u.test(value);
