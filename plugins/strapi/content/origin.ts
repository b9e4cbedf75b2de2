// Where a call of the document service comes from: `strapi.documents.use` runs around calls of `strapi.documents`, and not around those of
// `strapi.db.query` and the like.

export const ORIGIN = Symbol('origin of a call');

/** Of `strapi.db.query` and the like, which run no middleware in Strapi either. */
export const UNOBSERVED = 'unobserved';

/** The same service, whose calls run no middleware of `strapi.documents.use`. */
export const unobserved = <T extends object>(service: T): T =>
  new Proxy(service, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (args: object = {}) => Reflect.apply(member, target, [{ ...args, [ORIGIN]: UNOBSERVED }]);
    },
  });
