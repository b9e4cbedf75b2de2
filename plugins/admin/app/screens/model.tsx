// Content types for developers: attributes, API ids, and who may do what.

import { documentsAt, known, labelOf, type TypeModel } from '../data/model';
import { path } from '../data/place';
import { rich, t } from '../i18n/translate';

const kindOf = ({ attributes }: TypeModel, index: number): string => {
  const attribute = attributes[index];
  if (!attribute) return '';
  const { type, relation, component, components } = attribute;
  if (relation && type === 'relation') return `${relation.kind} → ${relation.target ?? t('any type')}`;
  if (component !== undefined)
    return attribute.repeatable
      ? t('component {name}, repeatable', { name: component })
      : t('component {name}', { name: component });
  return components ? t('zone of {names}', { names: components.join(', ') }) : type;
};

export function ModelScreen() {
  const { types, prefix } = known();
  return (
    <section>
      <h1>{t('Content types')}</h1>
      {types.map((type) => (
        <details class="card" key={type.uid}>
          <summary>
            <strong>{type.title}</strong> <code>{type.uid}</code>
          </summary>
          <p>
            {rich('API: {address}, in the admin: {own}. You may: {actions}.', {
              address: (
                <code>
                  {prefix}/{type.kind === 'singleType' ? type.singular : type.plural}
                </code>
              ),
              own: <code>{documentsAt(type.uid)}</code>,
              actions: <bdi>{type.actions.join(', ')}</bdi>,
            })}{' '}
            <a href={`${path}/types/${type.uid}`}>{t('Open')}</a>
          </p>
          <div class="table">
            <table>
              <caption class="spoken">{t('Attributes of {name}', { name: type.title })}</caption>
              <thead>
                <tr>
                  <th scope="col">{t('Label')}</th>
                  <th scope="col">{t('Name')}</th>
                  <th scope="col">{t('Kind')}</th>
                  <th scope="col">{t('Notes')}</th>
                </tr>
              </thead>
              <tbody>
                {type.attributes.map((attribute, index) => (
                  <tr key={attribute.name}>
                    <td>{labelOf(attribute)}</td>
                    <td>
                      <code>{attribute.name}</code>
                    </td>
                    <td>
                      <bdi>{kindOf(type, index)}</bdi>
                    </td>
                    <td>
                      {[
                        attribute.required ? t('required') : '',
                        attribute.unique ? t('unique') : '',
                        attribute.private ? t('private') : '',
                      ]
                        .filter((note) => note !== '')
                        .join(', ')}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      ))}
    </section>
  );
}
