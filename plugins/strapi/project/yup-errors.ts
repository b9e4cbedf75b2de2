// Errors of yup in the form of `details` of Strapi.
export interface YupError {
  readonly path?: string;
  readonly message: string;
  readonly name: string;
  readonly value?: unknown;
  readonly inner: readonly YupError[];
}

export const formatYupErrors = (error: YupError) => ({
  errors: (error.inner.length === 0 ? [error] : error.inner).map(({ path = '', message, name, value }) => ({
    path: path.split(/[.[\]"']+/).filter((part) => part !== ''),
    message,
    name,
    value,
  })),
  message: error.message,
});
