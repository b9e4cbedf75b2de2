// Validates bodies of authentication: collects one issue per problem and throws them as one 400.
// The document service checks the rules of stored values.
import type { BodyIssue } from '../../../core';
import { usersErrors } from '../errors';
import { emailOf } from './credentials';

export type Body = Readonly<Record<string, unknown>>;

/** The limit of bcrypt, which the peer uses. */
export const LONGEST_PASSWORD = 72;
export const SHORTEST_PASSWORD = 6;

export const bodyOf = (body: unknown): Body =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Body) : {};

export class Complaints {
  readonly issues: BodyIssue[] = [];

  add(key: string, message: string): void {
    this.issues.push({ path: [key], message, name: 'ValidationError' });
  }

  refuse(): void {
    if (this.issues.length > 0) throw usersErrors.BODY_ISSUES(this.issues);
  }

  /** A required text. Adds an issue and returns '' when it is absent or not a text. */
  text(body: Body, key: string): string {
    const value = Object.hasOwn(body, key) ? body[key] : undefined;
    if (value === undefined || value === null || value === '') {
      this.add(key, `${key} is a required field`);
      return '';
    }
    if (typeof value !== 'string') {
      this.add(
        key,
        `${key} must be a \`string\` type, but the final value was: \`${JSON.stringify(value)}\`.`,
      );
      return '';
    }
    return value;
  }

  email(body: Body, key = 'email'): string {
    const email = emailOf(this.text(body, key));
    if (email !== '' && !isEmail(email)) this.add(key, `${key} must be a valid email`);
    return email;
  }

  password(body: Body, key = 'password'): string {
    const password = this.text(body, key);
    if (password === '') return password;
    if (password.length < SHORTEST_PASSWORD)
      this.add(key, `${key} must be at least ${SHORTEST_PASSWORD} characters`);
    if (isTooLong(password)) this.add(key, `Password must be less than ${LONGEST_PASSWORD + 1} bytes`);
    return password;
  }
}

export const isTooLong = (password: string): boolean => Buffer.byteLength(password) > LONGEST_PASSWORD;

const isEmail = (text: string): boolean =>
  text.length <= 254 && /^[^\s@"(),:;<>[\\\]]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text);
