import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { configurationPage } from '../../scripts/generate-configuration.ts'
import { ConfigRefused, loadConfig } from './config.ts'
import { environmentVariables } from './variables.ts'

const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')

test('configuration: without environment variables the server is a demo that only this machine can reach', () => {
  expect(loadConfig({})).toEqual({
    exportRowsAtOnce: 5000,
    eventHosts: [],
    wallets: { apple: null, google: null },
    host: '127.0.0.1',
    port: 3000,
    dataDir: resolve('./data'),
    databaseUrl: undefined,
    databaseDirectUrl: undefined,
    replica: undefined,
    trustProxy: [],
    demo: true,
    publicUrl: undefined,
    basePath: '',
    smtpUrl: undefined,
    mailFrom: 'Carat <no-reply@carat.example>',
    adminEmail: undefined,
    apiDocs: true,
    metricsToken: undefined,
    businessTimeZone: 'Asia/Kuala_Lumpur',
    logLevel: 'info',
    signInProviders: [],
  })
})

test('configuration: with DATABASE_URL the server is a demo only if DEMO requests it', () => {
  const DATABASE_URL = 'postgres://carat:secret@db.example/carat'

  expect(loadConfig({ DATABASE_URL })).toMatchObject({ demo: false, apiDocs: false })
  expect(loadConfig({ DATABASE_URL, DEMO: '1' })).toMatchObject({ demo: true, apiDocs: true })
  expect(loadConfig({ DEMO: '0', API_DOCS: '1' })).toMatchObject({ demo: false, apiDocs: true })
})

test('configuration: an empty environment variable counts as not set', () => {
  expect(loadConfig({ DATABASE_URL: '', PORT: ' ' })).toEqual(loadConfig({}))
})

test('configuration: all invalid variables are reported at once', () => {
  const refusal = refusalOf({ PORT: 'http', LOG_LEVEL: 'loud', BUSINESS_TIME_ZONE: 'Asia/Atlantis' })

  expect(refusal.problems).toHaveLength(3)
  expect(refusal.message).toContain('PORT must be a whole number from 0 to 65535, for example PORT=3000')
  expect(refusal.message).toContain('BUSINESS_TIME_ZONE must be a time zone')
})

test.each([
  ['HOST', 'http://here'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '3e3'],
  ['DATABASE_URL', 'mysql://db.example/carat'],
  ['DATABASE_URL', 'db.example'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '1'],
  ['TRUST_PROXY', '*'],
  ['TRUST_PROXY', '0.0.0.0/0'],
  ['TRUST_PROXY', '::/0'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', '127.0.0.1,everyone'],
  ['DEMO', 'maybe'],
  ['PUBLIC_URL', 'carat.example'],
  ['PUBLIC_URL', 'https://carat.example/app'],
  ['PUBLIC_URL', 'ftp://carat.example'],
  ['BASE_PATH', 'carat'],
  ['BASE_PATH', '/carat/'],
  ['BASE_PATH', '/../carat'],
  ['SMTP_URL', 'mail.example'],
  ['MAIL_FROM', 'Carat'],
  ['SMS_URL', 'http://sms.example'],
  ['SMS_URL', 'https://sms.example/path'],
  ['ADMIN_EMAIL', 'me'],
  ['API_DOCS', 'on'],
  ['BUSINESS_TIME_ZONE', '+08:00'],
  ['LOG_LEVEL', 'INFO'],
  ['SSO_ISSUER', 'http://sso.example'],
  ['SSO_ISSUER', 'https://sso.example?tenant=1'],
])('configuration: %s=%s is refused with a message that names the variable and an example', (name, value) => {
  const { problems } = refusalOf({ [name]: value })

  expect(problems).toHaveLength(1)
  expect(problems[0]).toMatch(new RegExp(`^${name} must be .+, for example ${name}=`))
})

test('configuration: the example in each error message is a valid value', () => {
  const wrong = {
    ...Object.fromEntries(Object.keys(environmentVariables.shape).map((name) => [name, '<'])),
    DATA_DIR: './data',
  }
  for (const problem of refusalOf(wrong).problems) {
    const [, name = '', value] = /for example (\w+)=(.*)$/.exec(problem) ?? []
    const DATABASE_URL = 'postgres://carat:secret@db.example/carat'
    const sso = { PUBLIC_URL: 'https://carat.example', SSO_CLIENT_ID: 'carat', SSO_CLIENT_SECRET: 'secret' }
    const erp = { ERP_URL: 'https://erp.example', ERP_SECRET: 'x'.repeat(24) }
    const sms = { SMS_ACCOUNT_SID: 'AC1', SMS_AUTH_TOKEN: 'token', SMS_FROM: '+60312345678' }
    const examples = Object.entries(parseEnv(example.replaceAll(/^# (?=[A-Z_]+=)/gm, '')))
    const allOf = (start: string) => Object.fromEntries(examples.filter(([one]) => one.startsWith(start)))
    const needed: [RegExp, object][] = [
      [/^APPLE_/, allOf('APPLE_')],
      [/^GOOGLE_WALLET_/, allOf('GOOGLE_WALLET_')],
      [/^SSO_ISSUER$/, sso],
      [/^ERP_/, erp],
      [/^SMS_(?!URL)/, sms],
    ]
    const rest = needed.find(([names]) => names.test(name))?.[1] ?? {}
    expect(() => loadConfig({ DATABASE_URL, ...rest, [name]: value })).not.toThrow()
  }
})

test('configuration: a direct or replica URL requires DATABASE_URL', () => {
  const url = 'postgres://carat:secret@db.example/carat'

  expect(refusalOf({ DATABASE_DIRECT_URL: url }).message).toContain('DATABASE_DIRECT_URL only goes with DATABASE_URL')
  expect(refusalOf({ DATABASE_REPLICA_URL: url }).message).toContain('DATABASE_REPLICA_URL only goes with DATABASE_URL')
})

test('configuration: wallet variables must be set together', () => {
  const examples = parseEnv(example.replaceAll(/^# (?=[A-Z_]+=)/gm, ''))
  for (const start of ['APPLE_', 'GOOGLE_WALLET_']) {
    const whole = Object.fromEntries(Object.entries(examples).filter(([name]) => name.startsWith(start)))
    const { apple, google } = loadConfig(whole).wallets
    expect((start === 'APPLE_' ? apple : google)?.key).toMatch(/^-----BEGIN /)
    const half = Object.fromEntries(Object.entries(whole).slice(0, 1))
    expect(refusalOf(half).message).toContain('only go together')
  }
})

test('configuration: ERP URL and secret must be set together', () => {
  const ERP_URL = 'https://erp.example/carat'
  const ERP_SECRET = 'a secret of 24 characters'.replaceAll(' ', '-')
  expect(loadConfig({ ERP_URL, ERP_SECRET })).toMatchObject({ erp: { url: ERP_URL, secret: ERP_SECRET } })
  for (const half of [{ ERP_URL }, { ERP_SECRET }])
    expect(refusalOf(half).problems).toEqual(['ERP_URL and ERP_SECRET only go together'])
  for (const address of ['http://erp.example', `${ERP_URL}/`, 'https://erp.example/?company=1'])
    expect(refusalOf({ ERP_URL: address, ERP_SECRET }).message).toContain('ERP_URL must be an https address')
})

test('configuration: an error message never contains a password', () => {
  expect(refusalOf({ DATABASE_URL: 'postgres//carat:hunter2@db.example' }).message).not.toContain('hunter2')
})

test('configuration: a secret can be read from a file that a variable names', () => {
  const folder = mkdtempSync(join(tmpdir(), 'carat-config-'))
  const file = join(folder, 'database-url')
  writeFileSync(file, 'postgres://carat:from-a-file@db.example/carat\n')

  expect(loadConfig({ DATABASE_URL_FILE: file })).toMatchObject({
    databaseUrl: 'postgres://carat:from-a-file@db.example/carat',
    demo: false,
  })
  expect(refusalOf({ DATABASE_URL_FILE: join(folder, 'nothing') }).message).toContain(
    'DATABASE_URL_FILE must be a file',
  )
  expect(refusalOf({ DATABASE_URL_FILE: file, DATABASE_URL: 'postgres://a:b@c/d' }).message).toContain('not both')
  rmSync(folder, { recursive: true })
})

test('configuration: the variables of a sign-in provider must be set together, and require PUBLIC_URL', () => {
  const google = { GOOGLE_CLIENT_ID: 'carat', GOOGLE_CLIENT_SECRET: 'secret' }

  expect(refusalOf({ GOOGLE_CLIENT_ID: 'carat' }).problems).toEqual([
    'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET only go together',
    'Sign-in through a provider needs PUBLIC_URL, for example PUBLIC_URL=https://carat.example',
  ])
  expect(loadConfig({ ...google, PUBLIC_URL: 'https://carat.example' }).signInProviders).toEqual([
    { name: 'google', issuer: 'https://accounts.google.com', clientId: 'carat', clientSecret: 'secret' },
  ])
})

test('configuration: proxy networks, public URL and paths are parsed', () => {
  const config = loadConfig({
    TRUST_PROXY: '10.0.0.0/8, ::1',
    PUBLIC_URL: 'https://carat.example/',
    BASE_PATH: '/loyalty/carat',
  })

  expect(config.trustProxy).toEqual(['10.0.0.0/8', '::1'])
  expect(config.publicUrl).toBe('https://carat.example')
  expect(config.basePath).toBe('/loyalty/carat')
})

test('.env.example lists every variable, in order', () => {
  const listed = [...example.matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name)

  expect(listed).toEqual(Object.keys(environmentVariables.shape))
})

test('.env.example shows the defaults, and its examples are accepted', () => {
  const everything = example.replaceAll(/^# (?=[A-Z_]+=)/gm, '')

  expect(loadConfig(parseEnv(example) as NodeJS.ProcessEnv)).toEqual(loadConfig({}))
  expect(() => loadConfig(parseEnv(everything) as NodeJS.ProcessEnv)).not.toThrow()
})

test('docs/configuration.md matches the schema; run `npm run generate` after a change', () => {
  expect(readFileSync('docs/configuration.md', 'utf8')).toBe(configurationPage())
})

function refusalOf(env: NodeJS.ProcessEnv): ConfigRefused {
  try {
    loadConfig(env)
  } catch (error) {
    if (error instanceof ConfigRefused) return error
    throw error
  }
  throw new Error('The settings were accepted')
}

test('configuration: a secret that is set both directly and by file is refused, and so is a missing secret file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'carat-secret-'))
  const file = join(folder, 'key')
  writeFileSync(file, 'from-a-file\n')
  const bucket = { S3_BUCKET: 'carat-files', S3_ACCESS_KEY_ID: 'AKIA', S3_ENDPOINT: 'https://files.example' }

  expect(loadConfig({ ...bucket, S3_SECRET_ACCESS_KEY_FILE: file }).bucket).toMatchObject({
    keys: { accessKeyId: 'AKIA', secretAccessKey: 'from-a-file' },
    pathStyle: true,
  })
  expect(refusalOf({ ...bucket, S3_SECRET_ACCESS_KEY: 'x', S3_SECRET_ACCESS_KEY_FILE: file }).problems).toEqual([
    'Set S3_SECRET_ACCESS_KEY or S3_SECRET_ACCESS_KEY_FILE, not both',
  ])
  expect(refusalOf({ ...bucket, S3_SECRET_ACCESS_KEY_FILE: join(folder, 'none') }).message).toContain(
    'must be a file that Carat may read',
  )
  expect(refusalOf(bucket).problems).toEqual(['S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY only go together'])
})
