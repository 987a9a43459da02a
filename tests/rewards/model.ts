import { type MemberModel, type Refused, refusedFor } from '../ledger/model.ts'

// What members hold of rewards, as simply as it can be told: counters and lists. It knows nothing of SQL, tables or calls.

type Place = { onHand: number; reserved: number; issued: number }

export type GiftModel = {
  id: number
  premium: boolean
  points: number
  atClaim: boolean
  totalLimit?: number
  memberLimit?: number
  given: number
  /** At the outlet and in the pool; none of both: nothing is counted, and there is no end of it. */
  here?: Place
  pool?: Place
  /** How many vouchers lie in stock; undefined: it has none. */
  vouchers?: number
}

type Held = {
  gift: GiftModel
  member: number
  status: 'Active' | 'Claimed' | 'Collected' | 'Cancelled' | 'Expired' | 'Deleted'
  period: string | null
  until: string
  place: Place | undefined
  /** Its redemption in the books, while it is paid for. */
  debit: number | undefined
}

const COLLECT_UNTIL = '2027-01-20'
const CLAIM_UNTIL = '2026-12-21'

export class RewardsModel {
  readonly held = new Map<string, Held>()
  readonly members: readonly MemberModel[]
  readonly gifts: readonly GiftModel[]
  #debits = 0

  constructor(members: readonly MemberModel[], gifts: readonly GiftModel[]) {
    this.members = members
    this.gifts = gifts
  }

  #countOf(member: number, gift: GiftModel) {
    return [...this.held.values()].filter(
      (one) => one.member === member && one.gift === gift && ['Active', 'Claimed', 'Collected'].includes(one.status),
    ).length
  }

  /** Where one more could be reserved, so many being spoken for already. */
  #placeFor(gift: GiftModel, taken: ReadonlyMap<Place, number>): Place | undefined | 'none' {
    const free = (place: Place | undefined) =>
      place !== undefined && place.onHand - place.reserved - (taken.get(place) ?? 0) > 0
    if (free(gift.here)) return gift.here
    if (free(gift.pool)) return gift.pool
    return gift.here || gift.pool ? 'none' : undefined
  }

  #refusedGift(member: number, gift: GiftModel, before: number) {
    return gift.memberLimit !== undefined && this.#countOf(member, gift) + before >= gift.memberLimit
      ? refusedFor('customer-rewards.member_limit')
      : undefined
  }

  /** All of them or none, in the order of their numbers. */
  redeem(member: number, gifts: readonly GiftModel[]): Refused | { places: (Place | undefined)[] } {
    const taken = new Map<Place, number>()
    const counted = new Map<GiftModel, number>()
    const places: (Place | undefined)[] = []
    let spent = 0
    for (const gift of gifts.toSorted((one, other) => one.id - other.id)) {
      if (!gift.premium) return refusedFor('customer-rewards.not_redeemable')
      const before = counted.get(gift) ?? 0
      const refused = this.#refusedGift(member, gift, before)
      if (refused) return refused
      if (gift.totalLimit !== undefined && gift.given + before >= gift.totalLimit)
        return refusedFor('rewards.limit_reached')
      const place = this.#placeFor(gift, taken)
      if (place === 'none') return refusedFor('rewards.no_stock')
      spent += gift.points
      if (this.members[member]!.available < spent) return refusedFor('points.not_enough')
      if (place) taken.set(place, (taken.get(place) ?? 0) + 1)
      counted.set(gift, before + 1)
      places.push(place)
    }
    return { places }
  }

  #pay(held: Held) {
    const debit = ++this.#debits
    this.members[held.member]!.redeem(held.gift.points, (parts) =>
      this.members[held.member]!.noteRedemption(debit, parts),
    )
    held.debit = debit
  }

  /** What a redemption that was not refused leaves, under the code that it was given. */
  redeemed(code: string, member: number, gift: GiftModel, place: Place | undefined) {
    const held: Held = { gift, member, status: 'Active', period: null, until: COLLECT_UNTIL, place, debit: undefined }
    this.held.set(code, held)
    gift.given++
    if (place) place.reserved++
    this.#pay(held)
  }

  issue(member: number, gift: GiftModel, period: string | null): Refused | { place: Place | undefined } {
    if (gift.premium) return refusedFor('customer-rewards.not_issued')
    const refused = this.#refusedGift(member, gift, 0)
    if (refused) return refused
    const again = [...this.held.values()].some(
      (one) =>
        period !== null &&
        one.member === member &&
        one.gift === gift &&
        one.period === period &&
        !['Cancelled', 'Deleted'].includes(one.status),
    )
    if (again) return refusedFor('customer-rewards.issued_already')
    if (gift.totalLimit !== undefined && gift.given >= gift.totalLimit) return refusedFor('rewards.limit_reached')
    const place = this.#placeFor(gift, new Map())
    if (place === 'none') return refusedFor('rewards.no_stock')
    return { place }
  }

  issued(code: string, member: number, gift: GiftModel, period: string | null, place: Place | undefined) {
    this.held.set(code, { gift, member, status: 'Active', period, until: CLAIM_UNTIL, place, debit: undefined })
    gift.given++
    if (place) place.reserved++
  }

  #handOver({ place }: Held) {
    if (!place) return
    place.onHand--
    place.reserved--
    place.issued++
  }

  #comesBack({ place }: Held) {
    if (!place) return
    place.onHand++
    place.reserved++
    place.issued--
  }

  #refund(held: Held) {
    if (held.debit !== undefined) this.members[held.member]!.refund(held.debit)
    held.debit = undefined
  }

  claim(code: string): Refused | object {
    const held = this.held.get(code)!
    const { gift } = held
    if (gift.premium) return refusedFor('customer-rewards.not_claimed')
    if (held.status !== 'Active') return refusedFor('customer-rewards.claim_of')
    if (gift.atClaim && this.members[held.member]!.available < gift.points) return refusedFor('points.not_enough')
    if (gift.vouchers === 0) return refusedFor('customer-rewards.no_voucher')
    this.#handOver(held)
    if (gift.atClaim) this.#pay(held)
    if (gift.vouchers !== undefined) gift.vouchers--
    held.status = 'Claimed'
    return {}
  }

  collect(code: string): Refused | object {
    const held = this.held.get(code)!
    if (!held.gift.premium || !['Active', 'Collected'].includes(held.status))
      return refusedFor('customer-rewards.record_not_found')
    if (held.status === 'Collected') return refusedFor('customer-rewards.collected_already')
    this.#handOver(held)
    held.status = 'Collected'
    return {}
  }

  cancelClaim(code: string): Refused | object {
    const held = this.held.get(code)!
    if (held.status !== 'Claimed') return refusedFor('customer-rewards.cancel_claim_of')
    this.#refund(held)
    this.#comesBack(held)
    if (held.gift.vouchers !== undefined) held.gift.vouchers++
    held.status = 'Active'
    return {}
  }

  cancelCollect(code: string): Refused | object {
    const held = this.held.get(code)!
    if (held.status !== 'Collected') return refusedFor('customer-rewards.cancel_collect_of')
    this.#comesBack(held)
    held.status = 'Active'
    return {}
  }

  #ends(held: Held, status: Held['status']) {
    this.#refund(held)
    held.gift.given--
    if (held.place) held.place.reserved--
    held.status = status
  }

  cancelRedeem(code: string, ends: 'Cancelled' | 'Deleted'): Refused | object {
    const held = this.held.get(code)!
    if (held.status !== 'Active') return refusedFor('customer-rewards.cancel_redeem_of')
    this.#ends(held, ends)
    return {}
  }

  extend(code: string, until: string): Refused | object {
    const held = this.held.get(code)!
    if (held.status !== 'Active') return refusedFor('customer-rewards.extend_of')
    if (until <= held.until) return refusedFor('customer-rewards.not_later')
    held.until = until
    return {}
  }

  /** The night after its last day. */
  lapse(code: string) {
    const held = this.held.get(code)!
    if (held.status === 'Active') this.#ends(held, 'Expired')
  }

  /** Everything that can be counted, in the words of the books. */
  get standing() {
    return {
      gifts: this.gifts.map(({ given, here, pool, vouchers }) => ({
        given,
        here: here ?? null,
        pool: pool ?? null,
        vouchers: vouchers ?? null,
      })),
      held: Object.fromEntries(
        [...this.held].map(([code, { status, until, debit, gift }]) => [
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
