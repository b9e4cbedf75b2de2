// Content types for developers: attributes, API ids, and who may do what.

import { type AttributeModel, documentsAt, isListed, known, labelOf } from '../data/model';
import { path } from '../data/place';
import { rich, t } from '../i18n/translate';
import { ScreenTitle } from '../ui/head';
import { Table } from '../ui/table';

const kindOf = (attribute: AttributeModel): string => {
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
      <ScreenTitle title={t('Content types')} />
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
            {isListed(type) && <a href={`${path}/types/${type.uid}`}>{t('Open')}</a>}
          </p>
          <Table
            caption={t('Attributes of {name}', { name: type.title })}
            rows={type.attributes}
            keyOf={({ name }) => name}
            columns={[
              { title: t('Label'), cell: labelOf },
              { title: t('Name'), cell: ({ name }) => <code>{name}</code> },
              { title: t('Kind'), cell: (attribute) => <bdi>{kindOf(attribute)}</bdi> },
              {
                title: t('Notes'),
                cell: (attribute) =>
                  [
                    attribute.required ? t('required') : '',
                    attribute.unique ? t('unique') : '',
                    attribute.private ? t('private') : '',
                  ]
                    .filter((note) => note !== '')
                    .join(', '),
              },
            ]}
          />
        </details>
      ))}
    </section>
  );
}
