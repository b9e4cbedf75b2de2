// The signature of a delivery: HMAC-SHA-256 of the time and the body. A receiver compares it, and refuses an old time.
//   x-quire-signature: t=1772360430,v1=5f2c…    v1 = HMAC(secret, "1772360430." + body)
import { createHmac, randomBytes } from 'node:crypto';

export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64url')}`;

export function signatureOf(secret: string, body: string, now: number): string {
  const time = Math.floor(now / 1000);
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
}
