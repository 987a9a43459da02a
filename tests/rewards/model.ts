import { type MemberModel, type RefusedOutcome, refusedFor } from '../ledger/model.ts'

// A simple model of customer rewards: counters and lists, independent of SQL, tables and endpoints.

type Inventory = { onHand: number; reserved: number; issued: number }

export type GiftModel = {
  id: number
  premium: boolean
  points: number
  atClaim: boolean
  totalLimit?: number
  memberLimit?: number
  given: number
  /** Stock at the outlet and in the pool; a reward without both is unlimited. */
  here?: Inventory
  pool?: Inventory
  /** Available vouchers; undefined for a reward without voucher. */
  vouchers?: number
}

type CustomerReward = {
  gift: GiftModel
  member: number
  status: 'Active' | 'Claimed' | 'Collected' | 'Cancelled' | 'Expired' | 'Deleted'
  period: string | null
  until: string
  inventory: Inventory | undefined
  /** The redemption in the ledger, while the points are deducted. */
  debit: number | undefined
}

const COLLECT_UNTIL = '2027-01-20'
const CLAIM_UNTIL = '2026-12-21'

export class RewardsModel {
  readonly customerRewards = new Map<string, CustomerReward>()
  readonly members: readonly MemberModel[]
  readonly gifts: readonly GiftModel[]
  #debits = 0

  constructor(members: readonly MemberModel[], gifts: readonly GiftModel[]) {
    this.members = members
    this.gifts = gifts
  }

  #countOf(member: number, gift: GiftModel) {
    return [...this.customerRewards.values()].filter(
      (reward) =>
        reward.member === member && reward.gift === gift && ['Active', 'Claimed', 'Collected'].includes(reward.status),
    ).length
  }

  /** Finds the inventory with stock for one more piece; `reserved` contains reservations of the same request. */
  #inventoryFor(gift: GiftModel, reserved: ReadonlyMap<Inventory, number>): Inventory | undefined | 'none' {
    const hasStock = (inventory: Inventory | undefined) =>
      inventory !== undefined && inventory.onHand - inventory.reserved - (reserved.get(inventory) ?? 0) > 0
    if (hasStock(gift.here)) return gift.here
    if (hasStock(gift.pool)) return gift.pool
    return gift.here || gift.pool ? 'none' : undefined
  }

  #limitRefusal(member: number, gift: GiftModel, before: number) {
    return gift.memberLimit !== undefined && this.#countOf(member, gift) + before >= gift.memberLimit
      ? refusedFor('customer-rewards.member_limit')
      : undefined
  }

  /** Redeems either all rewards or none, in the order of their ids. */
  redeem(member: number, gifts: readonly GiftModel[]): RefusedOutcome | { inventories: (Inventory | undefined)[] } {
    const reserved = new Map<Inventory, number>()
    const counted = new Map<GiftModel, number>()
    const inventories: (Inventory | undefined)[] = []
    let spent = 0
    for (const gift of gifts.toSorted((left, right) => left.id - right.id)) {
      if (!gift.premium) return refusedFor('customer-rewards.not_redeemable')
      const before = counted.get(gift) ?? 0
      const refused = this.#limitRefusal(member, gift, before)
      if (refused) return refused
      if (gift.totalLimit !== undefined && gift.given + before >= gift.totalLimit)
        return refusedFor('rewards.limit_reached')
      const inventory = this.#inventoryFor(gift, reserved)
      if (inventory === 'none') return refusedFor('rewards.no_stock')
      spent += gift.points
      if (this.members[member]!.available < spent) return refusedFor('points.not_enough')
      if (inventory) reserved.set(inventory, (reserved.get(inventory) ?? 0) + 1)
      counted.set(gift, before + 1)
      inventories.push(inventory)
    }
    return { inventories }
  }

  #pay(reward: CustomerReward) {
    const debit = ++this.#debits
    this.members[reward.member]!.redeem(reward.gift.points, (parts) =>
      this.members[reward.member]!.recordRedemption(debit, parts),
    )
    reward.debit = debit
  }

  /** Records an accepted redemption under its reference code. */
  recordRedemption(code: string, member: number, gift: GiftModel, inventory: Inventory | undefined) {
    const reward: CustomerReward = {
      gift,
      member,
      status: 'Active',
      period: null,
      until: COLLECT_UNTIL,
      inventory,
      debit: undefined,
    }
    this.customerRewards.set(code, reward)
    gift.given++
    if (inventory) inventory.reserved++
    this.#pay(reward)
  }

  issue(member: number, gift: GiftModel, period: string | null): RefusedOutcome | { inventory: Inventory | undefined } {
    if (gift.premium) return refusedFor('customer-rewards.not_issued')
    const refused = this.#limitRefusal(member, gift, 0)
    if (refused) return refused
    const isRepeated = [...this.customerRewards.values()].some(
      (reward) =>
        period !== null &&
        reward.member === member &&
        reward.gift === gift &&
        reward.period === period &&
        !['Cancelled', 'Deleted'].includes(reward.status),
    )
    if (isRepeated) return refusedFor('customer-rewards.issued_already')
    if (gift.totalLimit !== undefined && gift.given >= gift.totalLimit) return refusedFor('rewards.limit_reached')
    const inventory = this.#inventoryFor(gift, new Map())
    if (inventory === 'none') return refusedFor('rewards.no_stock')
    return { inventory }
  }

  recordIssue(code: string, member: number, gift: GiftModel, period: string | null, inventory: Inventory | undefined) {
    this.customerRewards.set(code, {
      gift,
      member,
      status: 'Active',
      period,
      until: CLAIM_UNTIL,
      inventory,
      debit: undefined,
    })
    gift.given++
    if (inventory) inventory.reserved++
  }

  #handOver({ inventory }: CustomerReward) {
    if (!inventory) return
    inventory.onHand--
    inventory.reserved--
    inventory.issued++
  }

  #returnStock({ inventory }: CustomerReward) {
    if (!inventory) return
    inventory.onHand++
    inventory.reserved++
    inventory.issued--
  }

  #refund(reward: CustomerReward) {
    if (reward.debit !== undefined) this.members[reward.member]!.refund(reward.debit)
    reward.debit = undefined
  }

  claim(code: string): RefusedOutcome | object {
    const reward = this.customerRewards.get(code)!
    const { gift } = reward
    if (gift.premium) return refusedFor('customer-rewards.not_claimed')
    if (reward.status !== 'Active') return refusedFor('customer-rewards.claim_of')
    if (gift.atClaim && this.members[reward.member]!.available < gift.points) return refusedFor('points.not_enough')
    if (gift.vouchers === 0) return refusedFor('customer-rewards.no_voucher')
    this.#handOver(reward)
    if (gift.atClaim) this.#pay(reward)
    if (gift.vouchers !== undefined) gift.vouchers--
    reward.status = 'Claimed'
    return {}
  }

  collect(code: string): RefusedOutcome | object {
    const reward = this.customerRewards.get(code)!
    if (!reward.gift.premium || !['Active', 'Collected'].includes(reward.status))
      return refusedFor('customer-rewards.record_not_found')
    if (reward.status === 'Collected') return refusedFor('customer-rewards.collected_already')
    this.#handOver(reward)
    reward.status = 'Collected'
    return {}
  }

  cancelClaim(code: string): RefusedOutcome | object {
    const reward = this.customerRewards.get(code)!
    if (reward.status !== 'Claimed') return refusedFor('customer-rewards.cancel_claim_of')
    this.#refund(reward)
    this.#returnStock(reward)
    if (reward.gift.vouchers !== undefined) reward.gift.vouchers++
    reward.status = 'Active'
    return {}
  }

  cancelCollect(code: string): RefusedOutcome | object {
    const reward = this.customerRewards.get(code)!
    if (reward.status !== 'Collected') return refusedFor('customer-rewards.cancel_collect_of')
    this.#returnStock(reward)
    reward.status = 'Active'
    return {}
  }

  #end(reward: CustomerReward, status: CustomerReward['status']) {
    this.#refund(reward)
    reward.gift.given--
    if (reward.inventory) reward.inventory.reserved--
    reward.status = status
  }

  cancelRedeem(code: string, ends: 'Cancelled' | 'Deleted'): RefusedOutcome | object {
    const reward = this.customerRewards.get(code)!
    if (reward.status !== 'Active') return refusedFor('customer-rewards.cancel_redeem_of')
    this.#end(reward, ends)
    return {}
  }

  extend(code: string, until: string): RefusedOutcome | object {
    const reward = this.customerRewards.get(code)!
    if (reward.status !== 'Active') return refusedFor('customer-rewards.extend_of')
    if (until <= reward.until) return refusedFor('customer-rewards.not_later')
    reward.until = until
    return {}
  }

  /** Expires the reward, as the nightly batch does after its last day. */
  lapse(code: string) {
    const reward = this.customerRewards.get(code)!
    if (reward.status === 'Active') this.#end(reward, 'Expired')
  }

  /** The complete state, in the form that the test reads from the tables. */
  get snapshot() {
    return {
      gifts: this.gifts.map(({ given, here, pool, vouchers }) => ({
        given,
        here: here ?? null,
        pool: pool ?? null,
        vouchers: vouchers ?? null,
      })),
      customerRewards: Object.fromEntries(
        [...this.customerRewards].map(([code, { status, until, debit, gift }]) => [
          code,
          {
            status,
            until: status === 'Expired' ? null : until,
            paid: debit !== undefined,
            voucher: status === 'Claimed' && gift.vouchers !== undefined,
          },
        ]),
      ),
      members: this.members.map(({ points, arrears, available, open }) => ({ points, arrears, available, open })),
    }
  }
}
