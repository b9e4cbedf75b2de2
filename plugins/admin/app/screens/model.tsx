// Content types for developers: attributes, API ids, and who may do what.
import { documentsAt, known, labelOf, type TypeModel } from '../data/model';
import { path } from '../data/place';

const kindOf = ({ attributes }: TypeModel, index: number): string => {
  const attribute = attributes[index];
  if (!attribute) return '';
  const { type, relation, component, components } = attribute;
  if (relation && type === 'relation') return `${relation.kind} → ${relation.target ?? 'any type'}`;
  if (component !== undefined) return `component ${component}${attribute.repeatable ? ', repeatable' : ''}`;
  return components ? `zone of ${components.join(', ')}` : type;
};

export function ModelScreen() {
  const { types, prefix } = known();
  return (
    <section>
      <h1>Content types</h1>
      {types.map((type) => (
        <details class="card" key={type.uid}>
          <summary>
            <strong>{type.title}</strong> <code>{type.uid}</code>
          </summary>
          <p>
            API:{' '}
            <code>
              {prefix}/{type.kind === 'singleType' ? type.singular : type.plural}
            </code>
            , in the admin: <code>{documentsAt(type.uid)}</code>. You may: {type.actions.join(', ')}.{' '}
            <a href={`${path}/types/${type.uid}`}>Open</a>
          </p>
          <div class="table">
            <table>
              <caption class="spoken">Attributes of {type.title}</caption>
              <thead>
                <tr>
                  <th scope="col">Label</th>
                  <th scope="col">Name</th>
                  <th scope="col">Kind</th>
                  <th scope="col">Notes</th>
                </tr>
              </thead>
              <tbody>
                {type.attributes.map((attribute, index) => (
                  <tr key={attribute.name}>
                    <td>{labelOf(attribute)}</td>
                    <td>
                      <code>{attribute.name}</code>
                    </td>
                    <td>{kindOf(type, index)}</td>
                    <td>
                      {[
                        attribute.required ? 'required' : '',
                        attribute.unique ? 'unique' : '',
                        attribute.private ? 'private' : '',
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
