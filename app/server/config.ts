import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { SignInProvider } from '#areas/access/server/index.ts'
import type { SmsGateway } from '#areas/messages/server/index.ts'
import type { WalletConfiguration } from '#areas/self-service/server/index.ts'
import type { S3Bucket } from '#kit/server/storage/s3.ts'
import { readSecretFiles } from './secret-files.ts'
import { findProviderProblems, readSignInProviders } from './sign-in-providers.ts'
import {
  type EnvironmentVariables,
  environmentVariables,
  exampleDatabaseUrl,
  type logLevels,
  secretVariables,
  type traceSamplers,
} from './variables.ts'

/** All settings of the server. Only this file reads the environment; `.env.example` lists the variables. */
export type Config = {
  host: string
  port: number
  dataDir: string
  databaseUrl: string | undefined
  databaseDirectUrl: string | undefined
  databaseAppUrl: string | undefined
  /** A streaming replica for lists and reports, and its maximum lag. */
  replica: { url: string; lagSeconds: number } | undefined
  trustProxy: string[]
  demo: boolean
  publicUrl: string | undefined
  basePath: string
  smtpUrl: string | undefined
  mailFrom: string
  /** The SMS gateway. Without a gateway, SMS stay queued; in the demo they count as sent. */
  sms: Omit<SmsGateway, 'statusUrl'> | undefined
  adminEmail: string | undefined
  /** The contact of /.well-known/security.txt. Without a contact, the file is not served. */
  securityContact: string | undefined
  securityPolicy: string | undefined
  apiDocs: boolean
  /** The token for metrics collectors on other machines. Without a token, only this machine may read metrics. */
  metricsToken: string | undefined
  /** The OpenTelemetry collector; undefined if the server sends no traces and metrics. */
  telemetry: TelemetryConfig | undefined
  businessTimeZone: string
  logLevel: (typeof logLevels)[number]
  exportRowsAtOnce: number
  /** The server's encryption secret. If undefined, the server uses the secret in the data folder. */
  serverSecret: string | undefined
  serverSecretBefore: string | undefined
  /** The bucket for uploaded and exported files. Without a bucket, the files are stored in the data folder. */
  bucket: S3Bucket | undefined
  /** The external providers with which users can sign in. */
  signInProviders: SignInProvider[]
  /** The URL and secret of the ERP, which receives vouchers and reports their use. */
  erp: { url: string; secret: string } | undefined
  /** The hosts to which webhooks may be sent. */
  eventHosts: EnvironmentVariables['EVENTS_ALLOW']
  /** The wallets to which members can add their card. */
  wallets: WalletConfiguration
}

export type TelemetryConfig = {
  endpoint: string
  /** The headers of requests to the collector, as `name=value` pairs with commas. */
  headers: string
  serviceName: string
  sampler: (typeof traceSamplers)[number]
  /** The share of traces that a sampler with a ratio records. */
  samplerRatio: number
  metricsIntervalMs: number
}

/** Thrown for invalid settings; the message has one sentence per problem. */
export class ConfigRefused extends Error {
  override name = 'ConfigRefused'
  readonly problems: string[]

  constructor(problems: string[]) {
    super(`Carat cannot start with these settings:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

/** Reads and validates the environment; throws ConfigRefused with all problems. */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  // Treats an empty variable as not set, because shells and container files cannot express "not set" otherwise.
  const configured = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const files = readSecretFiles(configured, secretVariables)
  const parsed = environmentVariables.safeParse({ ...configured, ...files.values })
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
    databaseAppUrl: values.DATABASE_APP_URL,
    replica: values.DATABASE_REPLICA_URL
      ? { url: values.DATABASE_REPLICA_URL, lagSeconds: values.DATABASE_REPLICA_LAG_SECONDS }
      : undefined,
    trustProxy: values.TRUST_PROXY,
    demo,
    publicUrl: values.PUBLIC_URL,
    basePath: values.BASE_PATH,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    sms: smsOf(values),
    adminEmail: values.ADMIN_EMAIL,
    securityContact: values.SECURITY_CONTACT,
    securityPolicy: values.SECURITY_POLICY,
    apiDocs: values.API_DOCS ?? demo,
    metricsToken: values.METRICS_TOKEN,
    telemetry: telemetryOf(values),
    businessTimeZone: values.BUSINESS_TIME_ZONE,
    logLevel: values.LOG_LEVEL,
    exportRowsAtOnce: values.EXPORT_ROWS_AT_ONCE,
    bucket: bucketOf(values),
    serverSecret: values.SERVER_SECRET,
    serverSecretBefore: values.SERVER_SECRET_BEFORE,
    signInProviders: readSignInProviders(values),
    erp: values.ERP_URL && values.ERP_SECRET ? { url: values.ERP_URL, secret: values.ERP_SECRET } : undefined,
    eventHosts: values.EVENTS_ALLOW,
    wallets: walletsOf(values),
  }
}

/** Loads a `.env` file from the working folder; existing environment variables take precedence. */
export function readEnvFile(): void {
  if (existsSync('.env')) process.loadEnvFile('.env')
}

/** The bucket name is in the path by default for custom endpoints, because few of them have a host name per bucket. */
function bucketOf(values: EnvironmentVariables): S3Bucket | undefined {
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

function telemetryOf(values: EnvironmentVariables): TelemetryConfig | undefined {
  const endpoint = values.OTEL_EXPORTER_OTLP_ENDPOINT
  if (endpoint === undefined) return undefined
  return {
    endpoint,
    headers: values.OTEL_EXPORTER_OTLP_HEADERS,
    serviceName: values.OTEL_SERVICE_NAME,
    sampler: values.OTEL_TRACES_SAMPLER,
    samplerRatio: values.OTEL_TRACES_SAMPLER_ARG,
    metricsIntervalMs: values.OTEL_METRIC_EXPORT_INTERVAL,
  }
}

function smsOf(values: EnvironmentVariables) {
  const { SMS_URL: url, SMS_ACCOUNT_SID: accountSid, SMS_AUTH_TOKEN: authToken, SMS_FROM: from } = values
  return accountSid && authToken && from ? { url, accountSid, authToken, from } : undefined
}

const appleParts = (values: EnvironmentVariables) =>
  [
    values.APPLE_PASS_TYPE_ID,
    values.APPLE_TEAM_ID,
    values.APPLE_PASS_CERTIFICATE,
    values.APPLE_PASS_KEY,
    values.APPLE_WWDR_CERTIFICATE,
  ] as const
const googleParts = (values: EnvironmentVariables) =>
  [values.GOOGLE_WALLET_ISSUER_ID, values.GOOGLE_WALLET_ACCOUNT, values.GOOGLE_WALLET_KEY] as const

function walletsOf(values: EnvironmentVariables): WalletConfiguration {
  const [passTypeId, teamId, certificate, key, wwdr] = appleParts(values)
  const [issuerId, account, googleKey] = googleParts(values)
  const passphrase = values.APPLE_PASS_KEY_PASSPHRASE
  return {
    apple:
      passTypeId && teamId && certificate && key && wwdr
        ? { passTypeId, teamId, certificate, key, passphrase, wwdr }
        : null,
    google: issuerId && account && googleKey ? { issuerId, account, key: googleKey } : null,
  }
}

const isHalf = (parts: readonly (string | undefined)[]) => parts.some((part) => part) && parts.some((part) => !part)

/** Returns the problems of settings that do not go together. */
function contradictions(values: EnvironmentVariables): string[] {
  const problems: string[] = []
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_APP_URL', 'DATABASE_REPLICA_URL'] as const)
    if (values[name] && !values.DATABASE_URL)
      problems.push(`${name} only goes with DATABASE_URL, for example DATABASE_URL=${exampleDatabaseUrl}`)
  if (!values.S3_ACCESS_KEY_ID !== !values.S3_SECRET_ACCESS_KEY) {
    problems.push('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY only go together')
  }
  if (!values.ERP_URL !== !values.ERP_SECRET) problems.push('ERP_URL and ERP_SECRET only go together')
  const sms = [values.SMS_ACCOUNT_SID, values.SMS_AUTH_TOKEN, values.SMS_FROM]
  if (sms.some((value) => !value) && sms.some((value) => value))
    problems.push('SMS_ACCOUNT_SID, SMS_AUTH_TOKEN and SMS_FROM only go together')
  if (isHalf(appleParts(values)))
    problems.push(
      'APPLE_PASS_TYPE_ID, APPLE_TEAM_ID, APPLE_PASS_CERTIFICATE, APPLE_PASS_KEY and APPLE_WWDR_CERTIFICATE only go together',
    )
  if (isHalf(googleParts(values)))
    problems.push('GOOGLE_WALLET_ISSUER_ID, GOOGLE_WALLET_ACCOUNT and GOOGLE_WALLET_KEY only go together')
  return [...problems, ...findProviderProblems(values)]
}
