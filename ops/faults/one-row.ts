import { type Answer, API, createClient, NoAnswer, signInTill } from './client.ts'
import { signInCrowd } from './crowd.ts'
import { atMost, expectNone, type Finding, finding, type Options, percentile } from './report.ts'
import { openTestInstallation, type TestInstallation } from './world.ts'

const CALLS = 200
const NETWORKS = 40
const GIFTS = 5
const READS = 100
const LAST_MS = 5_000
const OUTLET = 'KL1'
const REWARD = 'JEWEL-BOX'

type Outcome = { status: number; ms: number }

/** Scenario S4: two hundred simultaneous calls of each kind: sales after a start, last gifts, wrong codes, reads. */
export async function simultaneousCalls({ log }: Options): Promise<Finding[]> {
  const world = await openTestInstallation({ env: { TRUST_PROXY: '127.0.0.1' } })
  const people = await signInCrowd(world, CALLS)
  try {
    const members = await preparedMembers(world)
    const token = await signInTill(world.server.base, world.till())
    await world.server.end('SIGTERM')
    log(`ready after ${((await world.server.start()) / 1000).toFixed(1)} s`)
    const till = createClient(world.server.base, token)
    const sales = await atOnce(CALLS, (number) =>
      till.call(
        `${API}/customer/memberships/transaction-summaries/add`,
        {
          ...{ TransactionType: 'N', InvoiceNo: `ONE-ROW-${number}`, OutletCode: OUTLET },
          MembershipNo: members[number % members.length],
          Details: [{ Brand: 'Carat', ProductGroup: 'DIA-RING', UnitPrice: '100.00' }],
        },
        { key: `one-row-${number}` },
      ),
    )
    till.close()
    const [reward] = await world.sql<{ reward_id: string }>('select reward_id from reward where code = $1', REWARD)
    const gifts = await atOnce(CALLS, (number) =>
      people.of(number).call(
        `${API}/reward/customer-rewards/redeem`,
        {
          MembershipNo: members[number % members.length],
          Rewards: [{ RewardId: Number(reward!.reward_id) }],
          CollectedOutletCode: OUTLET,
        },
        { key: `gift-${number}` },
      ),
    )
    const redeemed = gifts.filter(({ status }) => status === 201).length
    const anyone = createClient(world.server.base)
    const staff: Outcome[] = []
    let guessing = true
    const counter = async (number: number) => {
      while (guessing) staff.push(await outcomeOf(people.of(number).call(`${API}/customer/memberships/lookup`, lookup)))
    }
    const guesses = atOnce(CALLS, (number) =>
      anyone.call(
        `${API}/passcodes/validate`,
        { Passcode: `AAAA-${1000 + number}` },
        { headers: { 'x-forwarded-for': `203.0.113.${number % NETWORKS}` } },
      ),
    ).finally(() => {
      guessing = false
    })
    const counters = Promise.all([0, 1, 2, 3].map(counter))
    const wrong = await guesses
    await counters
    anyone.close()
    const reads = await atOnce(READS, (number) =>
      people.of(number).call(`${API}/customer/customers/find-all`, { Rows: 20 }),
    )
    return [
      ...figures('sales right after a start', sales),
      ...figures(`redemptions of the last ${GIFTS} gifts`, gifts),
      finding('gifts redeemed', String(GIFTS), redeemed, redeemed === GIFTS),
      ...figures(`wrong codes from ${NETWORKS} networks`, wrong),
      expectNone('refused look-ups of staff meanwhile', refused(staff).length),
      atMost('look-ups of staff meanwhile, 95th of 100', 1_500, percentile(timesOf(staff), 0.95)),
      ...figures('reads', reads),
    ]
  } finally {
    people.close()
    await world.close()
  }
}

const lookup = { Typed: 'JC00000001' }

const refused = (outcomes: readonly Outcome[]) => outcomes.filter(({ status }) => status === 503 || status === 0)
const timesOf = (outcomes: readonly Outcome[]) => outcomes.map(({ ms }) => ms)

function figures(measure: string, outcomes: readonly Outcome[]): Finding[] {
  const statuses = Object.entries(Object.groupBy(outcomes, ({ status }) => status))
  return [
    expectNone(
      `${outcomes.length} ${measure}: refused with 503 or not answered`,
      refused(outcomes).length,
      statuses.map(([status, matching]) => `${status} × ${matching!.length}`),
    ),
    atMost(`${measure}: the last answer`, LAST_MS, Math.max(...timesOf(outcomes))),
  ]
}

const outcomeOf = (call: Promise<Answer>): Promise<Outcome> =>
  call.catch((error) => {
    if (error instanceof NoAnswer) return { status: 0, ms: Number.POSITIVE_INFINITY }
    throw error
  })

const atOnce = (count: number, call: (number: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, number) => outcomeOf(call(number))))

/** Sets the stock of the reward to five and returns members who can afford it. */
async function preparedMembers({ sql }: TestInstallation) {
  await sql(
    `update reward set point_deduct = 1, per_member_limit = null, total_limit = null, card_categories = '{}', member_type = 'Premium Member'
     where code = $1`,
    REWARD,
  )
  await sql(
    `insert into reward_inventory (reward_id, building_id) select reward_id, building_id from reward, building
     where reward.code = $1 and building.code = $2
       and not exists (select from reward_inventory i where i.reward_id = reward.reward_id and i.building_id = building.building_id)`,
    REWARD,
    OUTLET,
  )
  await sql(
    `update reward_inventory i set qty_on_hand = i.qty_reserved + case when place.code = $2 then $3::int else 0 end
     from reward_inventory other left join building place using (building_id)
     where other.inventory_id = i.inventory_id and i.reward_id = (select reward_id from reward where code = $1)`,
    REWARD,
    OUTLET,
    GIFTS,
  )
  const members = await sql<{ membership_no: string }>(
    `select membership_no from membership join customer using (customer_id) join point_balance using (membership_no)
     where membership.member_type = 'Premium Member' and membership.status = 'Active' and customer.status = 'Active' and lots_remaining > 200
     order by membership_no limit $1`,
    CALLS,
  )
  return members.map((member) => member.membership_no)
}
