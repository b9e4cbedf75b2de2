// Malformed requests over raw sockets: request smuggling, bad heads, bad chunks.
import type { Attack, Kind } from '../attack';
import { talk } from '../raw-socket';
import type { Site } from '../site';

const ONE = 'A malformed request gets one refusal, and no byte of it becomes a second request.';
const REFUSED = 'A malformed request is refused with a status from 400 to 499, or its connection is closed.';

interface Malformed {
  readonly id: string;
  /** After the request line and `Host`; the request is a POST to the list of a type. */
  readonly head: readonly string[];
  readonly body?: string;
}

const SMUGGLED = 'GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n';
const JSON_TYPE = 'Content-Type: application/json';

/** Both ends of a proxy could read these differently. */
const SMUGGLING: readonly Malformed[] = [
  { id: 'cl-te', head: ['Content-Length: 5', 'Transfer-Encoding: chunked'], body: `0\r\n\r\n${SMUGGLED}` },
  { id: 'te-cl', head: ['Transfer-Encoding: chunked', 'Content-Length: 4'], body: `0\r\n\r\n${SMUGGLED}` },
  { id: 'cl-cl', head: ['Content-Length: 2', 'Content-Length: 40'], body: `{}${SMUGGLED}` },
  { id: 'cl-list', head: ['Content-Length: 2, 40'], body: `{}${SMUGGLED}` },
  {
    id: 'te-te',
    head: ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'],
    body: `0\r\n\r\n${SMUGGLED}`,
  },
  { id: 'te-unknown', head: ['Transfer-Encoding: xchunked'], body: `0\r\n\r\n${SMUGGLED}` },
  { id: 'te-not-last', head: ['Transfer-Encoding: chunked, identity'], body: `0\r\n\r\n${SMUGGLED}` },
  { id: 'te-space', head: ['Transfer-Encoding : chunked'], body: `0\r\n\r\n${SMUGGLED}` },
  { id: 'te-tab', head: ['Transfer-Encoding:\tchunked', 'Content-Length: 4'], body: `0\r\n\r\n${SMUGGLED}` },
  { id: 'te-folded', head: ['X: y', ' Transfer-Encoding: chunked'], body: `0\r\n\r\n${SMUGGLED}` },
  { id: 'cl-plus', head: ['Content-Length: +2'], body: `{}${SMUGGLED}` },
  { id: 'cl-negative', head: ['Content-Length: -1'], body: SMUGGLED },
  { id: 'cl-hex', head: ['Content-Length: 0x2'], body: `{}${SMUGGLED}` },
  { id: 'cl-huge', head: ['Content-Length: 18446744073709551618'], body: `{}${SMUGGLED}` },
  { id: 'chunk-size', head: ['Transfer-Encoding: chunked'], body: `zz\r\n{}\r\n0\r\n\r\n${SMUGGLED}` },
  {
    id: 'chunk-size-huge',
    head: ['Transfer-Encoding: chunked'],
    body: `ffffffffffffffff1\r\n{}\r\n0\r\n\r\n${SMUGGLED}`,
  },
  {
    id: 'chunk-size-negative',
    head: ['Transfer-Encoding: chunked'],
    body: `-2\r\n{}\r\n0\r\n\r\n${SMUGGLED}`,
  },
  { id: 'chunk-without-end', head: ['Transfer-Encoding: chunked'], body: `2\r\n{}0\r\n\r\n${SMUGGLED}` },
  { id: 'chunk-bare-lf', head: ['Transfer-Encoding: chunked'], body: `2\n{}\n0\n\n${SMUGGLED}` },
  {
    id: 'chunk-extension',
    head: ['Transfer-Encoding: chunked'],
    body: `2;${'x'.repeat(40_000)}\r\n{}\r\n0\r\n\r\n`,
  },
];

/** Whole requests; LIST and the line with HOST are replaced. */
const MALFORMED: Readonly<Record<string, string>> = {
  'header-nul': 'GET LIST HTTP/1.1\r\nHost: HOST\r\nX: a\u0000b\r\n\r\n',
  'header-bare-cr': 'GET LIST HTTP/1.1\r\nHost: HOST\r\nX: a\rb: c\r\n\r\n',
  'header-without-colon': 'GET LIST HTTP/1.1\r\nHost: HOST\r\nnonsense\r\n\r\n',
  'header-space-name': 'GET LIST HTTP/1.1\r\nHost: HOST\r\nX y: 1\r\n\r\n',
  'no-host': 'GET LIST HTTP/1.1\r\n\r\n',
  'two-hosts': 'GET LIST HTTP/1.1\r\nHost: HOST\r\nHost: other\r\n\r\n',
  'version-9': 'GET LIST HTTP/9.9\r\nHost: HOST\r\n\r\n',
  'method-unknown': 'SMUGGLE LIST HTTP/1.1\r\nHost: HOST\r\n\r\n',
  'path-without-slash': 'GET api HTTP/1.1\r\nHost: HOST\r\n\r\n',
  'path-nul': 'GET LIST\u0000 HTTP/1.1\r\nHost: HOST\r\n\r\n',
  'path-encoded-nul': 'GET LIST/%00 HTTP/1.1\r\nHost: HOST\r\n\r\n',
  'path-bad-encoding': 'GET LIST/%c0%af HTTP/1.1\r\nHost: HOST\r\n\r\n',
  'path-latin1': 'GET LIST/\u00ff\u00fe HTTP/1.1\r\nHost: HOST\r\n\r\n',
  'path-dots': 'GET /../../../etc/passwd HTTP/1.1\r\nHost: HOST\r\n\r\n',
  'path-other-host': 'GET http://other.example/none HTTP/1.1\r\nHost: HOST\r\n\r\n',
  'connect-method': 'CONNECT other.example:443 HTTP/1.1\r\nHost: other.example:443\r\n\r\n',
  trace: 'TRACE LIST HTTP/1.1\r\nHost: HOST\r\nX-Secret: 1\r\n\r\n',
  upgrade:
    'GET /none HTTP/1.1\r\nHost: HOST\r\nConnection: Upgrade\r\nUpgrade: h2c\r\nHTTP2-Settings: AAAA\r\n\r\n',
  'http2-preface': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'tls-hello': '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
  'expect-unknown': 'GET /none HTTP/1.1\r\nHost: HOST\r\nExpect: nonsense\r\n\r\n',
  'authorization-latin1': 'GET LIST HTTP/1.1\r\nhost: x\r\nAuthorization: Bearer \u00ff\u00fe\r\n\r\n',
};

export const malformed: Kind = {
  name: 'malformed',
  summary: 'request smuggling, bad heads and bad chunks over raw sockets',
  together: true,
  attacks: () => [...SMUGGLING.map(smuggling), ...Object.entries(MALFORMED).map(wholeRequest)],
};

export const listOf = ({ target, subjects }: Site): string => `${target.prefix}/${subjects[0]?.path}`;
export const hostOf = ({ target }: Site): string => new URL(target.url).host;

function smuggling({ id, head, body = '' }: Malformed): Attack {
  return {
    id: `smuggling.${id}`,
    severity: 'high',
    rule: ONE,
    async ask(site) {
      const lines = [`POST ${listOf(site)} HTTP/1.1`, `Host: ${hostOf(site)}`, JSON_TYPE, ...head, '', ''];
      const { statuses, command } = await talk(site.target.url, lines.join('\r\n') + body);
      const isSound = statuses.length <= 1 && statuses.every((status) => status >= 400 && status < 500);
      return isSound
        ? null
        : { what: `the answers have the statuses ${statuses.join(', ')}`, commands: [command] };
    },
  };
}

/** 405, 501 and a redirect are refusals too; so is the answer of the public. */
function wholeRequest([id, text]: readonly [string, string]): Attack {
  return {
    id: `request.${id}`,
    severity: 'medium',
    rule: REFUSED,
    async ask(site) {
      // With credentials, so that a lack of permission does not hide the fault.
      const full = `Host: ${hostOf(site)}\r\nAuthorization: Bearer ${site.target.tokens.full ?? ''}\r\n`;
      const whole = text.replace('Host: HOST\r\n', full).replaceAll('LIST', listOf(site));
      const { statuses, command, received } = await talk(site.target.url, whole);
      const wrong = statuses.find(
        (status) => !(status >= 300 && status < 500) && status !== 501 && status !== 505,
      );
      return wrong === undefined
        ? null
        : { what: `the answer is ${wrong}: ${received.slice(-120)}`, commands: [command] };
    },
  };
}
