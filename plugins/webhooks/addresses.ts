// The addresses to which webhooks may connect. Only public ones, and those of the allow list: a webhook must not reach services inside.
import { BlockList, isIP, isIPv4 } from 'node:net';

const PRIVATE_IPV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
/** Parts of 2000::/3 that lead elsewhere, or nowhere. Everything outside of 2000::/3 is refused. */
const SPECIAL_IPV6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const PRIVATE = new BlockList();
for (const [net, bits] of PRIVATE_IPV4) PRIVATE.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of SPECIAL_IPV6) PRIVATE.addSubnet(net, bits, 'ipv6');
const GLOBAL_IPV6 = new BlockList();
GLOBAL_IPV6.addSubnet('2000::', 3, 'ipv6');

export type MayConnect = (address: string) => boolean;

/** `10.0.0.5`, `10.0.0.0/8`, `fd00::/8`; null: it is neither an address nor a network. */
export function networkOf(text: string): { readonly net: string; readonly bits: number } | null {
  const [net = '', bits, ...rest] = text.split('/');
  const kind = isIP(net);
  if (kind === 0 || rest.length > 0) return null;
  const most = kind === 4 ? 32 : 128;
  if (bits === undefined) return { net, bits: most };
  return /^\d{1,3}$/.test(bits) && Number(bits) <= most ? { net, bits: Number(bits) } : null;
}

/** `allow`: networks that are checked. */
export function mayConnectTo(allow: readonly string[]): MayConnect {
  const allowed = new BlockList();
  for (const text of allow) {
    const network = networkOf(text);
    if (network) allowed.addSubnet(network.net, network.bits, isIPv4(network.net) ? 'ipv4' : 'ipv6');
  }
  return (address) => {
    const kind = isIP(address);
    if (kind === 0) return false;
    const family = kind === 4 ? 'ipv4' : 'ipv6';
    if (allowed.check(address, family)) return true;
    if (family === 'ipv4') return !PRIVATE.check(address, family);
    return GLOBAL_IPV6.check(address, family) && !PRIVATE.check(address, family);
  };
}

/** A URL of a webhook; a text: what is wrong with it. Addresses in it are compared now, names when they are resolved. */
export function receiverOf(text: string, mayConnect: MayConnect): URL | string {
  if (!URL.canParse(text))
    return `"${text.slice(0, 80)}" is not a URL; expected one like https://example.com/hook`;
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return 'the URL must begin with https:// or http://';
  if (url.username !== '' || url.password !== '')
    return 'the URL contains a user or a password; use `headers` for credentials';
  const host = hostOf(url);
  if (isIP(host) !== 0 && !mayConnect(host)) return privateMessage(host);
  return url;
}

/** Without the brackets of IPv6. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

export const privateMessage = (address: string): string =>
  `the address ${address} is not public; add it to webhooks.config.allow in config/plugins if it is yours`;
