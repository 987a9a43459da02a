import { reconcileLedger } from '#areas/expiry/server/index.ts'
import { explainPoints, getPointStatement } from '#areas/points/contract.ts'
import { expireLotsStep, recoverArrearsStep } from '#areas/points/server/index.ts'
import { runNightlyBatch } from '#kit/server/nightly.ts'
import { merging } from '#tests/factories/merges.ts'
import { jobContext, type TestApp } from '#tests/test-app.ts'
import { counter, type LedgerCalls, ledgerCalls } from './calls.ts'
import { createMembers } from './members.ts'
import { type Random, randomFrom } from './random.ts'

// Many users change the points of few members concurrently, while others read totals that must agree with their parts.
// At the end, the ledger must equal the replies.

/** The refusals that a random move may get; any other refusal is a fault. */
const expectedRefusals = new Set([
  'points.not_enough',
  'points.refunded_already',
  'points.awarded_already',
  'points.sale_of_other',
  'points.sale_cancelled',
  'points.earns_nothing',
  'points.no_arrears',
  'sales.nothing_left',
  'sales.more_than_sold',
  'sales.assigned_already',
  'sales.assign_cancelled',
  'sales.not_assigned',
  'sales.already_taken_back',
  'sales.points_used',
])

const TODAY = '2026-11-21'
/** The clock of the app at the start of a run. */
export const BANK_CLOCK = `${TODAY}T04:00:00Z`
/** Points of sales on this day expire at the end of November 2026. */
const OLD_SALE = '2024-11-25'
const NIGHTLY_BATCH = '2026-12-01'

/** The number of moves between two merges. Merging ends when half of the members are left. */
const MOVES_PER_MERGE = 120

type Options = {
  members: number
  workers: number
  readers: number
  seed: number
  /** Called before each move; the run ends when the result is false. */
  keepGoing: (operations: number) => boolean
}

export type BankOutcome = {
  operations: number
  refused: number
  reads: number
  nightlyRuns: number
  merges: number
  /** The inconsistencies that readers found, which must be empty. */
  faults: string[]
  /** The sum of points in the replies, and the sum in the ledger. */
  reported: number
  ledger: number
  differences: number
}

export async function bankRun(app: TestApp, options: Options): Promise<BankOutcome> {
  const bank = new Bank(app, await createMembers(app, options.members), options)
  const workers = Array.from({ length: options.workers }, (_, index) => bank.runMoves(randomFrom(options.seed + index)))
  const readers = Array.from({ length: options.readers }, (_, index) =>
    bank.readMembers(randomFrom(options.seed + 10_000 + index)),
  )
  const nightly = bank.nightly()
  await Promise.all(workers)
  bank.closed = true
  await Promise.all([...readers, nightly])
  return bank.outcome()
}

class Bank {
  closed = false
  operations = 0
  refused = 0
  reads = 0
  nightlyRuns = 0
  merges = 0
  reported = 0
  readonly faults: string[] = []
  readonly #invoices: { InvoiceNo: string; lines: number }[] = []
  readonly #walkIns: string[] = []
  readonly #redemptions: number[] = []
  readonly #moves: LedgerCalls
  /** Members whose points were, or are being, merged into another member. */
  readonly #merged = new Set<string>()
  #number = 0

  readonly app: TestApp
  readonly members: readonly string[]
  readonly options: Options

  constructor(app: TestApp, members: readonly string[], options: Options) {
    this.app = app
    this.members = members
    this.options = options
    this.#moves = ledgerCalls(app)
  }

  async runMoves(random: Random) {
    while (this.options.keepGoing(this.operations)) {
      await this.#move(random)
      this.operations++
    }
  }

  async #move(random: Random) {
    const number = ++this.#number
    if (number % MOVES_PER_MERGE === 0) return this.#merge(random)
    const MembershipNo = random.pick(this.members)
    const sale = this.#invoices.length > 0 ? random.pick(this.#invoices) : undefined
    const walkIn = this.#walkIns.length > 0 ? random.pick(this.#walkIns) : undefined
    const redeemed = this.#redemptions.length > 0 ? random.pick(this.#redemptions) : undefined
    const moves = this.#moves
    switch (
      random.weighted({ sell: 6, walkIn: 2, give: 2, take: 1, cancel: 5, redeem: 7, refund: 3, adjust: 3, waive: 1 })
    ) {
      case 'sell':
      case 'walkIn': {
        const isOwnSale = random.chance(0.75)
        const lines = Array.from({ length: random.from(1, 3) }, () => ({
          cents: random.from(1, 400_000),
          quantity: random.from(1, 3),
        }))
        const InvoiceNo = `BANK${this.options.seed}-${number}`
        const day = random.pick([TODAY, TODAY, '2026-11-01', isOwnSale ? OLD_SALE : '2026-11-10'])
        const { status, body } = this.#checkReply(
          await moves.sell(InvoiceNo, isOwnSale ? MembershipNo : null, lines, day),
        )
        if (status !== 201) return
        this.reported += body.EarnedPoints + body.BonusPoints
        this.#invoices.push({ InvoiceNo, lines: lines.length })
        if (!isOwnSale) this.#walkIns.push(InvoiceNo)
        return
      }
      case 'give': {
        if (!walkIn) return
        const give = random.chance(0.5) ? moves.assign : moves.award
        const { status, body } = this.#checkReply(await give(walkIn, MembershipNo))
        if (status < 300) this.reported += body.EarnedPoints + body.BonusPoints
        return
      }
      case 'take': {
        if (!walkIn) return
        const { status, body } = this.#checkReply(await moves.unassign(walkIn))
        if (status === 200) this.reported -= body.PointsBack
        return
      }
      case 'cancel': {
        if (!sale) return
        const part = random.chance(0.6) ? [{ line: random.from(1, sale.lines), quantity: 1 }] : []
        const { status, body } = this.#checkReply(await moves.cancel(sale.InvoiceNo, part))
        if (status === 201) this.reported -= body.ReversedPoints
        return
      }
      case 'redeem': {
        const points = random.from(1, 300)
        const { status, body } = this.#checkReply(
          await moves.redeem(MembershipNo, points, `B${this.options.seed}-${number}`),
        )
        if (status !== 201) return
        this.reported -= points
        this.#redemptions.push(body.History.HistoryId)
        return
      }
      case 'refund': {
        if (!redeemed) return
        const { status, body } = this.#checkReply(await moves.refund(redeemed))
        if (status === 201) this.reported += body.Refunded
        return
      }
      case 'waive': {
        const { status, body } = this.#checkReply(await moves.waive(MembershipNo, random.from(1, 50)))
        if (status === 201) this.reported += body.Waived
        return
      }
      case 'adjust': {
        const points = random.chance(0.7) ? random.from(1, 200) : -random.from(1, 200)
        const { status } = this.#checkReply(
          await moves.adjust(MembershipNo, points, random.pick([undefined, '2026-11-30'])),
        )
        if (status === 201) this.reported += points
      }
    }
  }

  /** Merges two members while other calls continue; calls with the merged number then change the survivor. */
  async #merge(random: Random) {
    const remainingMembers = this.members.filter((one) => !this.#merged.has(one))
    if (remainingMembers.length <= this.members.length / 2) return
    const survivor = random.pick(remainingMembers)
    const merged = random.pick(remainingMembers.filter((one) => one !== survivor))
    this.#merged.add(merged)
    const { requestMerge, approve } = merging(this.app)
    const requested = this.#checkReply(await requestMerge(await this.#personOf(survivor), await this.#personOf(merged)))
    if (requested.status !== 201) return
    const { status } = this.#checkReply(await approve(requested.body.ApprovalId))
    if (status === 200) this.merges++
  }

  async #personOf(MembershipNo: string) {
    const [row] = await this.app.sql<{ id: number }>(
      'select customer_id::int as id from membership where membership_no = $1',
      MembershipNo,
    )
    return { MembershipNo, CustomerId: row!.id }
  }

  #checkReply<Reply extends { status: number; refusal: { code: string; message: string } }>(reply: Reply): Reply {
    if (reply.status < 300) return reply
    this.refused++
    if (!expectedRefusals.has(reply.refusal.code))
      this.faults.push(`${reply.status} ${reply.refusal.code} ${reply.refusal.message}`)
    return reply
  }

  /** Reads members while others change them; each check uses a single reply. */
  async readMembers(random: Random) {
    while (!this.closed) {
      const MembershipNo = random.pick(this.members)
      await this.#checkMember(MembershipNo, random.chance(0.5))
      this.reads++
    }
  }

  async #checkMember(MembershipNo: string, statement: boolean) {
    const recordUnless = (holds: boolean, label: string, answer: unknown) => {
      if (!holds) this.faults.push(`${MembershipNo}: ${label} ${JSON.stringify(answer).slice(0, 500)}`)
    }
    if (statement) {
      const { status, body } = await this.app.call(getPointStatement, { MembershipNo }, counter)
      recordUnless(status === 200, 'no statement', body)
      const { Closing, rows, count, Balance } = body
      recordUnless(Closing === Balance.PointBalance, 'the statement closes with another balance', { Closing, Balance })
      recordUnless(rows.length < count || (rows.at(-1)?.Balance ?? 0) === Closing, 'the rows do not add up', {
        Closing,
      })
      recordUnless(Balance.Available >= 0 && Balance.Arrears >= 0, 'below zero', Balance)
      recordUnless(Balance.PointBalance >= -Balance.Arrears, 'the lots are below zero', Balance)
      return
    }
    const { status, body } = await this.app.call(explainPoints, { MembershipNo, Rows: 100 }, counter)
    recordUnless(status === 200, 'no explanation', body)
    const remainingPoints = body.rows.reduce((sum, { Remaining }) => sum + Remaining, 0)
    const owed = body.Arrears.reduce((sum, { PointOwed }) => sum + PointOwed, 0)
    recordUnless(
      body.count > 100 || remainingPoints - owed === body.Balance.PointBalance,
      'lots and balance disagree',
      {
        remainingPoints,
        owed,
        Balance: body.Balance,
      },
    )
    recordUnless(owed === body.Balance.Arrears, 'debts and arrears disagree', { owed, Balance: body.Balance })
  }

  /** Expires points repeatedly while other calls continue. */
  async nightly() {
    while (!this.closed) {
      await runNightlyBatch(jobContext(this.app), [recoverArrearsStep, expireLotsStep], NIGHTLY_BATCH)
      this.nightlyRuns++
      const differences = await this.app.sql('select * from ledger_differences()')
      if (differences.length > 0) this.faults.push(`reconciliation differs: ${JSON.stringify(differences[0])}`)
    }
  }

  async outcome(): Promise<BankOutcome> {
    const [sums] = await this.app.sql<{ ledger: number; expired: number }>(
      `select sum(points)::bigint as ledger, coalesce(sum(points) filter (where transaction_type = 'Expire'), 0)::bigint as expired
       from point_history where membership_no = any($1)`,
      this.members,
    )
    const { Differences } = await reconcileLedger(jobContext(this.app))
    const { operations, refused, reads, nightlyRuns, merges, faults, reported } = this
    return {
      operations,
      refused,
      reads,
      nightlyRuns,
      merges,
      faults,
      reported: reported + Number(sums!.expired),
      ledger: Number(sums!.ledger),
      differences: Differences,
    }
  }
}
