import { sql } from 'kysely'
import { HQ_CODE } from '#kit/contract/scope.ts'
import type { Ctx, Db } from '#kit/server/ctx.ts'
import { USED_NETWORKS_MAX } from '../contract/system-accounts.ts'
import type { Role } from '../roles.ts'
import { notifyAccount } from './account-messages.ts'
import { signInFromNewNetworkMail } from './mails.ts'
import { tryCountMessageToAccount } from './sends.ts'

// Records the networks from which programs sign in. A secret that appears in a new network may be stolen.

/** The role of the users who manage system accounts. */
const MANAGER_ROLE: Role = 'User Roles'

/** IPv6 sites usually get a /48, and small IPv4 networks a /24. A program that moves within them is not reported. */
const networkOfAddress = (address: string) =>
  sql<string>`network(set_masklen(${address}::inet, case family(${address}::inet) when 4 then 24 else 48 end))`

export type NetworkAccount = {
  UserId: number
  Username: string
  DisplayName: string | null
  Networks: string[]
  LastSignInAt: string | null
}

/**
 * Records the network of a sign-in. A new network is reported to the users who manage system accounts, once.
 * The first network of an account is not reported, nor are networks to which the account is restricted.
 */
export async function recordNetwork(ctx: Ctx, account: NetworkAccount) {
  const address = ctx.sourceIP?.replace(/^::ffff:(?=\d+\.)/, '')
  if (!address) return
  const { rows } = await sql<{ Network: string; IsNew: boolean }>`
    insert into system_network as seen (user_id, network, first_seen_at, last_seen_at)
    values (${account.UserId}, ${networkOfAddress(address)}, ${ctx.now}, ${ctx.now})
    on conflict (user_id, network) do update set last_seen_at = greatest(seen.last_seen_at, excluded.last_seen_at)
    returning network, xmax = 0 as is_new`.execute(ctx.db)
  const { Network, IsNew } = rows[0]!
  if (!IsNew) return
  await deleteOldestNetworks(ctx, account.UserId)
  if (account.LastSignInAt === null || account.Networks.length > 0) return
  // A stolen secret can sign in from many networks; the list of the account has all of them.
  if ((await tryCountMessageToAccount(ctx, 'network', account.UserId)) > 0) return
  for (const userId of await findSystemAccountManagers(ctx.db))
    await notifyAccount(ctx, userId, signInFromNewNetworkMail, {
      username: account.Username,
      purpose: account.DisplayName ?? account.Username,
      network: Network,
    })
}

/** Limits the stored networks of an account, so that a program whose address changes daily does not fill the table. */
const deleteOldestNetworks = ({ db }: Ctx, userId: number) =>
  sql`delete from system_network where user_id = ${userId} and network not in (
    select network from system_network where user_id = ${userId} order by last_seen_at desc, network limit ${USED_NETWORKS_MAX})`.execute(
    db,
  )

/** Finds the active users at head office who manage system accounts. */
export async function findSystemAccountManagers(db: Db): Promise<number[]> {
  const { rows } = await sql<{ UserId: number }>`
    select account.user_id from user_role
    join user_account account on account.user_id = user_role.user_id and account.status = 'Active'
    join staff on staff.staff_id = account.staff_id and staff.status = 'Active'
    join building on building.building_id = staff.building_id and building.code = ${HQ_CODE}
    where user_role.role = ${MANAGER_ROLE} order by 1`.execute(db)
  return rows.map(({ UserId }) => UserId)
}
