import { randomInt } from 'node:crypto'
import { addFirstStaff } from '#areas/staff/server/index.ts'
import type { Db } from '#kit/server/ctx.ts'
import { privileges, roles } from '../roles.ts'
import { hashOfPassword } from './passwords.ts'

/** Crockford's letters and digits: none of them is taken for another. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * Where no account exists, makes one that may do everything and answers its password, which nobody else ever learns.
 * Undefined where there are accounts already.
 */
export async function addFirstAdministrator(
  db: Db,
  email: string,
): Promise<{ username: string; password: string } | undefined> {
  const some = await db
    .selectFrom('UserAccount')
    .select('UserId')
    .where('Kind', '=', 'Staff')
    .limit(1)
    .executeTakeFirst()
  if (some) return undefined
  const username = email.toLowerCase()
  const password = Array.from({ length: 4 }, () =>
    Array.from({ length: 5 }, () => letters[randomInt(32)]).join(''),
  ).join('-')
  const StaffId = await addFirstStaff(db, { Name: 'Administrator', Email: username })
  const { UserId } = await db
    .insertInto('UserAccount')
    .values({ Kind: 'Staff', Username: username, StaffId, PasswordHash: await hashOfPassword(password) })
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
  return { username, password }
}
