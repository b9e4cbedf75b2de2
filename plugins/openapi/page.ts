// The documentation page. It loads nothing from other hosts; its Content-Security-Policy allows only its own script and style.
import { createHash } from 'node:crypto';
import type { Answer } from '../../core';
import { PAGE_SCRIPT } from './page-script';

export function pageAnswer(documentPath: string): Answer {
  return { html: page(documentPath), headers: { 'Content-Security-Policy': POLICY } };
}

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
body { max-width: 70rem; margin: 0 auto; padding: 1rem }
header { display: flex; flex-wrap: wrap; gap: 1rem; align-items: baseline; justify-content: space-between }
h1 { font-size: 1.4rem; margin: 0 } h2 { font-size: 1.1rem; margin: 1.5rem 0 .5rem }
details { border: 1px solid #8885; border-radius: .4rem; margin: .3rem 0; padding: .2rem .6rem }
summary { cursor: pointer; display: flex; gap: .8rem; align-items: baseline }
summary b { width: 4.5rem; font-family: ui-monospace, monospace }
.get { color: #2a7 } .post { color: #27c } .put { color: #a70 } .delete { color: #c33 }
code, pre, textarea, input { font: 13px/1.4 ui-monospace, monospace }
summary span { opacity: .7 }
table { border-collapse: collapse; width: 100% } td { padding: .2rem .6rem .2rem 0; vertical-align: top }
input, textarea { width: 100%; box-sizing: border-box; padding: .3rem } textarea { min-height: 7rem }
pre { overflow: auto; max-height: 26rem; background: #8881; padding: .6rem; border-radius: .3rem }
button { padding: .3rem 1rem } label { flex: 1; max-width: 28rem }`;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const POLICY = `default-src 'none'; connect-src 'self'; script-src ${hashOf(PAGE_SCRIPT)}; style-src ${hashOf(STYLE)}; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`;

const page = (documentPath: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>API</title><style>${STYLE}</style></head>` +
  `<body data-document="${documentPath}"><header><h1>API</h1><label>Token <input id="token" type="password" autocomplete="off" placeholder="sent as Authorization: Bearer …"></label></header>` +
  `<main id="main">Reading <a href="${documentPath}">${documentPath}</a> …</main><script>${PAGE_SCRIPT}</script></body></html>`;
