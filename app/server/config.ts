import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import type { SignInProvider } from '#kit/server/ctx.ts'
import type { SmsGateway } from '#kit/server/sms.ts'
import type { Bucket } from '#kit/server/storage/s3.ts'
import {
  hasScheme,
  isEmail,
  isGateway,
  isHost,
  isNetwork,
  isOrigin,
  isPath,
  isSender,
  isTimeZone,
  listOf,
} from './config-checks.ts'
import { fromFiles } from './secret-files.ts'
import { isIssuer, providerProblems, signInProviders } from './sign-in-providers.ts'

/** Every setting of a running Carat. Only this file reads the environment; `.env.example` lists the variables. */
export type Config = {
  host: string
  port: number
  dataDir: string
  databaseUrl: string | undefined
  databaseDirectUrl: string | undefined
  trustProxy: string[]
  demo: boolean
  publicUrl: string | undefined
  basePath: string
  smtpUrl: string | undefined
  mailFrom: string
  /** By which SMS leave; undefined: they wait, and in the demo they count as sent. */
  sms: Omit<SmsGateway, 'statusUrl'> | undefined
  adminEmail: string | undefined
  apiDocs: boolean
  /** What a metrics collector on another machine shows; undefined: only this machine may read the metrics. */
  metricsToken: string | undefined
  businessTimeZone: string
  logLevel: (typeof logLevels)[number]
  exportRowsAtOnce: number
  /** What the server seals with, where several machines share a database; otherwise it lies in the data folder. */
  serverSecret: string | undefined
  serverSecretBefore: string | undefined
  /** Where files lie in place of the data folder. */
  bucket: Bucket | undefined
  /** Who else may say who somebody is. */
  signInProviders: SignInProvider[]
  /** The ERP that is told of vouchers and tells which were used. */
  erp: { url: string; secret: string } | undefined
}

/** The settings make no start possible; the message has one sentence for each that is wrong. */
export class ConfigRefused extends Error {
  override name = 'ConfigRefused'
  readonly problems: string[]

  constructor(problems: string[]) {
    super(`Carat cannot start with these settings:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

/** Reads and checks the environment; throws ConfigRefused with all that is wrong, not only the first. */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  // An empty value is how shells and container files say "not set".
  const configured = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const files = fromFiles(configured, secretVariables)
  const parsed = variables.safeParse({ ...configured, ...files.values })
  const problems = [
    ...files.problems,
    ...(parsed.success ? contradictions(parsed.data) : parsed.error.issues.map((issue) => issue.message)),
  ]
  if (!parsed.success || problems.length > 0) throw new ConfigRefused(problems)

  const values = parsed.data
  const demo = values.DEMO ?? values.DATABASE_URL === undefined
  return {
    host: values.HOST,
    port: values.PORT,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    trustProxy: values.TRUST_PROXY,
    demo,
    publicUrl: values.PUBLIC_URL,
    basePath: values.BASE_PATH,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    sms: smsOf(values),
    adminEmail: values.ADMIN_EMAIL,
    apiDocs: values.API_DOCS ?? demo,
    metricsToken: values.METRICS_TOKEN,
    businessTimeZone: values.BUSINESS_TIME_ZONE,
    logLevel: values.LOG_LEVEL,
    exportRowsAtOnce: values.EXPORT_ROWS_AT_ONCE,
    bucket: bucketOf(values),
    serverSecret: values.SERVER_SECRET,
    serverSecretBefore: values.SERVER_SECRET_BEFORE,
    signInProviders: signInProviders(values),
    erp: values.ERP_URL && values.ERP_SECRET ? { url: values.ERP_URL, secret: values.ERP_SECRET } : undefined,
  }
}

/** Adds what a `.env` file in the working folder says; what the environment itself says wins. */
export function readEnvFile(): void {
  if (existsSync('.env')) process.loadEnvFile('.env')
}

const databaseExample = 'postgres://carat:secret@db.example:5432/carat'
/** Shown in the documentation, hence known to everybody: a server outside the demo does not start with them. */
export const secretExamples = {
  SERVER_SECRET: 'T5vqk1mFh0yXJ2nB8wEoRzLs7cUgPdQa',
  SERVER_SECRET_BEFORE: 'aQdPgUc7sLzRoEw8Bn2JXy0hFm1kqv5T',
  METRICS_TOKEN: 'cDr7kQ2mXvT9sLwE4hYpB6nA',
  ERP_SECRET: 'uW3zKf8RbNq6JtYx1MdVg5Sc',
}
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/**
 * The variables by name. Messages never repeat the value: several hold passwords, and messages end in logs.
 */
export const variables = z.object({
  HOST: text('HOST', isHost, 'an address or host name to listen on', '127.0.0.1').default('127.0.0.1'),
  PORT: wholeNumber('PORT', 0, 65_535, '3000').default(3000),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: databaseUrl('DATABASE_URL'),
  DATABASE_DIRECT_URL: databaseUrl('DATABASE_DIRECT_URL'),
  TRUST_PROXY: text(
    'TRUST_PROXY',
    (value) => listOf(value).every(isNetwork),
    'a list of the proxies’ addresses or networks, never everyone',
    '10.0.0.0/8,127.0.0.1',
  )
    .transform(listOf)
    .default([]),
  DEMO: flag('DEMO'),
  PUBLIC_URL: text('PUBLIC_URL', isOrigin, 'the address users type, without a path', 'https://carat.example')
    .transform((value) => new URL(value).origin)
    .optional(),
  BASE_PATH: text('BASE_PATH', isPath, 'a path with a slash in front and none at the end', '/carat').default(''),
  SMTP_URL: text(
    'SMTP_URL',
    hasScheme('smtp:', 'smtps:'),
    'the address of a mail server',
    'smtps://user:secret@mail.example:465',
  ).optional(),
  MAIL_FROM: text('MAIL_FROM', isSender, 'a sender of e-mails', 'Carat <no-reply@carat.example>').default(
    'Carat <no-reply@carat.example>',
  ),
  SMS_URL: text(
    'SMS_URL',
    isGateway,
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
    'a number like +60312345678, a sender’s name or the number of a messaging service',
    '+60312345678',
  ).optional(),
  ADMIN_EMAIL: text(
    'ADMIN_EMAIL',
    isEmail,
    'the e-mail address of the first administrator',
    'you@carat.example',
  ).optional(),
  API_DOCS: flag('API_DOCS'),
  METRICS_TOKEN: token('METRICS_TOKEN', secretExamples.METRICS_TOKEN),
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
    hasScheme('http:', 'https:'),
    'the address of a server that speaks S3',
    'https://files.example',
  ).optional(),
  S3_PATH_STYLE: flag('S3_PATH_STYLE'),
  S3_ACCESS_KEY_ID: z.string().trim().optional(),
  S3_SECRET_ACCESS_KEY: z.string().trim().optional(),
  SERVER_SECRET: serverSecret('SERVER_SECRET'),
  SERVER_SECRET_BEFORE: serverSecret('SERVER_SECRET_BEFORE'),
  ERP_URL: text(
    'ERP_URL',
    (value) => isIssuer(value) && !value.endsWith('/'),
    'an https address of the ERP without a slash at its end',
    'https://erp.example/carat',
  ).optional(),
  ERP_SECRET: token('ERP_SECRET', secretExamples.ERP_SECRET),
  SSO_ISSUER: text(
    'SSO_ISSUER',
    isIssuer,
    'the issuer of an OpenID Connect provider',
    'https://sso.example',
  ).optional(),
  SSO_CLIENT_ID: z.string().trim().optional(),
  SSO_CLIENT_SECRET: z.string().trim().optional(),
  GOOGLE_CLIENT_ID: z.string().trim().optional(),
  GOOGLE_CLIENT_SECRET: z.string().trim().optional(),
  FACEBOOK_CLIENT_ID: z.string().trim().optional(),
  FACEBOOK_CLIENT_SECRET: z.string().trim().optional(),
})

/** Secrets that may also stand in a file, whose path is then the value of `<NAME>_FILE`. */
export const secretVariables = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'SMTP_URL',
  'SMS_AUTH_TOKEN',
  'METRICS_TOKEN',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'SERVER_SECRET',
  'SERVER_SECRET_BEFORE',
  'ERP_SECRET',
  'SSO_CLIENT_SECRET',
  'GOOGLE_CLIENT_SECRET',
  'FACEBOOK_CLIENT_SECRET',
] as const

/** Endpoints of one's own rarely have a host name for each bucket. */
function bucketOf(values: z.infer<typeof variables>): Bucket | undefined {
  const { S3_BUCKET: name, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values
  if (name === undefined) return undefined
  return {
    name,
    region: values.S3_REGION,
    endpoint: values.S3_ENDPOINT,
    pathStyle: values.S3_PATH_STYLE ?? values.S3_ENDPOINT !== undefined,
    keys: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
  }
}

function smsOf(values: z.infer<typeof variables>) {
  const { SMS_URL: url, SMS_ACCOUNT_SID: accountSid, SMS_AUTH_TOKEN: authToken, SMS_FROM: from } = values
  return accountSid && authToken && from ? { url, accountSid, authToken, from } : undefined
}

/** What is wrong only together with another variable. */
function contradictions(values: z.infer<typeof variables>): string[] {
  const problems: string[] = []
  if (values.DATABASE_DIRECT_URL && !values.DATABASE_URL) {
    problems.push(`DATABASE_DIRECT_URL only goes with DATABASE_URL, for example DATABASE_URL=${databaseExample}`)
  }
  if (!values.S3_ACCESS_KEY_ID !== !values.S3_SECRET_ACCESS_KEY) {
    problems.push('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY only go together')
  }
  if (!values.ERP_URL !== !values.ERP_SECRET) problems.push('ERP_URL and ERP_SECRET only go together')
  const sms = [values.SMS_ACCOUNT_SID, values.SMS_AUTH_TOKEN, values.SMS_FROM]
  if (sms.some((value) => !value) && sms.some((value) => value))
    problems.push('SMS_ACCOUNT_SID, SMS_AUTH_TOKEN and SMS_FROM only go together')
  return [...problems, ...providerProblems(values)]
}

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

function flag(name: string) {
  return text(name, (value) => ['0', '1', 'true', 'false'].includes(value), '1 (on) or 0 (off)', '1')
    .transform((value) => value === '1' || value === 'true')
    .optional()
}

function databaseUrl(name: string) {
  return text(
    name,
    hasScheme('postgres:', 'postgresql:'),
    'the address of a PostgreSQL database',
    databaseExample,
  ).optional()
}
