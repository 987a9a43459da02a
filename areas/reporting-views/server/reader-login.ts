import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { scramVerifier } from '#kit/server/scram.ts'
import { REPORTING_SCHEMA } from './read-views.ts'

// Creates database logins of analysts. The rights belong to the roles carat_reader and carat_reader_amounts (db/sql/readers.sql).

/** Distinguishes the logins of analysts from the owner and the application, which the command must never change. */
const PREFIX = 'carat_analyst_'
const CONNECTIONS = 5
const ROLES = ['carat_reader', 'carat_reader_amounts'] as const
/** Limits of a session. The reader can change them, because the rights do not depend on them. */
const sessionSettings = {
  default_transaction_read_only: 'on',
  statement_timeout: '5min',
  lock_timeout: '10s',
  idle_in_transaction_session_timeout: '1min',
  search_path: REPORTING_SCHEMA,
} as const

/** Thrown if the owner of the database may not manage roles, with the statements for a superuser. */
export class ReaderRefused extends Error {}

/** True for a name of a reader, which becomes part of the name of a database role. */
export const isReaderName = (name: string) => /^[a-z][a-z0-9_]{0,39}$/.test(name)

export const readerLoginOf = (name: string) => `${PREFIX}${name}`

/**
 * Creates the login of a reader, or gives an existing login a new password and exactly these rights.
 * Returns the password, which is stored nowhere else.
 */
export async function setReaderLogin(client: pg.ClientBase, name: string, { amounts }: { amounts: boolean }) {
  const login = readerLoginOf(name)
  const password = randomBytes(24).toString('base64url')
  const role = pg.escapeIdentifier(login)
  const statements = [
    ...[...ROLES, login].map((one) => createRole(one)),
    'select grant_reader_rights()',
    `alter role ${role} login connection limit ${CONNECTIONS} password ${pg.escapeLiteral(scramVerifier(password))}`,
    ...Object.entries(sessionSettings).map(
      ([setting, value]) => `alter role ${role} set ${setting} = ${pg.escapeLiteral(value)}`,
    ),
    `grant carat_reader to ${role} with inherit true, set false`,
    amounts
      ? `grant carat_reader_amounts to ${role} with inherit true, set false`
      : `revoke carat_reader_amounts from ${role}`,
  ]
  await changeRoles(client, statements, () => refuseRightsOfPublic(client, login))
  return { login, password }
}

/** Drops the login of a reader. Resolves to false if there is none. */
export async function dropReaderLogin(client: pg.ClientBase, name: string): Promise<boolean> {
  const login = readerLoginOf(name)
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [login])
  if (!rowCount) return false
  await changeRoles(client, [`drop role if exists ${pg.escapeIdentifier(login)}`])
  return true
}

/** Refuses a login that has further rights by PUBLIC, which only the owner of the database and a superuser can revoke. */
async function refuseRightsOfPublic(client: pg.ClientBase, login: string) {
  const { rows } = await client.query<{ database: string; schema: boolean; temporary: boolean }>(
    `select quote_ident(current_database()) as database, has_schema_privilege($1, 'public', 'usage') as schema,
       has_database_privilege($1, current_database(), 'temporary') as temporary`,
    [login],
  )
  const { database, schema, temporary } = rows[0]!
  if (schema || temporary)
    throw new ReaderRefused(
      'Every login of this database may call functions of Carat or create temporary tables. As a superuser of it, run: ' +
        `revoke usage on schema public from public; revoke temporary on database ${database} from public; grant temporary on database ${database} to carat_app`,
    )
}

const createRole = (name: string) =>
  `do $$ begin
     if not exists (select from pg_roles where rolname = ${pg.escapeLiteral(name)}) then create role ${pg.escapeIdentifier(name)} nologin; end if;
   end $$`

async function changeRoles(client: pg.ClientBase, statements: readonly string[], check?: () => Promise<void>) {
  try {
    // Commands change roles one after another, because concurrent changes of one role would fail.
    await client.query(`begin; select pg_advisory_xact_lock(hashtextextended('carat readers', 0))`)
    for (const statement of statements) await client.query(statement)
    await check?.()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    if ((error as { code?: string }).code !== '42501') throw error
    throw new ReaderRefused(
      `The owner of the database may not manage the roles of readers (${(error as Error).message}). ` +
        `As a superuser of it, run: alter role … createrole, and if they exist: grant ${ROLES.join(', ')} to … with admin option.`,
    )
  }
}
