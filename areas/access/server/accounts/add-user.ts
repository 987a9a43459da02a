import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type addUser as endpoint, accountRefusals as refusals } from '../../contract/accounts.ts'
import { getAccount } from './users.ts'

/** Creates an account without a password and sends its user a link to set one. */
export async function addUser(ctx: Ctx, { StaffId, Username }: Input<typeof endpoint>) {
  const staff = await ctx.db
    .selectFrom('Staff')
    .select('Status')
    .where('StaffId', '=', StaffId)
    .forShare()
    .executeTakeFirst()
  if (!staff || staff.Status === 'Deleted') throw refusals.staffNotFound()
  if (staff.Status !== 'Active') throw refusals.staffNotActive()

  const { UserId } = await ctx.db
    .insertInto('UserAccount')
    .values({ Kind: 'Staff', Username, StaffId, CreatedAt: ctx.now, UpdatedAt: ctx.now })
    .returning('UserId')
    .executeTakeFirstOrThrow()
    .catch(refuseDuplicate(Username))

  ctx.audit('Create User', 'User', UserId, `Create User in User Roles. UserId - ${UserId}`)
  return getAccount(ctx, UserId)
}

const refuseDuplicate = (Username: string) => (error: { constraint?: string }) => {
  if (error.constraint === 'user_account_staff_id_key') throw refusals.hasAccount()
  throw error.constraint === 'user_account_username' ? refusals.usernameTaken({ Username }) : error
}
