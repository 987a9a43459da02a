import { seedLargeCompany } from '#app/demo/large.ts'
import { readServerSecret } from '#app/server/secrets.ts'
import { createSecurityCodeSealer } from '#areas/vouchers/server/index.ts'
import { openClient } from '#kit/server/database.ts'
import type { TestInstallation } from '../world.ts'
import type { Pools } from './writers.ts'

// A large company for the feed, whose records exist before the feed begins: a consumer gets them from its snapshots.

const SECURITY_CODE = 'F33DF33D'
const REWARD = 'TOP-2026'
const VOUCHERS_AT_ONCE = 10_000

type Size = { customers: number; sales: number; vouchers: number }

/** Adds the company while the server is stopped. The triggers of the feed are off, so that the feed begins empty. */
export async function addCompany(world: TestInstallation, size: Size, log: (text: string) => void) {
  await world.server.end('SIGTERM')
  const client = await openClient(world.databaseUrl(), 'carat faults')
  try {
    const { rows } = await client.query<{ triggers: string }>(
      `select string_agg(format('alter table %s disable trigger %I', tgrelid::regclass, tgname), ';') as triggers
       from pg_trigger where tgname in ('event_added', 'event_changed')`,
    )
    const { triggers } = rows[0]!
    await client.query(triggers)
    await seedLargeCompany(client, size, log)
    await addVouchers(client, world, size.vouchers)
    await client.query(triggers.replaceAll(' disable trigger ', ' enable trigger '))
  } finally {
    await client.end()
  }
  await world.server.start()
}

/** Adds vouchers with a known security code, which claims of the reward assign. */
async function addVouchers(client: Awaited<ReturnType<typeof openClient>>, world: TestInstallation, count: number) {
  const secret = readServerSecret(world.server.env.DATA_DIR!, undefined)
  const sealer = createSecurityCodeSealer({ secret, earlierSecret: null })
  for (let from = 1; from <= count; from += VOUCHERS_AT_ONCE) {
    const length = Math.min(VOUCHERS_AT_ONCE, count - from + 1)
    // The first numbers in the alphabet are assigned first, before the vouchers of the demo.
    const numbers = Array.from({ length }, (_, index) => `A-FEED-${from + index}`)
    const sealed = numbers.map((number) => sealer.seal(number, SECURITY_CODE).SecretSealed)
    await client.query(
      `insert into voucher (voucher_no, secret_sealed, key_id, voucher_type, value, reference, expiry_date)
       select number, sealed, $3, 'G', 100, 'FEED', business_date_of(now()) + 30
       from unnest($1::text[], $2::bytea[]) given (number, sealed)`,
      [numbers, sealed, sealer.keyId],
    )
  }
}

/** Chooses disjoint members for the kinds of work, so that a merged member gets no sale. */
export async function choosePools(
  { sql }: TestInstallation,
  counts: { members: number; pairs: number; upgrades: number; slow: number },
): Promise<{ pools: Pools; slow: string[] }> {
  const chosen = await sql<{ number: string; customer: number; category: string }>(
    `select membership_no as number, customer_id::int as customer, card_category_code as category
     from membership join customer using (customer_id) join point_balance using (membership_no)
     where membership.status = 'Active' and customer.status = 'Active' and membership.member_type = 'Premium Member'
       and email like 'member%@example.com' and card_category_code = 'CLASSIC' and not exists (select from customer_reward where customer_reward.membership_no = membership.membership_no)
     order by md5(membership_no) limit $1`,
    counts.members + 2 * counts.pairs + counts.upgrades + counts.slow,
  )
  const take = (count: number) => chosen.splice(0, count)
  const slow = take(counts.slow).map(({ number }) => number)
  const upgrades = take(counts.upgrades).map(({ number }) => number)
  const merging = take(2 * counts.pairs)
  const members = chosen.map(({ number }) => number)
  if (members.length < counts.members / 2) throw new Error(`Only ${members.length} suitable members`)
  const [reward] = await sql<{ id: number }>('select reward_id::int as id from reward where code = $1', REWARD)
  const pairs = Array.from({ length: Math.floor(merging.length / 2) }, (_, index) => {
    const [survivor, merged] = [merging[2 * index]!, merging[2 * index + 1]!]
    return { survivor: survivor.customer, merged: merged.customer, mergedNo: merged.number }
  })
  return { pools: { members, pairs, upgrades, reward: reward!.id, securityCode: SECURITY_CODE }, slow }
}
