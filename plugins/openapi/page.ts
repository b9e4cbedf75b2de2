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
  const form = document.createElement('form');
  const input = Object.assign(document.createElement('input'), { type: 'password', autocomplete: 'off' });
  form.append(
    url + ' answered ' + status + '. Enter a token with the permission plugin::openapi.document.find: ',
    input,
    Object.assign(document.createElement('button'), { textContent: 'Open' }),
  );
  form.addEventListener('submit', (event) => { event.preventDefault(); open(input.value); });
  page.replaceChildren(form);
}
`;
