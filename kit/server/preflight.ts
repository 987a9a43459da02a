import { createServer } from 'node:net'
import pg from 'pg'
import { HostClient } from './database-client.ts'
import { describeDatabase } from './database-hosts.ts'
import { isUnavailable } from './errors.ts'
import { assertWritable, createFolder } from './folders.ts'
import { UNFINISHED_RESTORE } from './migrate.ts'

// Checks the environment of the server before the program writes anything. Each error tells how to fix the problem.

/** Thrown if the machine, the database or the settings prevent the start. */
export class StartRefused extends Error {
  override name = 'StartRefused'
}

const OLDEST_VERSION = 18
const EXTENSIONS = ['pg_trgm', 'btree_gist']
const FIRST_TRY_MS = 1_500
const LATER_ATTEMPTS_MS = 5_000
const BETWEEN_ATTEMPTS_MS = 500
const LOG_EVERY_MS = 5_000
const QUERY_MS = 4_000
/** The embedded database gets a longer timeout in milliseconds, because a slow local database only means load. */
const EMBEDDED_MS = 30_000

/** Checks that the folder exists or can be created, and that it is writable. */
export function checkDataDir(dataDir: string): void {
  try {
    createFolder(dataDir, 0o711)
    assertWritable(dataDir)
  } catch (error) {
    throw new StartRefused(
      `DATA_DIR ${dataDir} cannot be used (${(error as Error).message}). ` +
        'Set DATA_DIR to a folder in which this user may write.',
    )
  }
}

/** Checks that no other program listens on the server's port. */
export async function checkPort(host: string, port: number): Promise<void> {
  const server = createServer()
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ host, port, exclusive: true }, resolve)
    })
    await new Promise((resolve) => server.close(resolve))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new StartRefused(
        `Port ${port} of ${host} is in use by another program. Stop that one, or set PORT to another number.`,
      )
    if (code === 'EACCES')
      throw new StartRefused(`This user may not listen on port ${port}. Set PORT to one above 1023, behind a proxy.`)
    throw new StartRefused(
      `Nothing can listen on ${host}:${port} (${message}). Set HOST to an address of this machine.`,
    )
  }
}

type DatabaseCheck = {
  url: string
  /** The name of the setting that contains the database URL, for error messages. */
  setting: 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATABASE_APP_URL' | 'DATA_DIR'
  /** True if a connection pooler is refused, because it would leak locks and settings of a session to other clients. */
  direct: boolean
  /** True for commands that need existing data and therefore never create a database. */
  mustHoldData?: boolean
  log: (text: string) => void
  /** The number of seconds to wait for a database that is still starting. */
  waitSeconds?: number
}

/** Checks all requirements of the program on the database. Throws StartRefused with the first problem. */
export async function checkDatabase(check: DatabaseCheck): Promise<void> {
  const client = await connect(check)
  try {
    const databaseName = describeDatabase(check.url)
    await checkVersion(client, check, databaseName)
    if (check.direct) {
      await checkDirect(client, check, databaseName)
      await checkRights(client, databaseName)
    }
    if (check.setting === 'DATABASE_APP_URL') await checkCallLogin(client, databaseName)
    if (check.mustHoldData) await checkData(client, check, databaseName)
  } finally {
    await client.end().catch(() => {})
  }
}

async function connect({ url, setting, log, waitSeconds = 30 }: DatabaseCheck): Promise<pg.Client> {
  const databaseName = describeDatabase(url)
  const embedded = setting === 'DATA_DIR'
  const began = performance.now()
  let reported = Number.NEGATIVE_INFINITY
  for (let attempts = 0; ; attempts++) {
    const client = new HostClient({
      connectionString: url,
      application_name: 'carat preflight',
      connectionTimeoutMillis: embedded ? EMBEDDED_MS : attempts === 0 ? FIRST_TRY_MS : LATER_ATTEMPTS_MS,
      query_timeout: embedded ? EMBEDDED_MS : QUERY_MS,
    })
    // Ignores the error event of a broken connection, because the running query rejects as well.
    client.on('error', () => {})
    try {
      await client.connect()
      return client
    } catch (error) {
      await client.end().catch(() => {})
      const { code, message } = error as NodeJS.ErrnoException
      if (!isUnavailable(error) || code === 'ENOTFOUND')
        throw new StartRefused(connectionProblem(error, databaseName, setting))
      const waited = performance.now() - began
      const remainingSeconds = Math.round(waitSeconds - waited / 1000)
      if (remainingSeconds <= 0)
        throw new StartRefused(
          `The database ${databaseName} does not answer (${message || code}). Start it, or correct ${setting}.`,
        )
      if (performance.now() - reported >= LOG_EVERY_MS) {
        reported = performance.now()
        log(
          `Waiting for the database ${databaseName} (${message || code}), at most ${remainingSeconds} s more. Is ${setting} right?`,
        )
      }
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_ATTEMPTS_MS))
    }
  }
}

function connectionProblem(error: unknown, databaseName: string, setting: string): string {
  const { code, message } = error as NodeJS.ErrnoException
  const subject = `The database ${databaseName}`
  switch (code) {
    case 'ENOTFOUND':
      return `${subject} cannot be found: no machine has that name. Correct ${setting}.`
    case '28P01':
    case '28000':
      return `${subject} does not let us in (${message}). Correct user and password in ${setting}, or the server's pg_hba.conf.`
    case '3D000':
      return `${subject} does not exist on that server. Make it (create database … owner …), or correct ${setting}.`
    default:
      return `${subject} cannot be used (${message}). Correct ${setting}.`
  }
}

async function checkVersion(client: pg.Client, { setting }: DatabaseCheck, databaseName: string) {
  const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
  const number = Number(rows[0]?.server_version_num)
  if (number < OLDEST_VERSION * 10_000)
    throw new StartRefused(
      `The database ${databaseName} is PostgreSQL ${Math.floor(number / 10_000)}; Carat needs ${OLDEST_VERSION} or newer. ` +
        `Upgrade the server, or let ${setting} name another.`,
    )
}

/** Refuses a connection pooler, behind which the backend pid of the handshake differs from that of the server. */
async function checkDirect(client: pg.Client, { setting }: DatabaseCheck, databaseName: string) {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  if ((client as unknown as { processID: number | null }).processID !== rows[0]?.pid)
    throw new StartRefused(
      `A connection pooler stands before the database ${databaseName}, and migrations, jobs and notifications need sessions of ` +
        `their own. ${setting === 'DATABASE_URL' ? 'Set' : 'Correct'} DATABASE_DIRECT_URL: the address of the same database past the pooler.`,
    )
}

type Rights = {
  role: string
  database: string
  standby: boolean
  encoding: string
  in_database: boolean
  in_schema: boolean
  makes_roles: boolean
  application_role: 'missing' | 'ours' | 'foreign'
  owner: string | null
  owned: boolean | null
  lacking: string[]
  unknown: string[]
}

/** Finds the table without to_regclass, which fails for a login that may not use the schema public. */
const migrationTableJoin = `left join (pg_class books join pg_namespace place on place.oid = books.relnamespace and place.nspname = 'public')
  on books.relname = 'schema_migration'`

async function checkRights(client: pg.Client, databaseName: string) {
  const { rows } = await client.query<Rights>(
    `select current_user as role, current_database() as database, pg_is_in_recovery() as standby, pg_encoding_to_char(d.encoding) as encoding,
       has_database_privilege(d.oid, 'create') as in_database,
       coalesce(has_schema_privilege(to_regnamespace('public'), 'create'), false) as in_schema,
       me.rolsuper or me.rolcreaterole as makes_roles,
       case when app.oid is null then 'missing'
            -- The first migration grants the role carat_app and needs its admin option; later migrations only use the role.
            when me.rolsuper or pg_has_role(me.oid, app.oid, case when books.oid is null then 'member with admin option' else 'set' end)
            then 'ours' else 'foreign' end as application_role,
       pg_get_userbyid(books.relowner) as owner, pg_has_role(me.oid, books.relowner, 'usage') as owned,
       array(select name from unnest($1::text[]) name where not exists (select from pg_extension where extname = name)) as lacking,
       array(select name from unnest($1::text[]) name where not exists (select from pg_available_extensions a where a.name = name.name)) as unknown
     from pg_database d join pg_roles me on me.rolname = current_user
     left join pg_roles app on app.rolname = 'carat_app'
     ${migrationTableJoin}
     where d.datname = current_database()`,
    [EXTENSIONS],
  )
  const problem = missingRight(rows[0]!)
  if (problem) throw new StartRefused(`The database ${databaseName} cannot be used: ${problem}`)
}

function missingRight(rights: Rights): string | undefined {
  const { role, database, lacking } = rights
  const asSuperuser = (statement: string) => `As a superuser of it, run: ${statement}`
  if (rights.standby) return 'it is a standby that takes no changes. Name the primary.'
  if (rights.encoding !== 'UTF8')
    return `its encoding is ${rights.encoding}. Make a new one: create database ${database} encoding 'UTF8' template template0.`
  if (rights.owner && !rights.owned)
    return `its tables belong to ${rights.owner}, not to ${role}. Sign in as ${rights.owner}.`
  if (!rights.in_schema)
    return `${role} may not make tables. ${asSuperuser(`grant create on schema public to ${role}`)}`
  const unknown = lacking.filter((name) => rights.unknown.includes(name))
  if (unknown.length > 0)
    return `the server lacks the extension ${unknown.join(' and ')}. Install its package (postgresql-contrib).`
  if (lacking.length > 0 && !rights.in_database)
    return `${role} may not make the extension ${lacking.join(' and ')}. ${asSuperuser(`alter database ${database} owner to ${role}`)}`
  if (rights.application_role === 'missing' && !rights.makes_roles)
    return `${role} may not make the role carat_app. ${asSuperuser(`create role carat_app nologin; grant carat_app to ${role} with admin option`)}`
  if (rights.application_role === 'foreign')
    return `${role} may not take the role carat_app. ${asSuperuser(`grant carat_app to ${role} with admin option`)}`
  return undefined
}

export type CallLoginProblem = { role: string; why: 'superuser' | 'owner' | 'no member' }

/**
 * Returns the reason why calls must not use the database login, such as too many rights.
 * Returns undefined if calls may use the login, and before the first migration.
 */
export async function findCallLoginProblem(client: pg.Client): Promise<CallLoginProblem | undefined> {
  const { rows } = await client.query<{ role: string; superuser: boolean; owner: boolean; member: boolean }>(
    `select me.rolname as role, me.rolsuper as superuser, pg_has_role(me.oid, coalesce(books.relowner, d.datdba), 'member') as owner,
       app.oid is null or pg_has_role(me.oid, app.oid, 'set') and pg_has_role(me.oid, app.oid, 'usage') as member
     from pg_roles me join pg_database d on d.datname = current_database()
     left join pg_roles app on app.rolname = 'carat_app'
     ${migrationTableJoin}
     where me.rolname = session_user`,
  )
  const { role, superuser, owner, member } = rows[0]!
  if (superuser) return { role, why: 'superuser' }
  if (owner) return { role, why: 'owner' }
  return member ? undefined : { role, why: 'no member' }
}

export function describeCallLoginProblem({ role, why }: CallLoginProblem, databaseName: string): string {
  const subject = `The database ${databaseName} cannot be used for calls: ${role}`
  if (why === 'no member')
    return `${subject} may not take the role carat_app. As a superuser of it, run: grant carat_app to ${pg.escapeIdentifier(role)}`
  const reason = why === 'superuser' ? 'is a superuser' : 'owns the tables, or may become their owner'
  return `${subject} ${reason}. Make another login (create role carat_calls login password '…' in role carat_app) and name it in DATABASE_APP_URL.`
}

/** Accepts a login that is no member of carat_app, because the first migration creates that role. */
async function checkCallLogin(client: pg.Client, databaseName: string) {
  const problem = await findCallLoginProblem(client)
  if (problem && problem.why !== 'no member') throw new StartRefused(describeCallLoginProblem(problem, databaseName))
}

async function checkData(client: pg.Client, { setting }: DatabaseCheck, databaseName: string) {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('public.schema_migration') is not null as there`,
  )
  const applied = rows[0]?.there
    ? (await client.query('select from schema_migration where name <> $1 limit 1', [UNFINISHED_RESTORE])).rowCount
    : 0
  if (!applied)
    throw new StartRefused(
      `The database ${databaseName} holds no data of Carat. Correct ${setting}; a new one begins with npm start.`,
    )
}
