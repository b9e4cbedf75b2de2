// An answer as text in the database, and back. It is encrypted with the key of the client. A reader of the database without the key
// cannot read the answer.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Answer } from '../../core';
import { idempotencyErrors } from './errors';

/** Characters of the body. */
const LONGEST = 1_000_000;
const TOO_LARGE = 'too large';
const ALGORITHM = 'aes-256-gcm';
const NONCE = 12;
const TAG = 16;

interface Kept {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly text?: string;
  readonly html?: string;
}

export function packAnswer(answer: Answer, key: string): string {
  const { status, headers } = answer;
  const content = contentOf(answer);
  if (content === null) return TOO_LARGE;
  const kept: Kept = { ...(status === undefined ? {} : { status }), ...(headers && { headers }), ...content };
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(ALGORITHM, secretOf(key), nonce);
  const parts = [nonce, cipher.update(JSON.stringify(kept), 'utf8'), cipher.final()];
  return Buffer.concat([...parts, cipher.getAuthTag()]).toString('base64');
}

export function unpackAnswer(stored: string, key: string): Answer {
  if (stored === TOO_LARGE) throw idempotencyErrors.IDEMPOTENCY_ANSWER_TOO_LARGE();
  const bytes = Buffer.from(stored, 'base64');
  const cipher = createDecipheriv(ALGORITHM, secretOf(key), bytes.subarray(0, NONCE));
  cipher.setAuthTag(bytes.subarray(-TAG));
  const text = Buffer.concat([cipher.update(bytes.subarray(NONCE, -TAG)), cipher.final()]).toString('utf8');
  const kept = JSON.parse(text) as Kept;
  return { ...kept, headers: { ...kept.headers, 'Idempotency-Replayed': 'true' } } as Answer;
}

/** null: it is too large to keep, or a stream. */
function contentOf(answer: Answer): Pick<Kept, 'text' | 'html'> | null {
  if ('stream' in answer) return null;
  if ('html' in answer) return answer.html.length > LONGEST ? null : { html: answer.html };
  const text = 'text' in answer ? answer.text : 'json' in answer ? JSON.stringify(answer.json) : undefined;
  if (text === undefined) return {};
  return text.length > LONGEST ? null : { text };
}

const secretOf = (key: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, '', 'quire idempotency answer', 32));
