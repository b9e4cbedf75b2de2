// The documentation page: Swagger UI.
import { join } from 'node:path';
import { type BrowserPage, createBrowserPage } from '../../core';

export const documentationPage = (documentPath: string, serverUrl: string | undefined): BrowserPage =>
  createBrowserPage({
    title: 'API',
    folder: join(__dirname, 'assets'),
    files: ['swagger-ui.css', 'swagger-ui-bundle.js'],
    url: documentPath,
    origins: serverUrl === undefined ? [] : [new URL(serverUrl).origin],
    start: START_SCRIPT,
  });

/**
 * The script asks for a token when the document needs one. Swagger UI keeps tokens in the browser's local storage, so that they
 * survive a reload: `persistAuthorization`. Without `validatorUrl: null` it would ask another host to validate the document.
 */
const START_SCRIPT = `
'use strict';
const { url } = document.body.dataset;
const page = document.getElementById('page');
open();

async function open(token) {
  const response = await fetch(url, token ? { headers: { Authorization: 'Bearer ' + token } } : {});
  if (!response.ok) return ask(response.status);
  page.replaceChildren();
  const ui = SwaggerUIBundle({
    spec: await response.json(),
    dom_id: '#page',
    deepLinking: true,
    filter: true,
    persistAuthorization: true,
    tryItOutEnabled: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    validatorUrl: null,
    onComplete: () => { if (token) ui.preauthorizeApiKey('bearer', token); },
  });
}

function ask(status) {
  const action = 'plugin::openapi.document.find';
  const add = (parent, name, text) =>
    parent.appendChild(Object.assign(document.createElement(name), { textContent: text }));
  const main = document.createElement('main');
  add(main, 'style', \`
    :root { color-scheme: light dark }
    main { max-width: 44rem; margin: 0 auto; padding: 1.5rem 1rem; font: 16px/1.5 system-ui, sans-serif }
    h1 { font-size: 1.4rem } input, button { font: inherit; padding: .3rem .6rem }
    pre { padding: .6rem .8rem; border: 1px solid #8886; border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere }
  \`);
  add(main, 'h1', 'This page needs a permission');
  add(main, 'p', url + ' answered ' + status + '. The page shows what the document at this address describes.');
  add(main, 'p', 'Let everyone read the document:');
  add(main, 'pre', 'npx quire role grant public ' + action);
  add(main, 'p', 'Or create a token, and enter it here:');
  add(main, 'pre', 'npx quire token create --name docs --type custom --action ' + action);
  const form = main.appendChild(document.createElement('form'));
  const input = Object.assign(document.createElement('input'), { type: 'password', autocomplete: 'off' });
  input.setAttribute('aria-label', 'Token');
  form.append(input, ' ', Object.assign(document.createElement('button'), { textContent: 'Open' }));
  form.addEventListener('submit', (event) => { event.preventDefault(); open(input.value); });
  page.replaceChildren(main);
}
`;
