import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import { HQ_CODE } from '#kit/contract/scope.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { staleVersionRefusal } from '#kit/server/errors.ts'
import { queryList } from '#kit/server/list.ts'
import { accountRefusals } from '../../contract/accounts.ts'
import type * as contract from '../../contract/system-accounts.ts'
import {
  systemAccountRefusals as refusals,
  type SystemAccount,
  type UsedNetwork,
} from '../../contract/system-accounts.ts'
import { scopesThatNeedOutlet } from '../../roles.ts'
import { endSessionsOfAccount, sessionEndReasons } from '../end-reasons.ts'
import { hashPassword } from '../passwords.ts'
import { createSessionToken } from '../tokens.ts'
import { assertCanGrant, assertWithinCallerRights } from './caller-rights.ts'
import { refuseDuplicateUsername } from './users.ts'

const utcText = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)

const usedNetworks = sql<UsedNetwork[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('Network', network, 'FirstSeenAt', ${utcText('first_seen_at')}, 'LastSeenAt', ${utcText('last_seen_at')})
    order by last_seen_at desc, network), '[]') from system_network where system_network.user_id = user_account.user_id)`

/** Selects system accounts for the list. The time of an account's last use comes from its sessions. */
const systemAccounts = (ctx: Ctx) =>
  ctx.db
    .selectFrom('UserAccount')
    .select(['UserId', 'Username', 'Scopes', 'CallsPerMinute', 'Networks', 'EndsOn', 'Version'])
    .select([
      sql<string>`coalesce(display_name, username)`.as('DisplayName'),
      sql<'Active' | 'Disabled'>`status`.as('Status'),
      sql<string | null>`coalesce(password_changed_at, created_at)`.as('SecretSince'),
      'PreviousValidUntil',
      sql<string | null>`greatest(last_sign_in_at,
        (select max(last_seen_at) from session where session.user_id = user_account.user_id))`.as('LastUsedAt'),
      sql<
        string[]
      >`array(select outlet_code from user_outlet where user_outlet.user_id = user_account.user_id order by 1)`.as(
        'OutletCodes',
      ),
      usedNetworks.as('UsedNetworks'),
    ])
    .where('Kind', '=', 'System')
    .where('Status', '<>', 'Deleted')

/** Hides the end of a grace period for the previous secret if the end has passed. */
const toListed = (ctx: Ctx, account: SystemAccount): SystemAccount => ({
  ...account,
  PreviousValidUntil:
    account.PreviousValidUntil && Date.parse(account.PreviousValidUntil) > ctx.now.getTime()
      ? account.PreviousValidUntil
      : null,
})

export async function getSystemAccount(ctx: Ctx, UserId: number) {
  const account = await systemAccounts(ctx).where('UserId', '=', UserId).executeTakeFirst()
  if (!account) throw refusals.notFound()
  return toListed(ctx, account)
}

/** Locks the system account. Throws if the account has rights that the caller lacks. */
export async function lockSystemAccount(ctx: Ctx, UserId: number) {
  await assertWithinCallerRights(ctx, [UserId])
  return getSystemAccount(ctx, UserId)
}

export const listSystemAccounts = (ctx: Ctx) =>
  queryList(systemAccounts(ctx).orderBy('Username'), { map: (row) => toListed(ctx, row) })

export async function addSystemAccount(
  ctx: Ctx,
  { Scopes, OutletCodes, ...account }: Input<typeof contract.addSystemAccount>,
) {
  assertCanGrant(ctx, { Scopes })
  await assertOutlets(ctx, Scopes, OutletCodes)
  const ClientSecret = createSessionToken()
  const { UserId } = await ctx.db
    .insertInto('UserAccount')
    .values({
      Kind: 'System',
      ...account,
      Scopes: [...new Set(Scopes)],
      PasswordHash: await hashPassword(ClientSecret),
      PasswordChangedAt: ctx.now,
      CreatedAt: ctx.now,
      UpdatedAt: ctx.now,
    })
    .returning('UserId')
    .executeTakeFirstOrThrow()
    .catch(refuseDuplicateUsername(account.Username))
  await setOutlets(ctx, UserId, OutletCodes)

  ctx.audit('Create System Account', 'User', UserId, `Create System Account in User Roles. UserId - ${UserId}`)
  return { Account: await getSystemAccount(ctx, UserId), ClientSecret }
}

export async function updateSystemAccount(
  ctx: Ctx,
  { UserId, Version, Scopes, OutletCodes, ...changes }: Input<typeof contract.updateSystemAccount>,
) {
  const account = await lockSystemAccount(ctx, UserId)
  assertCanGrant(ctx, { Scopes })
  if (account.Version !== Version) throw staleVersionRefusal(account)
  await assertOutlets(ctx, Scopes ?? account.Scopes, OutletCodes ?? account.OutletCodes)

  await ctx.db
    .updateTable('UserAccount')
    .set({
      ...changes,
      ...(Scopes && { Scopes: [...new Set(Scopes)] }),
      Version: Version + 1,
      UpdatedAt: ctx.now,
    })
    .where('UserId', '=', UserId)
    .execute()
  if (OutletCodes) await setOutlets(ctx, UserId, OutletCodes)

  ctx.audit('Update System Account', 'User', UserId, `Update System Account in User Roles. UserId - ${UserId}`)
  return getSystemAccount(ctx, UserId)
}

/** Throws if an outlet of a system account is unknown, or if the account has none although a scope needs one. */
async function assertOutlets(ctx: Ctx, Scopes: readonly string[], OutletCodes: readonly string[]) {
  const Scope = Scopes.find((scope) => (scopesThatNeedOutlet as readonly string[]).includes(scope))
  if (OutletCodes.length === 0) {
    if (Scope) throw refusals.outletNeeded({ Scope })
    return
  }
  const outlets = await ctx.db
    .selectFrom('Building')
    .select('Code')
    .where('Code', 'in', OutletCodes)
    .where('Code', '<>', HQ_CODE)
    .where('Status', '=', 'Active')
    .execute()
  const unknown = OutletCodes.find((outlet) => !outlets.some(({ Code }) => Code === outlet))
  if (unknown !== undefined) throw refusals.unknownOutlet({ OutletCode: unknown })
}

/** Replaces the outlets of an account. Outlets that stay are not written, so that the audit log has only the changes. */
async function setOutlets(ctx: Ctx, UserId: number, OutletCodes: readonly string[]) {
  await sql`delete from user_outlet where user_id = ${UserId} and outlet_code <> all (${OutletCodes}::text[])`.execute(
    ctx.db,
  )
  await sql`insert into user_outlet (user_id, outlet_code) select ${UserId}, outlet from unnest(${OutletCodes}::text[]) outlet
    on conflict do nothing`.execute(ctx.db)
}

const HOUR_MS = 3_600_000

/** Generates a new secret. The previous secret stays valid for the grace period, because tills are updated later. */
export async function rotateSystemAccountSecret(
  ctx: Ctx,
  { UserId, GraceHours }: Input<typeof contract.rotateSystemAccountSecret>,
) {
  const account = await lockSystemAccount(ctx, UserId)
  if (account.Status !== 'Active') throw refusals.disabled()

  const ClientSecret = createSessionToken()
  const until = GraceHours > 0 ? new Date(ctx.now.getTime() + GraceHours * HOUR_MS) : null
  await ctx.db
    .updateTable('UserAccount')
    .set({
      PreviousPasswordHash: until && sql`password_hash`,
      PreviousValidUntil: until && sql`case when password_hash is not null then ${until}::timestamptz end`,
      PasswordHash: await hashPassword(ClientSecret),
      PasswordChangedAt: ctx.now,
      Version: account.Version + 1,
      UpdatedAt: ctx.now,
    })
    .where('UserId', '=', UserId)
    .execute()

  ctx.audit(
    'Rotate Secret',
    'User',
    UserId,
    `Rotate Secret in User Roles. UserId - ${UserId}, GraceHours - ${GraceHours}`,
  )
  return { Account: await getSystemAccount(ctx, UserId), ClientSecret }
}

type Request = Input<typeof contract.disableSystemAccount>

/** Disables a system account. Once the change is committed, every server refuses calls of the program. */
export async function disableSystemAccount(ctx: Ctx, { UserId }: Request) {
  const account = await lockSystemAccount(ctx, UserId)
  if (account.Status !== 'Active') throw accountRefusals.alreadyDisabled()
  await changeStatus(ctx, account, 'Disabled')
  await endSessionsOfAccount(ctx, UserId, sessionEndReasons.byStaff)
  await voidSystemCodes(ctx, UserId)
  ctx.audit('Disable System Account', 'User', UserId, `Disable System Account in User Roles. UserId - ${UserId}`)
  return getSystemAccount(ctx, UserId)
}

export async function enableSystemAccount(ctx: Ctx, { UserId }: Request) {
  const account = await lockSystemAccount(ctx, UserId)
  if (account.Status !== 'Disabled') throw accountRefusals.notDisabled()
  await changeStatus(ctx, account, 'Active')
  ctx.audit('Enable System Account', 'User', UserId, `Enable System Account in User Roles. UserId - ${UserId}`)
  return getSystemAccount(ctx, UserId)
}

const changeStatus = (
  ctx: Ctx,
  { UserId, Version }: { UserId: number; Version: number },
  Status: 'Active' | 'Disabled',
) =>
  ctx.db
    .updateTable('UserAccount')
    .set({ Status, Version: Version + 1, UpdatedAt: ctx.now })
    .where('UserId', '=', UserId)
    .execute()

/** Voids all unused one-time codes of a system account. */
export const voidSystemCodes = (ctx: Ctx, UserId: number) =>
  ctx.db
    .updateTable('SignInChallenge')
    .set({ ExpiresAt: ctx.now })
    .where('UserId', '=', UserId)
    .where('UsedAt', 'is', null)
    .where('ExpiresAt', '>', ctx.now.toISOString())
    .execute()
