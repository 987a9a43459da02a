import { sql } from 'kysely'
import type { Db } from '#kit/server/ctx.ts'
import { privileges, roles } from '../roles.ts'
import { createPasswordLink, WELCOME_LINK_SECONDS } from './account-password/password-links.ts'

/**
 * Creates an account with all rights if no account exists yet.
 * Returns the path of the one-time link to set the administrator's password, or undefined if accounts exist.
 */
export async function addFirstAdministrator(
  db: Db,
  email: string,
  now: Date,
  addStaff: (db: Db, person: { Name: string; Email: string }) => Promise<number>,
): Promise<{ username: string; path: string } | undefined> {
  // If two processes start on a new database, the second process waits here and finds the account of the first.
  await sql`select pg_advisory_xact_lock(hashtextextended('first administrator', 0))`.execute(db)
  const account = await db
    .selectFrom('UserAccount')
    .select('UserId')
    .where('Kind', '=', 'Staff')
    .limit(1)
    .executeTakeFirst()
  if (account) return undefined
  const username = email.toLowerCase()
  const StaffId = await addStaff(db, { Name: 'Administrator', Email: username })
  const { UserId } = await db
    .insertInto('UserAccount')
    .values({ Kind: 'Staff', Username: username, StaffId })
    .returning('UserId')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('UserRole')
    .values(roles.map((Role) => ({ UserId, Role })))
    .execute()
  await db
    .insertInto('UserPrivilege')
    .values(privileges.map((Privilege) => ({ UserId, Privilege })))
    .execute()
  const link = { userId: UserId, requestedById: null, seconds: WELCOME_LINK_SECONDS }
  return { username, path: await createPasswordLink({ db, now }, link) }
}
