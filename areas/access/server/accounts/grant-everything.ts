import type { Db } from '#kit/server/ctx.ts'
import { insertTextLogSql } from '#kit/server/text-log.ts'
import type { BeforeCommitCallback } from '#kit/server/transaction.ts'
import { privileges, roles } from '../../roles.ts'

/**
 * Gives an active account every role and privilege. Returns undefined if the account does not exist.
 * The operator runs the command if no user can grant rights any more, or after a release that adds rights.
 */
export async function grantAllRights(
  { db, atEnd, now, by }: { db: Db; atEnd: (add: BeforeCommitCallback) => void; now: Date; by: string },
  username: string,
): Promise<{ Username: string; Given: number } | undefined> {
  const account = await db
    .selectFrom('UserAccount')
    .innerJoin('Staff', 'Staff.StaffId', 'UserAccount.StaffId')
    .select(['UserId', 'Username'])
    .where('Username', '=', username.toLowerCase())
    .where('UserAccount.Status', '=', 'Active')
    .where('Staff.Status', '=', 'Active')
    .forUpdate('UserAccount')
    .executeTakeFirst()
  if (!account) return undefined
  const { UserId, Username } = account
  const granted = [
    ...(await db
      .insertInto('UserRole')
      .values(roles.map((Role) => ({ UserId, Role })))
      .onConflict((conflict) => conflict.doNothing())
      .returning('Role as name')
      .execute()),
    ...(await db
      .insertInto('UserPrivilege')
      .values(privileges.map((Privilege) => ({ UserId, Privilege })))
      .onConflict((conflict) => conflict.doNothing())
      .returning('Privilege as name')
      .execute()),
  ]
  const text = `Grant Everything by ${by}. UserId - ${UserId}, ${granted.map(({ name }) => name).join(', ')}`
  atEnd((add) =>
    add(insertTextLogSql, [now, 'Grant Everything', 'User', String(UserId), text, JSON.stringify({ name: by })]),
  )
  return { Username, Given: granted.length }
}
