// The error classes of `@strapi/utils`. They are errors of the application, so clients receive status, name, message and details.
import { AppError, type ErrorDetails } from '../../../core';
import { formatYupErrors, type YupError } from './yup-errors';

interface Kind {
  readonly name: string;
  readonly status: number;
  readonly message: string;
}

const CODE = 'STRAPI_PROJECT';

export class ApplicationError extends AppError {
  static readonly kind: Kind = {
    name: 'ApplicationError',
    status: 400,
    message: 'An application error occurred',
  };

  constructor(message?: string, details: ErrorDetails = {}) {
    const { kind } = new.target;
    super({ code: CODE, name: kind.name, status: kind.status, message: message ?? kind.message, details });
  }

  /** Errors that Quire throws count, too: `error instanceof errors.ValidationError` asks for a name. */
  static override [Symbol.hasInstance](error: unknown): boolean {
    if (!(error instanceof AppError)) return false;
    // biome-ignore lint/complexity/noThisInStatic: `this` is the subclass
    return this.kind.name === 'ApplicationError' || error.name === this.kind.name;
  }
}

const kindOf = (name: string, status: number, message: string): typeof ApplicationError =>
  class extends ApplicationError {
    static override readonly kind: Kind = { name, status, message };
  };

/** `new YupValidationError(error, message)`, with an error of yup. */
class YupValidationError extends ApplicationError {
  static override readonly kind: Kind = { name: 'ValidationError', status: 400, message: 'Validation' };

  constructor(error: YupError, message?: string) {
    const { errors: list, message: ofYup } = formatYupErrors(error);
    super(message || ofYup, { errors: list });
  }
}

export const errors = {
  HttpError: ApplicationError,
  ApplicationError,
  ValidationError: kindOf('ValidationError', 400, 'Validation'),
  YupValidationError,
  PaginationError: kindOf('PaginationError', 400, 'Invalid pagination'),
  NotFoundError: kindOf('NotFoundError', 404, 'Entity not found'),
  ForbiddenError: kindOf('ForbiddenError', 403, 'Forbidden'),
  UnauthorizedError: kindOf('UnauthorizedError', 401, 'Unauthorized'),
  RateLimitError: kindOf('RateLimitError', 429, 'Too many requests, please try again later.'),
  PayloadTooLargeError: kindOf('PayloadTooLargeError', 413, 'Entity too large'),
  PolicyError: kindOf('PolicyError', 403, 'Policy Failed'),
  NotImplementedError: kindOf('NotImplementedError', 501, 'This feature is not implemented yet'),
};
