// The browser script of the documentation page, as text. It sets all content as text, never as HTML.

export const PAGE_SCRIPT = `
'use strict';
const documentPath = document.body.dataset.document;
const main = document.getElementById('main');
const token = document.getElementById('token');
token.addEventListener('change', load);
load();

function make(tag, props, ...children) {
  const element = Object.assign(document.createElement(tag), props);
  element.append(...children);
  return element;
}

function headers(more) {
  return token.value ? { Authorization: 'Bearer ' + token.value, ...more } : { ...more };
}

async function load() {
  const answer = await fetch(documentPath, { headers: headers() });
  if (!answer.ok) {
    main.replaceChildren('The document returned ' + answer.status + '. Enter a token with the permission plugin::openapi.document.find, or grant it to the public role.');
    return;
  }
  show(await answer.json());
}

function show(api) {
  const groups = new Map();
  for (const [path, methods] of Object.entries(api.paths))
    for (const [method, operation] of Object.entries(methods))
      for (const tag of operation.tags) {
        if (!groups.has(tag)) groups.set(tag, []);
        groups.get(tag).push({ path, method, operation });
      }
  main.replaceChildren(
    ...[...groups].map(([tag, list]) => make('section', {}, make('h2', { textContent: tag }), ...list.map((one) => entry(one, api)))),
  );
}

function entry({ path, method, operation }, api) {
  const body = make('div');
  const head = make('summary', {},
    make('b', { className: method, textContent: method.toUpperCase() }),
    make('code', { textContent: path }),
    make('span', { textContent: operation.summary }));
  const details = make('details', {}, head, body);
  details.addEventListener('toggle', () => { if (details.open && !body.firstChild) fill(body, path, method, operation, api); });
  return details;
}

function fill(body, path, method, operation, api) {
  const inputs = operation.parameters.map((parameter) => {
    const input = make('input', { placeholder: parameter.description || '' });
    return { parameter, input };
  });
  const rows = inputs.map(({ parameter, input }) =>
    make('tr', {}, make('td', {}, make('code', { textContent: parameter.name })), make('td', { textContent: parameter.in }), make('td', {}, input)));
  const raw = make('input', { placeholder: 'filters[title][$contains]=x&sort=id:desc' });
  const schema = operation.requestBody && Object.values(operation.requestBody.content)[0].schema;
  const text = make('textarea', { value: schema ? JSON.stringify(example(schema, api, 0), null, 2) : '' });
  const out = make('pre', { textContent: 'Not sent yet.' });
  const send = make('button', { textContent: 'Send' });
  send.addEventListener('click', async () => {
    const url = address(path, inputs, raw.value);
    out.textContent = '…';
    try {
      const sent = Object.fromEntries(inputs.filter(({ parameter, input }) => parameter.in === 'header' && input.value).map(({ parameter, input }) => [parameter.name, input.value]));
      const answer = await fetch(url, schema
        ? { method, headers: headers({ ...sent, 'Content-Type': 'application/json' }), body: text.value }
        : { method, headers: headers(sent) });
      out.textContent = method.toUpperCase() + ' ' + url + '\\n' + answer.status + ' ' + answer.statusText + '\\n\\n' + pretty(await answer.text());
    } catch (error) {
      out.textContent = String(error);
    }
  });
  const answers = Object.entries(operation.responses).filter(([status]) => /^[23]/.test(status));
  body.append(
    make('table', {}, ...rows, make('tr', {}, make('td', { textContent: 'query string' }), make('td', { textContent: 'as it is' }), make('td', {}, raw))),
    ...(schema ? [text] : []),
    send, out,
    ...answers.map(([status, answer]) => {
      const shape = answer.content && Object.values(answer.content)[0].schema;
      return make('details', {}, make('summary', { textContent: status + ' ' + answer.description }),
        make('pre', { textContent: shape ? JSON.stringify(example(shape, api, 0), null, 2) : 'no body' }));
    }));
}

function address(path, inputs, raw) {
  let url = path;
  const query = [];
  for (const { parameter, input } of inputs) {
    if (parameter.in === 'path') url = url.replace('{' + parameter.name + '}', encodeURIComponent(input.value));
    if (parameter.in === 'query' && input.value) query.push(parameter.name + '=' + encodeURIComponent(input.value));
  }
  if (raw) query.push(raw);
  return query.length ? url + '?' + query.join('&') : url;
}

function pretty(text) {
  try { return JSON.stringify(JSON.parse(text), null, 2); } catch { return text; }
}

function example(schema, api, depth) {
  if (depth > 5) return '…';
  if (schema.$ref) return example(schema.$ref.slice(2).split('/').reduce((at, key) => at[key], api), api, depth + 1);
  if ('default' in schema) return schema.default;
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => example(part, api, depth)));
  if (schema.anyOf || schema.oneOf) return example((schema.anyOf || schema.oneOf)[0], api, depth);
  const type = [].concat(schema.type)[0];
  if (type === 'object' || schema.properties)
    return Object.fromEntries(Object.entries(schema.properties || {}).map(([key, value]) => [key, example(value, api, depth + 1)]));
  if (type === 'array') return schema.items ? [example(schema.items, api, depth + 1)] : [];
  return { integer: 0, number: 0, boolean: true, null: null, string: schema.format || 'text' }[type] ?? null;
}
`;
