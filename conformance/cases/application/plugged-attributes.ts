// Code of a plugin that adds attribute types and filter operators. Names of `core` are those that plugins import from `quire-cms`.

export const ADDS_ATTRIBUTES = `
    const { sql, placeOf, refuse, runCheck, textType, jsonTextFacts } = core;
    const isbn = textType({ name: 'isbn', limit: 13 });
    app.attributes.add({
      ...isbn,
      filter: { ...isbn.filter, except: ['$lt', '$lte', '$gt', '$gte', '$between'] },
      graphql: { output: 'Isbn', input: 'Isbn', filter: 'IsbnFilterInput' },
      check(value, _options, at) {
        if (!/^\\d{13}$/.test(String(value))) refuse(at, placeOf(at) + ' must have 13 digits', value);
      },
    });
    const size = check.object({ width: check.number({ min: 0 }), height: check.number({ min: 0 }) });
    app.attributes.add({
      ...jsonTextFacts,
      kind: 'scalar',
      name: 'size',
      options: check.object({ most: check.optional(check.number()) }),
      checkOptions: ({ default: value }) =>
        value === undefined
          ? []
          : runCheck(size, value).issues.map((issue) => ({ ...issue, path: ['default', ...issue.path] })),
      parse(input, _options, at) {
        const { value, issues } = runCheck(size, input);
        for (const { path, message } of issues) {
          const part = { ...at, path: [...at.path, ...path] };
          refuse(part, placeOf(part) + ': ' + message, input);
        }
        return issues.length > 0 ? null : JSON.stringify(value);
      },
      check(value, { most }, at) {
        if (most !== undefined && JSON.parse(value).width > most) refuse(at, placeOf(at) + ' is too wide', value);
      },
      sortable: false,
      filter: {
        kind: 'json',
        parse(raw, _options, operator) {
          const [, width, height] = /^(\\d+),(\\d+)$/.exec(String(raw)) ?? [];
          if (height === undefined) return { reason: 'a width and a height for ' + operator };
          return { value: JSON.stringify({ width: Number(width), height: Number(height) }) };
        },
      },
      openapi: () => size.schema,
    });
    app.attributes.add({
      kind: 'lowered',
      name: 'plugin::conformance-extension.colour',
      options: check.object({ options: check.optional(check.object({ most: check.integer() }), { most: 7 }) }),
      lower: ({ options }) => ({ type: 'string', maxLength: options.most }),
    });
    const operator = (name, more) =>
      app.operators.add({ name, description: name, graphql: 'Int', openapi: { type: 'integer' }, ...more });
    const length = (dialect, stored) => (dialect.name === 'mysql' ? sql\`char_length(\${stored})\` : sql\`length(\${stored})\`);
    operator('$lengthGt', {
      takes: 'one', on: ['text'], value: 'number',
      sql: ({ dialect, stored, value }) => sql\`\${length(dialect, stored)} > \${value}\`,
    });
    operator('$lengthIn', {
      takes: 'pair', on: ['text'], value: 'number',
      sql: ({ dialect, stored, first, second }) =>
        sql\`(\${length(dialect, stored)} >= \${first} AND \${length(dialect, stored)} <= \${second})\`,
    });
    operator('$lengthNot', {
      takes: 'one', on: ['text'], value: 'number', negative: true, takesNull: true,
      sql: ({ dialect, stored, value }) => sql\`NOT (\${length(dialect, stored)} = \${value})\`,
    });
    const blank = { takes: 'none', on: ['text'], graphql: 'Boolean' };
    operator('$blank', { ...blank, sql: ({ stored }) => sql\`\${stored} = ''\` });
    operator('$noneOf', {
      takes: 'list', on: ['text'], types: ['isbn'], value: 'own', negative: true, graphql: null,
      sql: ({ isListed }) => sql\`NOT (\${isListed})\`,
    });
    operator('$areaGt', {
      takes: 'one', on: ['json'], value: 'number',
      sql({ dialect, stored, value }) {
        const part = (key) => dialect.entryValue(stored, key, { kind: 'double' });
        return sql\`\${part('width')} * \${part('height')} > \${value}\`;
      },
    });`;
