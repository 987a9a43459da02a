import { createTransport } from 'nodemailer'
import type pg from 'pg'
import { databaseCertificate } from '#app/server/certificates.ts'
import { type Config, ConfigRefused, loadConfig } from '#app/server/config.ts'
import { readDatabaseFigures } from '#app/server/database-gauges.ts'
import { openClient } from '#kit/server/database.ts'
import { findRunningPostgresUrl, hasNoDatabase } from '#kit/server/embedded-postgres.ts'
import { checkConfiguration } from './configuration.ts'
import {
  checkClock,
  checkConnections,
  checkLocks,
  checkMigrations,
  checkReplica,
  checkReplication,
  checkRole,
  type Query,
} from './database.ts'
import { type Finding, findingsOf } from './finding.ts'
import { checkCertificates, checkDisk, checkServer } from './machine.ts'
import { checkErp, checkFeed, checkMail, checkQueue, checkRuns } from './work.ts'

const QUERY_MS = 5_000
const SMTP_MS = 5_000

type Client = Awaited<ReturnType<typeof openClient>>

/** Examines settings, database, background work and machine. Changes nothing, and works while the database is away. */
export async function examineInstallation(env: NodeJS.ProcessEnv, now: () => number): Promise<Finding[]> {
  let config: Config
  try {
    config = loadConfig(env)
  } catch (error) {
    if (!(error instanceof ConfigRefused)) throw error
    const { bad } = findingsOf('Configuration', 'in-production')
    return error.problems.map((problem) => bad(problem, 'Correct the setting; the program does not start with it.'))
  }
  const machine = [await checkServer(config), await checkDisk(config.dataDir)]
  const { findings, certificate } = await examineDatabase(config, now)
  return [
    ...checkConfiguration(config, env),
    ...machine,
    ...findings,
    ...(await checkCertificates(config, certificate, now())),
  ]
}

async function examineDatabase(config: Config, now: () => number) {
  const { bad } = findingsOf('Database', 'caratdatabaseaway')
  let client: Client | undefined
  try {
    const url = config.databaseDirectUrl ?? config.databaseUrl ?? embeddedUrl(config.dataDir)
    if (url === undefined)
      return { findings: [bad('the embedded PostgreSQL does not run', 'Start Carat, which starts its PostgreSQL.')] }
    client = await openClient(url, 'carat doctor')
    return { findings: await checkDatabase(client, config, now), certificate: databaseCertificate(client) }
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    const state = `does not answer (${[code, message].filter(Boolean).join(': ')})`
    return { findings: [bad(state, 'Start PostgreSQL or correct its address; Carat recovers without a restart.')] }
  } finally {
    await client?.end().catch(() => {})
  }
}

/** Returns the address of the running embedded PostgreSQL; undefined if it does not run. */
function embeddedUrl(dataDir: string) {
  if (hasNoDatabase(dataDir)) throw new Error('DATA_DIR contains no database')
  return findRunningPostgresUrl(dataDir)
}

const queryOf =
  (client: Client): Query =>
  async (text) =>
    (await client.query({ text, query_timeout: QUERY_MS } as pg.QueryConfig)).rows

async function checkDatabase(client: Client, config: Config, now: () => number): Promise<Finding[]> {
  const query = queryOf(client)
  const first = [await checkRole(query), await checkClock(query, now)]
  const migrations = await checkMigrations(query)
  const replica = config.replica ? [await withReplica(config.replica)] : []
  // The tables of the figures exist only after all migrations.
  if (migrations.level === 'BAD') return [...first, migrations, ...replica]
  const figures = await readDatabaseFigures(query)
  return [
    ...first,
    migrations,
    checkConnections(figures),
    checkLocks(figures),
    ...(await checkReplication(query, figures)),
    ...replica,
    ...(await checkRuns(query, figures)),
    ...(await checkQueue(query, figures)),
    checkFeed(figures),
    ...checkErp(figures, config),
    ...(await checkMail(query, figures, config, () => signInToMailServer(config.smtpUrl!))),
  ]
}

async function withReplica({ url, lagSeconds }: NonNullable<Config['replica']>): Promise<Finding> {
  let client: Client | undefined
  try {
    return await checkReplica(async () => {
      client = await openClient(url, 'carat doctor')
      return queryOf(client)
    }, lagSeconds)
  } finally {
    await client?.end().catch(() => {})
  }
}

async function signInToMailServer(url: string) {
  const timeouts = { connectionTimeout: SMTP_MS, greetingTimeout: SMTP_MS, socketTimeout: SMTP_MS }
  const transport = createTransport({ url, ...timeouts } as never)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}
