import { z } from 'zod'
import { parseAllowedHost } from '#areas/webhooks/server/index.ts'
import { isDatabaseUrl } from '#kit/server/database-hosts.ts'
import {
  createSchemeCheck,
  isEmail,
  isGatewayUrl,
  isHostName,
  isMailSender,
  isSecurityContact,
  isTimeZone,
  isTrustedNetwork,
  isUrlOrigin,
  isUrlPath,
  splitCommaList,
} from './config-checks.ts'
import { isIssuerUrl } from './sign-in-providers.ts'

// Validates single environment variables. Rules that concern several variables are in config.ts.

export const exampleDatabaseUrl = 'postgres://carat:secret@db.example:5432/carat'
/** The example values from the documentation, which a server outside the demo refuses. */
export const secretExamples = {
  SERVER_SECRET: 'T5vqk1mFh0yXJ2nB8wEoRzLs7cUgPdQa',
  SERVER_SECRET_BEFORE: 'aQdPgUc7sLzRoEw8Bn2JXy0hFm1kqv5T',
  METRICS_TOKEN: 'cDr7kQ2mXvT9sLwE4hYpB6nA',
  ERP_SECRET: 'uW3zKf8RbNq6JtYx1MdVg5Sc',
}
const pemExamples = {
  CERTIFICATE: 'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSUIKLS0tLS1FTkQgQ0VSVElGSUNBVEUtLS0tLQo=',
  KEY: 'LS0tLS1CRUdJTiBQUklWQVRFIEtFWS0tLS0tCk1JSUIKLS0tLS1FTkQgUFJJVkFURSBLRVktLS0tLQo=',
}
export const traceSamplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/**
 * The schema of all environment variables. Messages never contain a value, because values may be passwords.
 */
export const environmentVariables = z.object({
  HOST: text('HOST', isHostName, 'an address or host name to listen on', '127.0.0.1').default('127.0.0.1'),
  PORT: wholeNumber('PORT', 0, 65_535, '3000').default(3000),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: databaseUrl('DATABASE_URL'),
  DATABASE_DIRECT_URL: databaseUrl('DATABASE_DIRECT_URL'),
  DATABASE_APP_URL: databaseUrl('DATABASE_APP_URL'),
  DATABASE_REPLICA_URL: databaseUrl('DATABASE_REPLICA_URL', 'standby'),
  DATABASE_REPLICA_LAG_SECONDS: wholeNumber('DATABASE_REPLICA_LAG_SECONDS', 1, 3_600, '5').default(5),
  TRUST_PROXY: text(
    'TRUST_PROXY',
    (value) => splitCommaList(value).every(isTrustedNetwork),
    'a list of the proxies’ addresses or networks, not 0.0.0.0/0',
    '10.0.0.0/8,127.0.0.1',
  )
    .transform(splitCommaList)
    .default([]),
  DEMO: flag('DEMO'),
  PUBLIC_URL: text('PUBLIC_URL', isUrlOrigin, 'the address users type, without a path', 'https://carat.example')
    .transform((value) => new URL(value).origin)
    .optional(),
  BASE_PATH: text(
    'BASE_PATH',
    isUrlPath,
    'a path that begins with a slash and does not end with one',
    '/carat',
  ).default(''),
  SMTP_URL: text(
    'SMTP_URL',
    createSchemeCheck('smtp:', 'smtps:'),
    'the address of a mail server',
    'smtps://user:secret@mail.example:465',
  ).optional(),
  MAIL_FROM: text('MAIL_FROM', isMailSender, 'a sender of e-mails', 'Carat <no-reply@carat.example>').default(
    'Carat <no-reply@carat.example>',
  ),
  SMS_URL: text(
    'SMS_URL',
    isGatewayUrl,
    'the address of an SMS gateway without a path, https unless it is this machine',
    'https://api.twilio.com',
  ).default('https://api.twilio.com'),
  SMS_ACCOUNT_SID: text(
    'SMS_ACCOUNT_SID',
    (value) => /^[\w-]{1,64}$/.test(value),
    'the account at the SMS gateway',
    'AC0123456789abcdef0123456789abcdef',
  ).optional(),
  SMS_AUTH_TOKEN: z.string().trim().optional(),
  SMS_FROM: text(
    'SMS_FROM',
    (value) => /^(?:\+\d{6,15}|MG[0-9a-f]{32}|[A-Za-z0-9 ]{1,11})$/.test(value),
    'a number like +60312345678, a sender name, or the ID of a messaging service',
    '+60312345678',
  ).optional(),
  ADMIN_EMAIL: text(
    'ADMIN_EMAIL',
    isEmail,
    'the e-mail address of the first administrator',
    'you@carat.example',
  ).optional(),
  SECURITY_CONTACT: text(
    'SECURITY_CONTACT',
    isSecurityContact,
    'an e-mail address or an https address for reports of vulnerabilities',
    'security@carat.example',
  ).optional(),
  SECURITY_POLICY: text(
    'SECURITY_POLICY',
    createSchemeCheck('https:'),
    'the https address of the page that explains how to report a vulnerability',
    'https://carat.example/security',
  ).optional(),
  API_DOCS: flag('API_DOCS'),
  METRICS_TOKEN: token('METRICS_TOKEN', secretExamples.METRICS_TOKEN),
  OTEL_EXPORTER_OTLP_ENDPOINT: text(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    createSchemeCheck('http:', 'https:'),
    'the address of a collector that takes OTLP over HTTP',
    'http://collector.example:4318',
  )
    .transform((value) => value.replace(/\/+$/, ''))
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: text(
    'OTEL_EXPORTER_OTLP_HEADERS',
    (value) => splitCommaList(value).every((pair) => /^[\w-]+=./.test(pair)),
    'a list of names and values',
    'api-key=secret',
  ).default(''),
  OTEL_SERVICE_NAME: text(
    'OTEL_SERVICE_NAME',
    (value) => /^[\w.-]{1,100}$/.test(value),
    'a name of letters, digits, dots and hyphens',
    'carat',
  ).default('carat'),
  OTEL_TRACES_SAMPLER: z
    .enum(traceSamplers, {
      error: sentence('OTEL_TRACES_SAMPLER', `one of ${traceSamplers.join(', ')}`, 'traceidratio'),
    })
    .default('always_on'),
  OTEL_TRACES_SAMPLER_ARG: text(
    'OTEL_TRACES_SAMPLER_ARG',
    (value) => /^(0(\.\d{1,9})?|1(\.0+)?)$/.test(value),
    'a share from 0 to 1',
    '0.1',
  )
    .transform(Number)
    .default(1),
  OTEL_METRIC_EXPORT_INTERVAL: wholeNumber('OTEL_METRIC_EXPORT_INTERVAL', 1_000, 600_000, '60000').default(60_000),
  BUSINESS_TIME_ZONE: text(
    'BUSINESS_TIME_ZONE',
    isTimeZone,
    'a time zone by its IANA name',
    'Asia/Kuala_Lumpur',
  ).default('Asia/Kuala_Lumpur'),
  LOG_LEVEL: z
    .enum(logLevels, { error: sentence('LOG_LEVEL', `one of ${logLevels.join(', ')}`, 'info') })
    .default('info'),
  EXPORT_ROWS_AT_ONCE: wholeNumber('EXPORT_ROWS_AT_ONCE', 1, 20_000, '5000').default(5000),
  S3_BUCKET: text(
    'S3_BUCKET',
    (value) => /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value),
    'the name of a bucket',
    'carat-files',
  ).optional(),
  S3_REGION: text(
    'S3_REGION',
    (value) => /^[a-z0-9-]+$/.test(value),
    'the region of the bucket',
    'ap-southeast-5',
  ).default('us-east-1'),
  S3_ENDPOINT: text(
    'S3_ENDPOINT',
    createSchemeCheck('http:', 'https:'),
    'the address of a server with the S3 API',
    'https://files.example',
  ).optional(),
  S3_PATH_STYLE: flag('S3_PATH_STYLE'),
  S3_ACCESS_KEY_ID: z.string().trim().optional(),
  S3_SECRET_ACCESS_KEY: z.string().trim().optional(),
  SERVER_SECRET: serverSecret('SERVER_SECRET'),
  SERVER_SECRET_BEFORE: serverSecret('SERVER_SECRET_BEFORE'),
  ERP_URL: text(
    'ERP_URL',
    (value) => isIssuerUrl(value) && !value.endsWith('/'),
    'an https address of the ERP without a slash at its end',
    'https://erp.example/carat',
  ).optional(),
  ERP_SECRET: token('ERP_SECRET', secretExamples.ERP_SECRET),
  EVENTS_ALLOW: text(
    'EVENTS_ALLOW',
    (value) => splitCommaList(value).every((entry) => parseAllowedHost(entry) !== undefined),
    'a list of hosts, each a name or address with an optional port',
    'hooks.example.com,*.example.net:8443',
  )
    .transform((value) => splitCommaList(value).map((entry) => parseAllowedHost(entry)!))
    .default([]),
  SSO_ISSUER: text(
    'SSO_ISSUER',
    isIssuerUrl,
    'the issuer of an OpenID Connect provider',
    'https://sso.example',
  ).optional(),
  SSO_CLIENT_ID: z.string().trim().optional(),
  SSO_CLIENT_SECRET: z.string().trim().optional(),
  GOOGLE_CLIENT_ID: z.string().trim().optional(),
  GOOGLE_CLIENT_SECRET: z.string().trim().optional(),
  FACEBOOK_CLIENT_ID: z.string().trim().optional(),
  FACEBOOK_CLIENT_SECRET: z.string().trim().optional(),
  APPLE_PASS_TYPE_ID: text(
    'APPLE_PASS_TYPE_ID',
    (value) => /^pass(?:\.[\w-]+)+$/.test(value),
    'a pass type identifier',
    'pass.example.carat.card',
  ).optional(),
  APPLE_TEAM_ID: text(
    'APPLE_TEAM_ID',
    (value) => /^\w{10}$/.test(value),
    'a team ID of ten letters or digits',
    'A1B2C3D4E5',
  ).optional(),
  APPLE_PASS_CERTIFICATE: pem('APPLE_PASS_CERTIFICATE', 'CERTIFICATE'),
  APPLE_PASS_KEY: pem('APPLE_PASS_KEY', 'KEY'),
  APPLE_PASS_KEY_PASSPHRASE: z.string().optional(),
  APPLE_WWDR_CERTIFICATE: pem('APPLE_WWDR_CERTIFICATE', 'CERTIFICATE'),
  GOOGLE_WALLET_ISSUER_ID: text(
    'GOOGLE_WALLET_ISSUER_ID',
    (value) => /^\d{5,30}$/.test(value),
    'an issuer ID of digits',
    '3388000000012345678',
  ).optional(),
  GOOGLE_WALLET_ACCOUNT: text(
    'GOOGLE_WALLET_ACCOUNT',
    isEmail,
    'the e-mail address of a service account',
    'wallet@project.iam.gserviceaccount.com',
  ).optional(),
  GOOGLE_WALLET_KEY: pem('GOOGLE_WALLET_KEY', 'KEY'),
})

/** The secrets that can also be read from the file named by `<NAME>_FILE`. */
export const secretVariables = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_APP_URL',
  'DATABASE_REPLICA_URL',
  'SMTP_URL',
  'SMS_AUTH_TOKEN',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'SERVER_SECRET',
  'SERVER_SECRET_BEFORE',
  'ERP_SECRET',
  'SSO_CLIENT_SECRET',
  'GOOGLE_CLIENT_SECRET',
  'FACEBOOK_CLIENT_SECRET',
  'APPLE_PASS_CERTIFICATE',
  'APPLE_PASS_KEY',
  'APPLE_PASS_KEY_PASSPHRASE',
  'APPLE_WWDR_CERTIFICATE',
  'GOOGLE_WALLET_KEY',
] as const

export type EnvironmentVariables = z.infer<typeof environmentVariables>

function sentence(name: string, expected: string, example: string): string {
  return `${name} must be ${expected}, for example ${name}=${example}`
}

function text(name: string, isRight: (value: string) => boolean, expected: string, example: string) {
  return z
    .string()
    .trim()
    .refine(isRight, { error: sentence(name, expected, example) })
}

function wholeNumber(name: string, least: number, most: number, example: string) {
  const isRight = (value: string) => /^\d{1,6}$/.test(value) && Number(value) >= least && Number(value) <= most
  return text(name, isRight, `a whole number from ${least} to ${most}`, example).transform(Number)
}

function serverSecret(name: string) {
  const isLong = (value: string) => value.length >= 32
  return text(name, isLong, 'at least 32 random characters', secretExamples.SERVER_SECRET).optional()
}

function token(name: string, example: string) {
  const isRight = (value: string) => /^[\x21-\x7e]{24,200}$/.test(value)
  return text(name, isRight, 'at least 24 random visible characters', example).optional()
}

/** Accepts a certificate or key as PEM, or as Base64-encoded PEM for single-line settings. */
function pem(name: string, kind: 'CERTIFICATE' | 'KEY') {
  const isRight = (value: string) => value.startsWith('-----BEGIN ') && value.trimEnd().endsWith(`${kind}-----`)
  return z
    .string()
    .transform((value) => (value.startsWith('-----') ? value : Buffer.from(value, 'base64').toString('utf8')))
    .refine(isRight, { error: sentence(name, 'PEM, or PEM encoded in Base64', pemExamples[kind]) })
    .optional()
}

function flag(name: string) {
  return text(name, (value) => ['0', '1', 'true', 'false'].includes(value), '1 (on) or 0 (off)', '1')
    .transform((value) => value === '1' || value === 'true')
    .optional()
}

/** Accepts one host or several. `usual` is the role that target_session_attrs may require. */
function databaseUrl(name: string, usual: 'primary' | 'standby' = 'primary') {
  return text(
    name,
    (value) => isDatabaseUrl(value, usual),
    'the address of a PostgreSQL database',
    exampleDatabaseUrl,
  ).optional()
}
