import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import pg from 'pg'
import {
  type CallLoginProblem,
  callLoginProblem,
  callLoginRefusal,
  placeOf,
  StartRefused,
} from '#kit/server/preflight.ts'

// Calls sign in to the database as a login of their own, which may become carat_app and nothing else: what a call could
// reach by RESET ROLE is no more than what it has. The owner of the tables has connections of its own, for work that is no call.

type Login = { name: string; password: string }

/** Two hosts with secrets of their own have logins of their own, and do not change each other's password. */
export const loginOf = (secret: Buffer): Login => ({
  name: `carat_calls_${createHash('sha256').update(secret).digest('hex').slice(0, 12)}`,
  password: secret.toString('base64url'),
})

type Options = {
  /** The address of the owner, for calls and past any pooler. */
  url: string
  directUrl: string
  /** The address with a login that the operator made. */
  callsUrl?: string | undefined
  /** What the login's password is made of, where the operator made none. */
  secret: () => Buffer
}

/** The address under which calls sign in: the operator's, or one whose login is made here. The tables are there. */
export async function prepareCallLogin({ url, directUrl, callsUrl, secret }: Options): Promise<string> {
  if (callsUrl !== undefined) {
    await mayBecomeApplication(directUrl, await problemOf(callsUrl), callsUrl)
    return callsUrl
  }
  const login = loginOf(secret())
  const own = addressOf(url, login)
  if (!(await works(directUrl, login, own))) await makeLogin(directUrl, login)
  const left = await problemOf(own).catch((error: unknown) => {
    if (!isRefusedLogin(error)) throw error
    throw new StartRefused(
      `The database ${placeOf(url)} does not let in ${login.name}, the login of calls (${(error as Error).message}). ` +
        'Let it in by pg_hba.conf and in the pooler, or make a login yourself and name it in DATABASE_APP_URL.',
    )
  })
  if (left) throw new StartRefused(callLoginRefusal(left, placeOf(own)))
  return own
}

async function works(directUrl: string, { name }: Login, own: string) {
  // PostgreSQL logs an attempt to sign in that fails, so that the owner is asked first.
  const { rowCount } = await asOwner(directUrl, (owner) =>
    owner.query('select from pg_roles where rolname = $1', [name]),
  )
  if (!rowCount) return false
  return problemOf(own).then(
    (problem) => problem === undefined,
    (error: unknown) => {
      if (isRefusedLogin(error)) return false
      throw error
    },
  )
}

function addressOf(url: string, { name, password }: Login) {
  const address = new URL(url)
  address.username = name
  address.password = password
  return address.href
}

/** No such role, a wrong password, or pg_hba.conf or a pooler does not know it. */
const isRefusedLogin = (error: unknown) => ['28P01', '28000', '08P01'].includes((error as { code?: string }).code ?? '')

/** Why calls may not sign in with this address; before the first migration what it lacks is not known yet. */
async function problemOf(url: string): Promise<CallLoginProblem | undefined> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'carat preflight',
    connectionTimeoutMillis: 5_000,
  })
  // A connection that breaks is reported by the query that runs on it.
  client.on('error', () => {})
  try {
    await client.connect()
    return await callLoginProblem(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** The login of the operator: the owner lets it become carat_app where it may. */
async function mayBecomeApplication(directUrl: string, problem: CallLoginProblem | undefined, callsUrl: string) {
  if (!problem) return
  if (problem.why !== 'no member') throw new StartRefused(callLoginRefusal(problem, placeOf(callsUrl)))
  await changeAsOwner(directUrl, [grant(problem.role)], callLoginRefusal(problem, placeOf(callsUrl)))
}

const grant = (role: string) => `grant carat_app to ${pg.escapeIdentifier(role)} with inherit true, set true`

async function makeLogin(directUrl: string, { name, password }: Login) {
  const role = pg.escapeIdentifier(name)
  // The verifier in place of the password: statements may be logged.
  const verifier = pg.escapeLiteral(scramVerifier(password))
  await changeAsOwner(
    directUrl,
    [
      `do $$ begin create role ${role} login; exception when duplicate_object or unique_violation then null; end $$`,
      `alter role ${role} login password ${verifier}`,
      grant(name),
    ],
    `The database ${placeOf(directUrl)} has no login for calls, and its owner may not make one. As a superuser of it, run: ` +
      `create role carat_calls login password '…' in role carat_app, and name that login in DATABASE_APP_URL ` +
      `(or let the owner make roles: alter role … createrole, and grant carat_app to it with admin option).`,
  )
}

async function changeAsOwner(directUrl: string, statements: string[], refusal: string) {
  await asOwner(directUrl, async (client) => {
    // One process after the other: two that change one role at once would fail.
    await client.query(`begin; select pg_advisory_xact_lock(hashtextextended('carat call login', 0))`)
    for (const statement of statements) await client.query(statement)
    await client.query('commit')
  }).catch((error: unknown) => {
    if ((error as { code?: string }).code === '42501') throw new StartRefused(refusal)
    throw error
  })
}

async function asOwner<Result>(directUrl: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: directUrl, application_name: 'carat preflight' })
  // A connection that breaks is reported by the query that runs on it.
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** What PostgreSQL keeps of a password (RFC 5803). */
function scramVerifier(password: string, salt = randomBytes(16), iterations = 4096): string {
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(hmac('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${hmac('Server Key').toString('base64')}`
}
