// Definitions of types that change while documents are stored, and the code that writes these documents.
import { localized, typeOf } from '../definition-files';

export type Attributes = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
export type Files = Readonly<Record<string, unknown>>;

export const toTag = (relation: string, more: object = {}) => ({
  ...{ type: 'relation', relation, target: 'api::tag.tag' },
  ...more,
});
export const entry = (component: string, repeatable = false) => ({
  type: 'component',
  component,
  repeatable,
});
export const zone = (...components: string[]) => ({ type: 'dynamiczone', components });
/** Each locale has its own values. */
const perLocale = (attributes: Attributes): object =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, one]) => [name, { ...one, pluginOptions: localized }]),
  );
export const versioned = (name: string, attributes: Attributes, info: object = {}): Files =>
  typeOf(name, perLocale(attributes), {
    info: { singularName: name, pluralName: `${name}s`, displayName: name, ...info },
    options: { draftAndPublish: true },
    pluginOptions: localized,
  });
/** A published document with a different draft, and another locale of it. */
export const WRITE = `
  const write = async (type, values) => {
    const { documentId } = await of(type).create({ data: values('en'), status: 'published' });
    await of(type).update({ documentId, locale: 'fr', data: values('fr'), status: 'published' });
    await of(type).update({ documentId, data: values('draft'), status: 'draft' });
    return documentId;
  };
  const tags = [];
  for (const name of ['one', 'two']) tags.push((await of('tag').create({ data: { name } })).documentId);
  const [one, two] = tags;`;
