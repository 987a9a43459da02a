import { createHash } from 'node:crypto'
import pg from 'pg'
import { HostClient } from '#kit/server/database-client.ts'
import { describeDatabase, withLogin } from '#kit/server/database-hosts.ts'
import {
  type CallLoginProblem,
  describeCallLoginProblem,
  findCallLoginProblem,
  StartRefused,
} from '#kit/server/preflight.ts'
import { scramVerifier } from '#kit/server/scram.ts'

// Calls use a separate database login that can only assume the role carat_app, so a RESET ROLE gains no rights.
// Jobs and other work outside of calls use connections of the table owner.

type Login = { name: string; password: string }

/** Derives the name of the database login from the secret, so that hosts with different secrets use different logins. */
export const deriveCallLogin = (secret: Buffer): Login => ({
  name: `carat_calls_${createHash('sha256').update(secret).digest('hex').slice(0, 12)}`,
  password: secret.toString('base64url'),
})

type Options = {
  /** The database URL of the owner, from which the URL for calls is derived, and the owner's direct URL without a pooler. */
  url: string
  directUrl: string
  /** The database URL of a login that the operator created for calls. */
  callsUrl?: string | undefined
  /** Returns the secret from which the name and password of the login for calls are derived. */
  secret: () => Buffer
}

/**
 * Returns the database URL for calls, with the operator's login or with a login created here.
 * Call this function after the migrations.
 */
export async function prepareCallLogin({ url, directUrl, callsUrl, secret }: Options): Promise<string> {
  if (callsUrl !== undefined) {
    await grantApplicationRole(directUrl, await loginProblem(callsUrl), callsUrl)
    return callsUrl
  }
  const login = deriveCallLogin(secret())
  const callUrl = withLogin(url, login)
  if (!(await loginWorks(directUrl, login, callUrl))) await createLogin(directUrl, login)
  const problem = await loginProblem(callUrl).catch((error: unknown) => {
    if (!isRefusedLogin(error)) throw error
    throw new StartRefused(
      `The database ${describeDatabase(url)} does not let in ${login.name}, the login of calls (${(error as Error).message}). ` +
        'Let it in by pg_hba.conf and in the pooler, or make a login yourself and name it in DATABASE_APP_URL.',
    )
  })
  if (problem) throw new StartRefused(describeCallLoginProblem(problem, describeDatabase(callUrl)))
  return callUrl
}

async function loginWorks(directUrl: string, { name }: Login, callUrl: string) {
  // Checks as owner whether the role exists, because PostgreSQL logs every failed login.
  const { rowCount } = await asOwner(directUrl, (owner) =>
    owner.query('select from pg_roles where rolname = $1', [name]),
  )
  if (!rowCount) return false
  return loginProblem(callUrl).then(
    (problem) => problem === undefined,
    (error: unknown) => {
      if (isRefusedLogin(error)) return false
      throw error
    },
  )
}

/** True for a failed login: an unknown role, a wrong password, or a rejection by pg_hba.conf or a pooler. */
const isRefusedLogin = (error: unknown) => ['28P01', '28000', '08P01'].includes((error as { code?: string }).code ?? '')

/** Returns the reason why calls may not use the database login of this URL, or undefined if they may. */
async function loginProblem(url: string): Promise<CallLoginProblem | undefined> {
  const client = new HostClient({
    connectionString: url,
    application_name: 'carat preflight',
    connectionTimeoutMillis: 5_000,
  })
  // Ignores the error event of a broken connection, because the running query also rejects.
  client.on('error', () => {})
  try {
    await client.connect()
    return await findCallLoginProblem(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Grants carat_app to the operator's login if the login lacks the role and the owner may grant it. */
async function grantApplicationRole(directUrl: string, problem: CallLoginProblem | undefined, callsUrl: string) {
  if (!problem) return
  if (problem.why !== 'no member') throw new StartRefused(describeCallLoginProblem(problem, describeDatabase(callsUrl)))
  await changeAsOwner(directUrl, [grant(problem.role)], describeCallLoginProblem(problem, describeDatabase(callsUrl)))
}

const grant = (role: string) => `grant carat_app to ${pg.escapeIdentifier(role)} with inherit true, set true`

async function createLogin(directUrl: string, { name, password }: Login) {
  const role = pg.escapeIdentifier(name)
  // Sends the SCRAM verifier instead of the password, because statements may be logged.
  const verifier = pg.escapeLiteral(scramVerifier(password))
  await changeAsOwner(
    directUrl,
    [
      `do $$ begin create role ${role} login; exception when duplicate_object or unique_violation then null; end $$`,
      `alter role ${role} login password ${verifier}`,
      grant(name),
    ],
    `The database ${describeDatabase(directUrl)} has no login for calls, and its owner may not make one. As a superuser of it, run: ` +
      `create role carat_calls login password '…' in role carat_app, and name that login in DATABASE_APP_URL ` +
      `(or let the owner make roles: alter role … createrole, and grant carat_app to it with admin option).`,
  )
}

async function changeAsOwner(directUrl: string, statements: string[], refusal: string) {
  await asOwner(directUrl, async (client) => {
    // Processes create the login one after another, because concurrent changes of one role would fail.
    await client.query(`begin; select pg_advisory_xact_lock(hashtextextended('carat call login', 0))`)
    for (const statement of statements) await client.query(statement)
    await client.query('commit')
  }).catch((error: unknown) => {
    if ((error as { code?: string }).code === '42501') throw new StartRefused(refusal)
    throw error
  })
}

async function asOwner<Result>(directUrl: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new HostClient({ connectionString: directUrl, application_name: 'carat preflight' })
  // Ignores the error event of a broken connection, because the running query also rejects.
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
