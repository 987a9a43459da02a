import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '#app/demo/company.ts'

// What everybody can read: this repository, and what a browser is given.

const binary = /\.(png|jpe?g|webp|gif|ico|woff2?|xlsx|gz|pdf|mp4)$/
const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' })
  .split('\0')
  .filter((file) => file && existsSync(file) && !binary.test(file))

/** Forms in which real secrets come. */
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

describe('no secret', () => {
  test('stands in the repository', () => {
    expect(files.length).toBeGreaterThan(300)
    const found = files.flatMap((file) => secretsIn(readFileSync(file, 'utf8')).map((name) => `${file}: ${name}`))
    expect(found).toEqual([])
  })

  test.each([
    ['-----BEGIN RSA PRIVATE', ' KEY-----'],
    ['AKIA', 'IOSFODNN7QRSTUVW'],
    ['ghp_', 'a'.repeat(36)],
    ['postgres://carat:', 'rEaL0ne@db.internal/carat'],
  ])('of the form %s… would be missed', (begin, end) => {
    expect(secretsIn(`x = "${begin}${end}"`)).toHaveLength(1)
  })

  test('is in what a browser is given: no password and no setting of the server', () => {
    const folders = ['web', 'public'].flatMap((half) => [
      join('app', half),
      join('kit', half),
      ...readdirSync('areas').map((area) => join('areas', area, half)),
    ])
    const given = files.filter(
      (file) =>
        !file.includes('.test.') &&
        (folders.some((folder) => file.startsWith(`${folder}/`)) || /^areas\/[^/]+\/contract/.test(file)),
    )
    expect(given.length).toBeGreaterThan(100)
    const forbidden = [DEMO_PASSWORD, 'process.env', 'DATABASE_URL', 'SERVER_SECRET', 'METRICS_TOKEN']
    // The sign-in page of a demo shows its accounts; outside the demo a server refuses them (default-secrets.ts).
    const shown = new Set(['areas/access/web/DemoAccounts.tsx'])
    const found = given.flatMap((file) => {
      if (shown.has(file)) return []
      const text = readFileSync(file, 'utf8')
      return forbidden.filter((word) => text.includes(word)).map((word) => `${file}: ${word}`)
    })
    expect(found).toEqual([])
  })
})

test.each([
  ['app/web/index.html', 'vite.config.ts'],
  ['app/public/public.html', 'vite.public.config.ts'],
])('%s has no script, handler or style of its own in it, so that the strict policy holds', (file, config) => {
  const page = readFileSync(file, 'utf8')
  expect(page).not.toMatch(/<script(?![^>]*\bsrc=)/)
  expect(page).not.toMatch(/\son\w+=|<style|javascript:/i)
  expect(readFileSync(config, 'utf8')).not.toMatch(/sourcemap:\s*(true|'inline')/)
})

/** How fast a machine is, and chance that no seed repeats, decide no test. */
const unsteady: [name: string, form: RegExp][] = [
  ['elapsed time', /\bperformance\.(?:now|mark|measure)\b|\bprocess\.(?:hrtime|uptime)\b|\bconsole\.time\b/],
  ['elapsed time', /\bDate\.now\(\) - (?!\w+ \*|[\d_]+\b)/],
  ['chance without a seed', /\bMath\.random\b|\brandomInt\b|\bgetRandomValues\b|\brandomFill/],
  ['a run that ends by the clock', /\binterruptAfterTimeLimit\b|\bskipAllAfterTimeLimit\b/],
]
const unsteadyIn = (text: string) => unsteady.filter(([, form]) => form.test(text)).map(([name]) => name)

test('no test measures elapsed time or draws from chance without a seed', () => {
  const own = 'tests/repository.test.ts'
  const tests = files.filter((file) => /\.test\.ts$|^tests\/(?!e2e\/).*\.ts$/.test(file) && file !== own)
  expect(tests.length).toBeGreaterThan(300)
  expect(tests.flatMap((file) => unsteadyIn(readFileSync(file, 'utf8')).map((name) => `${file}: ${name}`))).toEqual([])
})

test.each([
  'expect(performance.now() - start).toBeLessThan(1000)',
  'const took = Date.now() - began',
  'expect(Date.now() - (await begun)).toBeLessThan(9)',
  'const code = Math.floor(Math.random() * 10)',
  'await fc.assert(fc.property(day, check), { interruptAfterTimeLimit: 60_000 })',
])('a test that is unsteady by %s would be found', (text) => {
  expect(unsteadyIn(text)).toHaveLength(1)
})

test.each(['new Date(Date.now() - days * 86_400_000)', 'new Date(Date.now() - 86_400_000)'])(
  'a date reckoned as %s is not taken for elapsed time',
  (text) => {
    expect(unsteadyIn(text)).toEqual([])
  },
)

/** Every way to turn a text into markup of a page. JSX's own, dangerouslySetInnerHTML, is refused by the lint rule react/no-danger. */
const turnsTextIntoMarkup =
  /\b(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|createContextualFragment|DOMParser|setHTML(?:Unsafe)?\(|dangerouslySetInnerHTML|srcdoc/i

test('54: no page turns a text into markup, but for the frame of a previewed e-mail, in which nothing runs', () => {
  const found = files.filter(
    (file) =>
      /^(?:app|areas|kit)\//.test(file) &&
      /\.(?:tsx?|m?js|html)$/.test(file) &&
      !file.includes('.test.') &&
      turnsTextIntoMarkup.test(readFileSync(file, 'utf8')),
  )
  expect(found).toEqual(['areas/messages/web/preview/MailFrame.tsx'])
})

/** Everything that opens a connection to another machine, and who chooses which. */
const outbound = new Map([
  ['kit/server/database.ts', 'DATABASE_URL'],
  ['kit/server/migrate.ts', 'DATABASE_DIRECT_URL'],
  ['kit/server/preflight.ts', 'DATABASE_URL and DATABASE_DIRECT_URL'],
  ['app/server/call-login.ts', 'DATABASE_URL, DATABASE_DIRECT_URL and DATABASE_APP_URL'],
  ['kit/server/embedded-postgres.ts', 'its own PostgreSQL on this machine'],
  ['kit/server/jobs.ts', 'DATABASE_DIRECT_URL'],
  ['areas/messages/server/relay/mail.ts', 'SMTP_URL; a message can name neither a file nor an address to fetch'],
  ['areas/messages/server/relay/sms.ts', 'SMS_URL; no redirect is followed'],
  ['kit/server/storage/s3.ts', 'S3_ENDPOINT, S3_BUCKET'],
  ['areas/vouchers/server/erp/client.ts', 'ERP_URL; no redirect is followed'],
  [
    'areas/access/server/providers/provider-client.ts',
    'SSO_ISSUER and the well-known addresses of Google; every host but those of the provider is refused',
  ],
  ['areas/access/server/providers/ask-provider.ts', 'the same'],
  ['areas/access/server/providers/facebook.ts', 'the well-known addresses of Facebook'],
  ['app/server/demo-sso/mount.ts', 'the demo’s own provider, in the same process'],
  ['app/cli/drill.ts', 'the server that the drill itself started'],
])

const opensConnections =
  /\bfetch\(|\bnew pg\.(?:Pool|Client)\(|extends pg\.Pool|new Client\(|new PgBoss\(|createTransport\(|new S3Client\(|from 'openid-client'|\b(?:https?|net|tls)\.(?:request|get|connect|createConnection)\(|from 'node:(?:https|tls|dns|dgram)'|from 'undici'|\bWebSocket\(/

test('the server connects only to hosts that its settings name: nothing that a user types is fetched', () => {
  const server = files.filter(
    (file) =>
      /^(app\/(server|cli)|areas\/[^/]+\/server|kit\/server|db)\//.test(file) &&
      file.endsWith('.ts') &&
      !file.endsWith('.test.ts'),
  )
  const found = server.filter((file) => opensConnections.test(readFileSync(file, 'utf8')))
  expect(found.filter((file) => !outbound.has(file))).toEqual([])
})

describe('String.replace', () => {
  const source = files.filter((file) => /^(?:app|areas|db|kit|ops|scripts)\/.*(?<!\.test)\.tsx?$/.test(file))
  const quoted = /^(?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`|\/\/.*|\/\*[\s\S]*?\*\/)/
  const pattern = /^\/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\n[])+\/\w*/

  /** The arguments of the call whose first one begins at `start`. */
  function argumentsAt(text: string, start: number) {
    const given = ['']
    let depth = 0
    for (let at = start; at < text.length; ) {
      const ahead = text.slice(at, at + 4_000)
      const isFirst = depth === 0 && given.at(-1)!.trim() === ''
      const token = quoted.exec(ahead)?.[0] ?? (isFirst ? pattern.exec(ahead)?.[0] : undefined) ?? text[at]!
      if ('([{'.includes(token)) depth++
      else if (')]}'.includes(token) && depth-- === 0) break
      if (token === ',' && depth === 0) given.push('')
      else given[given.length - 1] += token
      at += token.length
    }
    return given.map((one) => one.trim()).filter((one) => one !== '')
  }

  const replacementsIn = (text: string) =>
    [...text.matchAll(/\.replace(?:All)?\(/g)]
      .map((found) => argumentsAt(text, found.index + found[0].length))
      .flatMap((given) => (given.length === 2 ? [given[1]!] : []))
  const isFixed = (replacement: string) =>
    /^(?:'[^']*'|"[^"]*"|`[^`$]*`)$/.test(replacement) || replacement.includes('=>')

  test('is given a fixed text or a function: `$&` in a name or a value must not be read as a pattern', () => {
    const found = source.flatMap((file) =>
      replacementsIn(readFileSync(file, 'utf8'))
        .filter((replacement) => !isFixed(replacement))
        .map((replacement) => `${file}: ${replacement}`),
    )
    expect(source.length).toBeGreaterThan(500)
    expect(found).toEqual([])
  })

  test.each(["text.replace('{Company}', company)", 'text.replace(/[,)]/g, `<b>$' + '{name}</b>`)'])(
    '%s would be found',
    (text) => {
      expect(replacementsIn(text).filter((replacement) => !isFixed(replacement))).toHaveLength(1)
    },
  )
})
