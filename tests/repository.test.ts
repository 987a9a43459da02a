import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '#app/demo/company.ts'

// Tests everything that is public: this repository, and the code that browsers load.

const binary = /\.(png|jpe?g|webp|gif|ico|woff2?|xlsx|gz|pdf|mp4)$/
const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' })
  .split('\0')
  .filter((file) => file && existsSync(file) && !binary.test(file))

/** Formats of real secrets. */
const secretForms: [name: string, form: RegExp][] = [
  ['private key', /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/],
  ['AWS key', /\b(?:AKIA|ASIA)(?!EXAMPLE)[A-Z0-9]{16}\b/],
  ['token of a code host', /\b(?:gh[pousr]_[A-Za-z0-9]{30,}|glpat-[\w-]{20,})/],
  ['token of a chat', /\bxox[abprs]-[\w-]{10,}/],
  ['key of a payment or mail service', /\b(?:sk_live_|SG\.)[\w-]{16,}/],
  ['Google key', /\bAIza[\w-]{35}\b/],
  ['signed token', /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/],
  [
    'password in an address',
    /\b(?:postgres(?:ql)?|smtps?|https?|amqp):\/\/[\w.-]+:(?!secret@|s3cret@|PASSWORD@|%s@|hunter2@|from-a-file@)[^\s:@/$`{'"]{4,}@(?!b\/|c\/)/,
  ],
]

const secretsIn = (text: string) => secretForms.filter(([, form]) => form.test(text)).map(([name]) => name)

describe('secrets', () => {
  test('secrets: the repository contains no secret', () => {
    expect(files.length).toBeGreaterThan(300)
    const violations = files.flatMap((file) => secretsIn(readFileSync(file, 'utf8')).map((name) => `${file}: ${name}`))
    expect(violations).toEqual([])
  })

  test.each([
    ['-----BEGIN RSA PRIVATE', ' KEY-----'],
    ['AKIA', 'IOSFODNN7QRSTUVW'],
    ['ghp_', 'a'.repeat(36)],
    ['postgres://carat:', 'rEaL0ne@db.internal/carat'],
  ])('secret scan: finds a secret of the form %s…', (begin, end) => {
    expect(secretsIn(`x = "${begin}${end}"`)).toHaveLength(1)
  })

  test('secrets: code for browsers contains no password and no setting of the server', () => {
    const folders = ['web', 'public'].flatMap((half) => [
      join('app', half),
      join('kit', half),
      ...readdirSync('areas').map((area) => join('areas', area, half)),
    ])
    const browserFiles = files.filter(
      (file) =>
        !file.includes('.test.') &&
        (folders.some((folder) => file.startsWith(`${folder}/`)) || /^areas\/[^/]+\/contract/.test(file)),
    )
    expect(browserFiles.length).toBeGreaterThan(100)
    const forbidden = [DEMO_PASSWORD, 'process.env', 'DATABASE_URL', 'SERVER_SECRET', 'METRICS_TOKEN']
    // Excludes the demo accounts on the sign-in page; outside the demo a server refuses them (default-secrets.ts).
    const demoFiles = new Set(['areas/access/web/DemoAccounts.tsx'])
    const violations = browserFiles.flatMap((file) => {
      if (demoFiles.has(file)) return []
      const text = readFileSync(file, 'utf8')
      return forbidden.filter((word) => text.includes(word)).map((word) => `${file}: ${word}`)
    })
    expect(violations).toEqual([])
  })
})

test.each([
  ['app/web/index.html', 'vite.config.ts'],
  ['app/public/public.html', 'vite.public.config.ts'],
])('%s contains no inline script, handler or style, which the content security policy forbids', (file, config) => {
  const page = readFileSync(file, 'utf8')
  expect(page).not.toMatch(/<script(?![^>]*\bsrc=)/)
  expect(page).not.toMatch(/\son\w+=|<style|javascript:/i)
  expect(readFileSync(config, 'utf8')).not.toMatch(/sourcemap:\s*(true|'inline')/)
})

/** Code that makes tests flaky: measured time and unseeded random input. */
const unsteady: [name: string, form: RegExp][] = [
  ['elapsed time', /\bperformance\.(?:now|mark|measure)\b|\bprocess\.(?:hrtime|uptime)\b|\bconsole\.time\b/],
  ['elapsed time', /\bDate\.now\(\) - (?!\w+ \*|[\d_]+\b)/],
  ['chance without a seed', /\bMath\.random\b|\brandomInt\b|\bgetRandomValues\b|\brandomFill/],
  ['a run that ends by the clock', /\binterruptAfterTimeLimit\b|\bskipAllAfterTimeLimit\b/],
]
const unsteadyIn = (text: string) => unsteady.filter(([, form]) => form.test(text)).map(([name]) => name)

test('tests measure no elapsed time, and tests with random data use a seed', () => {
  const thisFile = 'tests/repository.test.ts'
  const tests = files.filter((file) => /\.test\.ts$|^tests\/(?!e2e\/).*\.ts$/.test(file) && file !== thisFile)
  expect(tests.length).toBeGreaterThan(300)
  expect(tests.flatMap((file) => unsteadyIn(readFileSync(file, 'utf8')).map((name) => `${file}: ${name}`))).toEqual([])
})

test.each([
  'expect(performance.now() - start).toBeLessThan(1000)',
  'const took = Date.now() - began',
  'expect(Date.now() - (await begun)).toBeLessThan(9)',
  'const code = Math.floor(Math.random() * 10)',
  'await fc.assert(fc.property(day, check), { interruptAfterTimeLimit: 60_000 })',
])('flaky-test scan: finds %s', (text) => {
  expect(unsteadyIn(text)).toHaveLength(1)
})

test.each(['new Date(Date.now() - days * 86_400_000)', 'new Date(Date.now() - 86_400_000)'])(
  'flaky-test scan: does not report the date arithmetic %s',
  (text) => {
    expect(unsteadyIn(text)).toEqual([])
  },
)

/** Matches every way to insert a text as markup, except dangerouslySetInnerHTML, which react/no-danger rejects. */
const turnsTextIntoMarkup =
  /\b(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|createContextualFragment|DOMParser|setHTML(?:Unsafe)?\(|dangerouslySetInnerHTML|srcdoc/i

test('no page inserts a text as HTML, except the sandboxed frame of the e-mail preview', () => {
  const violations = files.filter(
    (file) =>
      /^(?:app|areas|kit)\//.test(file) &&
      /\.(?:tsx?|m?js|html)$/.test(file) &&
      !file.includes('.test.') &&
      turnsTextIntoMarkup.test(readFileSync(file, 'utf8')),
  )
  expect(violations).toEqual(['areas/messages/web/preview/MailFrame.tsx'])
})

/** Every file that connects to another machine, with the source of the address. */
const outbound = new Map([
  ['kit/server/database.ts', 'DATABASE_URL'],
  ['kit/server/database-client.ts', 'DATABASE_URL and its variants'],
  ['kit/server/host-watch.ts', 'DATABASE_URL and its variants'],
  ['kit/server/migrate.ts', 'DATABASE_DIRECT_URL'],
  ['kit/server/preflight.ts', 'DATABASE_URL and DATABASE_DIRECT_URL'],
  ['app/server/call-login.ts', 'DATABASE_URL, DATABASE_DIRECT_URL and DATABASE_APP_URL'],
  ['kit/server/embedded-postgres.ts', 'its own PostgreSQL on this machine'],
  ['kit/server/jobs.ts', 'DATABASE_DIRECT_URL'],
  ['areas/messages/server/relay/mail.ts', 'SMTP_URL; a message can name neither a file nor an address to fetch'],
  ['areas/messages/server/relay/sms.ts', 'SMS_URL; no redirect is followed'],
  ['kit/server/storage/s3.ts', 'S3_ENDPOINT, S3_BUCKET'],
  ['areas/vouchers/server/erp/client.ts', 'ERP_URL; no redirect is followed'],
  ['areas/webhooks/server/send-request.ts', 'hosts and addresses of EVENTS_ALLOW; no redirect is followed'],
  [
    'areas/access/server/providers/provider-client.ts',
    'SSO_ISSUER and the well-known addresses of Google; every host but those of the provider is refused',
  ],
  ['areas/access/server/providers/ask-provider.ts', 'the same'],
  ['areas/access/server/providers/facebook.ts', 'the well-known addresses of Facebook'],
  ['app/server/demo-sso/mount.ts', 'the demo’s own provider, in the same process'],
  ['app/cli/erp-check/cases.ts', 'the test server of the ERP that the operator names on the command line'],
  ['app/cli/drill-tills.ts', 'the server that the drill itself started'],
  ['app/cli/doctor/examine.ts', 'SMTP_URL; nothing is sent'],
  ['app/cli/doctor/machine.ts', 'HOST and PORT of the server on this machine; no redirect is followed'],
  ['app/server/certificates.ts', 'PUBLIC_URL; nothing is sent'],
  ['app/server/telemetry.ts', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
])

const opensConnections =
  /\bfetch\(|\bnew (?:pg\.Pool|pg\.Client|HostClient)\(|extends pg\.(?:Pool|Client)|new Client\(|new PgBoss\(|createTransport\(|new S3Client\(|from 'openid-client'|\b(?:https?|net|tls)\.(?:request|get|connect|createConnection)\(|from 'node:(?:https|tls|dns|dgram)'|from 'undici'|\bWebSocket\(|new OTLP\w+Exporter\(/

test('the server connects only to hosts in its settings, whatever addresses users type', () => {
  const server = files.filter(
    (file) =>
      /^(app\/(server|cli)|areas\/[^/]+\/server|kit\/server|db)\//.test(file) &&
      file.endsWith('.ts') &&
      !file.endsWith('.test.ts'),
  )
  const violations = server.filter((file) => opensConnections.test(readFileSync(file, 'utf8')))
  expect(violations.filter((file) => !outbound.has(file))).toEqual([])
})

describe('use of String.replace in the source code', () => {
  const source = files.filter((file) => /^(?:app|areas|db|kit|ops|scripts)\/.*(?<!\.test)\.tsx?$/.test(file))
  const quoted = /^(?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`|\/\/.*|\/\*[\s\S]*?\*\/)/
  const pattern = /^\/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\n[])+\/\w*/

  /** The arguments of the call whose first one begins at `start`. */
  function argumentsAt(text: string, start: number) {
    const parts = ['']
    let depth = 0
    for (let at = start; at < text.length; ) {
      const ahead = text.slice(at, at + 4_000)
      const isFirst = depth === 0 && parts.at(-1)!.trim() === ''
      const token = quoted.exec(ahead)?.[0] ?? (isFirst ? pattern.exec(ahead)?.[0] : undefined) ?? text[at]!
      if ('([{'.includes(token)) depth++
      else if (')]}'.includes(token) && depth-- === 0) break
      if (token === ',' && depth === 0) parts.push('')
      else parts[parts.length - 1] += token
      at += token.length
    }
    return parts.map((one) => one.trim()).filter((one) => one !== '')
  }

  const replacementsIn = (text: string) =>
    [...text.matchAll(/\.replace(?:All)?\(/g)]
      .map((found) => argumentsAt(text, found.index + found[0].length))
      .flatMap((callArguments) => (callArguments.length === 2 ? [callArguments[1]!] : []))
  const isFixed = (replacement: string) =>
    /^(?:'[^']*'|"[^"]*"|`[^`$]*`)$/.test(replacement) || replacement.includes('=>')

  test('String.replace: the replacement is a fixed text or a function, so that `$&` in a value has no effect', () => {
    const violations = source.flatMap((file) =>
      replacementsIn(readFileSync(file, 'utf8'))
        .filter((replacement) => !isFixed(replacement))
        .map((replacement) => `${file}: ${replacement}`),
    )
    expect(source.length).toBeGreaterThan(500)
    expect(violations).toEqual([])
  })

  test.each(["text.replace('{Company}', company)", 'text.replace(/[,)]/g, `<b>$' + '{name}</b>`)'])(
    'String.replace scan: finds %s',
    (text) => {
      expect(replacementsIn(text).filter((replacement) => !isFixed(replacement))).toHaveLength(1)
    },
  )
})
