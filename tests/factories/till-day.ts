import { readFileSync } from 'node:fs'
import { hash } from '@node-rs/argon2'
import { systemAccountScopes } from '#areas/access/roles.ts'
import { createSecurityCodeSealer } from '#areas/vouchers/server/index.ts'
import { API_BASE } from '#kit/server/serve.ts'
import { make, systemAt, type TestApp } from '../test-app.ts'
import { points, reward, voucherReward } from './rewards.ts'
import { addEarningRules, companyBrands, member } from './sales.ts'

// The requests of docs/integration.md, and the records that they need.

export type PageRequest = {
  method: 'GET' | 'POST'
  path: string
  status: number
  key: string | undefined
  /** The text of the body with placeholders such as {Brand}; empty for a GET. */
  body: string
}

/** Returns the requests of docs/integration.md in their order. */
export function pageRequests(): PageRequest[] {
  const page = readFileSync(new URL('../../docs/integration.md', import.meta.url), 'utf8')
  return [...page.matchAll(/```http (\d{3})(?: (\S+))?\n(GET|POST) (\S+)\n([\s\S]*?)```/g)].map(
    ([, status, key, method, path, body]) => ({
      method: method as PageRequest['method'],
      path: path!,
      status: Number(status),
      key,
      body: body!.trim(),
    }),
  )
}

export const tillAccount = { clientId: 'till-kl1', clientSecret: 'the secret of the till of the day' }

const voucherRewardCode = 'VOUCHER50'

/** Issues a reward whose voucher has a readable security code to the member. */
async function issueVoucherReward({ db, sql, services }: Pick<TestApp, 'db' | 'sql' | 'services'>, number: string) {
  const { RewardId, VoucherType } = await voucherReward(db, 1, { Code: voucherRewardCode })
  const VoucherNo = `${VoucherType}-1`
  const sealed = createSecurityCodeSealer(services).seal(VoucherNo, 'C0DE50')
  await db.updateTable('Voucher').set(sealed).where('VoucherNo', '=', VoucherNo).execute()
  const source = { Today: '2026-11-21', At: '2026-11-21T02:05:00Z', OutletCode: 'HQ' }
  await sql(`select issue_reward($1, $2, '{}', $3::jsonb)`, number, RewardId, JSON.stringify(source))
}

/** Creates the till's account, earning rules, a member with 500 points, rewards and a voucher. Returns the placeholders. */
export async function prepareTillDay({ db, sql, services, clock }: TestApp): Promise<Record<string, string>> {
  await addEarningRules(db)
  await companyBrands(db, ['Aurelia'], 'Active')
  const { MembershipNo } = await member(db)
  await points(db, MembershipNo, 500)
  await reward(db)
  await issueVoucherReward({ db, sql, services }, MembershipNo)
  const { clientId, clientSecret } = tillAccount
  const PasswordHash = await hash(clientSecret, { memoryCost: 1024, timeCost: 1, parallelism: 1 })
  await make.account(db, systemAt(['KLCC'], ...systemAccountScopes), { Username: clientId, PasswordHash })
  const voucher = { VoucherNo: 'GV-0001', SecurityCode: 'C0DE42' }
  const { SecretSealed, KeyId } = createSecurityCodeSealer(services).seal(voucher.VoucherNo, voucher.SecurityCode)
  await sql(
    `insert into voucher (voucher_no, secret_sealed, key_id, voucher_type, value, expiry_date, status, is_assigned_yn, assigned_to, assigned_at)
     values ($1, $2, $3, 'G', 100, '2099-12-31', 'R', 'Y', 'RW0001', $4)`,
    ...[voucher.VoucherNo, SecretSealed, KeyId, clock.now()],
  )
  return { MembershipNo, Brand: 'Aurelia', Today: '2026-11-21', RewardCode: voucherRewardCode, ...voucher }
}

/** Sends a request of docs/integration.md with the access token and the placeholders' values, to which it adds the reply's identifiers. */
export async function sendPageRequest(
  app: Pick<TestApp, 'inject'>,
  { method, path, body, key }: PageRequest,
  { token, values }: { token: string; values: Record<string, string> },
) {
  const reply = await app.inject({
    method,
    url: `${API_BASE}${path}`,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key }),
    },
    ...(body && { payload: fillPlaceholders(body, values) }),
  })
  noteIdentifiers(reply.body, values)
  return reply
}

/** Replaces the placeholders of a text. A placeholder without a value stays. */
export const fillPlaceholders = (text: string, values: Readonly<Record<string, string>>) =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)

/** Stores the identifiers in a reply as placeholders for the requests after it. */
export function noteIdentifiers(reply: unknown, values: Record<string, string>) {
  const {
    History,
    Allowance,
    ReferenceCode,
    rows: [row] = [],
  } = reply as {
    History?: { HistoryId: number }
    Allowance?: string
    ReferenceCode?: string
    rows?: { RewardId?: number; ReferenceCode?: string }[]
  }
  const identifiers = {
    HistoryId: History?.HistoryId,
    Allowance,
    RewardId: row?.RewardId,
    ReferenceCode: ReferenceCode ?? row?.ReferenceCode,
  }
  for (const [name, value] of Object.entries(identifiers)) if (value !== undefined) values[name] = `${value}`
}
