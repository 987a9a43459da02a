import { describe, expect, test } from 'vitest'
import { WebhookUrl } from '../contract/webhook-url.ts'
import { findAllowedHost, isAllowedAddress, isSchemeAllowed, parseAllowedHost } from './allowed-hosts.ts'

const allowed = [
  'hooks.example.com',
  'hooks.example.com:8443',
  '*.example.net',
  '10.0.0.5',
  '127.0.0.1:9000',
  '[fd00::5]:8443',
  'erp.internal@10.0.0.0/8',
  'localhost:9000@127.0.0.0/8',
].map((entry) => parseAllowedHost(entry)!)

/** The outcome for a URL whose host has these addresses. */
function outcomeOf(target: string, addresses: readonly string[] = ['93.184.215.14']) {
  const parsed = WebhookUrl.safeParse(target)
  if (!parsed.success) return 'invalid'
  const url = new URL(parsed.data)
  if (!isSchemeAllowed(url)) return 'scheme'
  const entry = findAllowedHost(allowed, url)
  if (!entry) return 'host'
  return addresses.every((address) => isAllowedAddress(entry, url.protocol, address)) ? 'allowed' : 'address'
}

describe('requests that staff could misuse are refused', () => {
  test.each([
    ['a host that is not in the list', 'https://other.example.com/', undefined, 'host'],
    ['a host that ends with an allowed name', 'https://evil-hooks.example.com/', undefined, 'host'],
    ['an allowed name as subdomain of another host', 'https://hooks.example.com.evil.example/', undefined, 'host'],
    ['the domain itself of an entry for subdomains', 'https://example.net/', undefined, 'host'],
    ['a subdomain of an entry without subdomains', 'https://a.hooks.example.com/', undefined, 'host'],
    ['a trailing dot', 'https://hooks.example.com./', undefined, 'host'],
    ['another port', 'https://hooks.example.com:22/', undefined, 'host'],
    ['another port of a private address', 'https://127.0.0.1:9001/', undefined, 'host'],
    ['a user in the URL', 'https://user@hooks.example.com/', undefined, 'invalid'],
    ['a user that looks like a host', 'https://hooks.example.com@evil.example/', undefined, 'invalid'],
    ['a fragment', 'https://hooks.example.com/#@evil.example', undefined, 'invalid'],
    ['a file URL', 'file:///etc/passwd', undefined, 'invalid'],
    ['another scheme', 'gopher://hooks.example.com/', undefined, 'invalid'],
    ['a relative URL', '//hooks.example.com/', undefined, 'invalid'],
    ['http to another machine', 'http://hooks.example.com/', undefined, 'scheme'],
    ['http to a private address that is allowed', 'http://10.0.0.5/', ['10.0.0.5'], 'scheme'],
    ['an IPv4 address as a decimal number', 'https://2130706433/', ['127.0.0.1'], 'host'],
    ['an IPv4 address in octal', 'https://0177.0.0.1/', ['127.0.0.1'], 'host'],
    ['an IPv4 address in hexadecimal', 'https://0x7f.1/', ['127.0.0.1'], 'host'],
    ['the unspecified address', 'https://0.0.0.0/', ['0.0.0.0'], 'host'],
    ['the loopback address of IPv6', 'https://[::1]/', ['::1'], 'host'],
    ['an IPv4-mapped IPv6 address', 'https://[::ffff:127.0.0.1]/', ['::ffff:127.0.0.1'], 'host'],
    ['a metadata address', 'https://169.254.169.254/latest/meta-data/', ['169.254.169.254'], 'host'],
    ['letters that become an allowed name only for the eye', 'https://hооks.example.com/', undefined, 'host'],
  ] as const)('webhook URL: %s', (_, target, addresses, outcome) => {
    expect(outcomeOf(target, addresses)).toBe(outcome)
  })

  test.each([
    ['loopback', '127.0.0.1'],
    ['loopback beyond 127.0.0.1', '127.8.8.8'],
    ['the unspecified network', '0.1.2.3'],
    ['private 10/8', '10.1.2.3'],
    ['private 172.16/12', '172.31.255.255'],
    ['private 192.168/16', '192.168.1.1'],
    ['shared addresses of providers (CGNAT)', '100.64.0.1'],
    ['link-local, with the metadata of clouds', '169.254.169.254'],
    ['benchmarks', '198.18.0.1'],
    ['documentation', '203.0.113.9'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['loopback of IPv6', '::1'],
    ['the unspecified address of IPv6', '::'],
    ['IPv4-mapped loopback', '::ffff:127.0.0.1'],
    ['IPv4-mapped loopback in hexadecimal', '::ffff:7f00:1'],
    ['IPv4-compatible loopback', '::127.0.0.1'],
    ['unique local IPv6', 'fd12:3456::1'],
    ['the metadata of a cloud by IPv6', 'fd00:ec2::254'],
    ['link-local IPv6', 'fe80::1%eth0'],
    ['site-local IPv6', 'fec0::1'],
    ['multicast IPv6', 'ff02::1'],
    ['IPv4 embedded by NAT64', '64:ff9b::7f00:1'],
    ['IPv4 embedded by 6to4', '2002:7f00:1::'],
    ['IPv4 embedded by Teredo', '2001:0:7f00:1::'],
    ['text that is no address', 'localhost'],
    ['no address', ''],
  ])('webhook address: a public name must not resolve to %s', (_, address) => {
    expect(outcomeOf('https://hooks.example.com/', [address])).toBe('address')
  })

  test('webhook address: one private address among public ones is enough to refuse', () => {
    expect(outcomeOf('https://hooks.example.com/', ['93.184.215.14', '10.0.0.1'])).toBe('address')
  })
})

test.each([
  ['a listed name', 'https://hooks.example.com/path?x=1', ['93.184.215.14', '2606:2800:21f::1']],
  ['a listed name in other letters', 'https://HOOKS.Example.com', ['93.184.215.14']],
  ['a listed port', 'https://hooks.example.com:8443/', ['93.184.215.14']],
  ['a subdomain', 'https://a.b.example.net/', ['93.184.215.14']],
  ['a private address by itself', 'https://10.0.0.5/', ['10.0.0.5']],
  ['a unique local IPv6 address by itself', 'https://[fd00::5]:8443/', ['fd00::5']],
  ['the same machine without TLS', 'http://127.0.0.1:9000/', ['127.0.0.1']],
  ['a name in a private network that the operator names', 'https://erp.internal/', ['10.20.30.40']],
  ['localhost with its network', 'http://localhost:9000/', ['127.0.0.1']],
])('webhook URL: the operator can allow %s', (_, target, addresses) => {
  expect(outcomeOf(target, addresses)).toBe('allowed')
})

test('webhook URL: a name with a private network must not resolve to another private address', () => {
  expect(outcomeOf('https://erp.internal/', ['192.168.0.1'])).toBe('address')
  expect(outcomeOf('http://localhost:9000/', ['10.0.0.1'])).toBe('address')
})

test.each([
  '*',
  '*.*',
  'https://hooks.example.com',
  'user@hooks.example.com',
  'hooks.example.com/path',
  'hooks.example.com.',
  'hooks.example.com:0',
  'hooks.example.com:70000',
  'hooks.example.com@10.0.0.0',
  'hooks.example.com@10.0.0.0/0',
  'hooks.example.com@10.0.0.0/33',
  '10.0.0.5@10.0.0.0/8',
  '*.10.0.0.5',
  '0.0.0.0',
  '224.0.0.1',
  '[::]',
])('EVENTS_ALLOW: the entry %s is invalid', (entry) => {
  expect(parseAllowedHost(entry)).toBeUndefined()
})
