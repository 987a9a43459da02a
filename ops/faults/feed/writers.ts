import { setTimeout as sleep } from 'node:timers/promises'
import { seeded } from '#tests/factories/generated-bodies.ts'
import { type Answer, API, type Client, createClient, NoAnswer, signInStaff, signInTill } from '../client.ts'
import { expectNone, type Finding, finding } from '../report.ts'
import type { TestInstallation } from '../world.ts'

// Tills and head office, which change everything that the feed reports.
// Like real tills, they repeat a call with its key until it is answered.

const TIMEOUT_MS = 10_000

export type Pools = {
  members: readonly string[]
  /** Pairs of customers to merge, each used once. */
  pairs: { survivor: number; merged: number; mergedNo: string }[]
  /** Members to upgrade, each used once. */
  upgrades: string[]
  reward: number
  securityCode: string
}

type Sender = Record<'till' | 'staff' | 'approver', Client>

async function signIn({ server, till }: TestInstallation): Promise<Sender> {
  return {
    till: createClient(server.base, await signInTill(server.base, till()), TIMEOUT_MS),
    staff: createClient(server.base, await signInStaff(server.base, 'hq'), TIMEOUT_MS),
    approver: createClient(server.base, await signInStaff(server.base, 'hq.approver'), TIMEOUT_MS),
  }
}

/** The kinds of work, with their share of all calls in percent. */
const shares = { sale: 40, return: 12, redemption: 15, adjustment: 12, voucher: 10, upgrade: 6, merge: 5 }
export type Work = keyof typeof shares

export type WriterRun = {
  done: Promise<void>
  total: number
  /** The number of finished actions. */
  count: () => number
}

type Outcomes = Map<string, number>
type WriterOptions = { count: number; prefix: string; seed: number; only?: Work }

/** Collects the results of all runs of writers. */
export function createWriters(world: TestInstallation, pools: Pools, writers: number) {
  const outcomes: Outcomes = new Map()
  const examples: unknown[] = []
  const acknowledgedSales: string[] = []
  const returnable: string[] = []
  let senders: Sender | undefined
  const close = () => {
    for (const client of Object.values(senders ?? {})) client.close()
  }
  const note = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)

  async function start({ count, prefix, seed, only }: WriterOptions): Promise<WriterRun> {
    senders ??= await signIn(world)
    const random = seeded(seed)
    const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)]!
    let next = 0
    let finished = 0

    const send = async (
      as: keyof Sender,
      path: string,
      body: object,
      more: { key?: string; method?: string },
    ): Promise<Answer> => {
      for (;;) {
        const answer = await senders![as].call(`${API}${path}`, body, more).catch((error: unknown) => {
          if (!(error instanceof NoAnswer)) throw error
          return undefined
        })
        if (answer && answer.status !== 503 && answer.status !== 429) return answer
        await sleep(answer ? 100 : 30)
      }
    }

    const actions: Record<Work, (id: string) => Promise<Answer | undefined>> = {
      async sale(id) {
        const answer = await send(
          'till',
          '/customer/memberships/transaction-summaries/add',
          saleOf(id, pick(pools.members)),
          { key: id },
        )
        if (answer.status === 201) {
          acknowledgedSales.push(id)
          returnable.push(id)
        }
        return answer
      },
      async return(id) {
        const [OriginalInvoiceNo] = returnable.splice(Math.floor(random() * returnable.length), 1)
        if (OriginalInvoiceNo === undefined) return actions.sale(id)
        return send(
          'till',
          '/customer/memberships/transaction-summaries/add',
          { TransactionType: 'C', OriginalInvoiceNo, OutletCode: 'KL1' },
          { key: id },
        )
      },
      redemption: (id) =>
        send(
          'staff',
          '/point/redemption',
          {
            MembershipNo: pick(pools.members),
            Points: 1 + Math.floor(random() * 20),
            ObjectType: 'Voucher',
            ObjectValue: id,
          },
          { key: id },
        ),
      adjustment: (id) =>
        send(
          'staff',
          '/point/adjustments/add',
          {
            MembershipNo: pick(pools.members),
            TransactionType: random() < 0.6 ? 'Adjust In' : 'Adjust Out',
            PointAmount: 1 + Math.floor(random() * 30),
            ReasonCode: 'Goodwill',
            Remark: id,
          },
          { key: id },
        ),
      /** Issues a reward, claims it with a voucher, and takes the voucher as payment. */
      async voucher(id) {
        const MembershipNo = pick(pools.members)
        const issued = await send(
          'staff',
          '/reward/customer-rewards/issue',
          { RewardId: pools.reward, MembershipNos: [MembershipNo], Period: id },
          { key: `${id}-issue` },
        )
        const ReferenceCode = (issued.body.rows as { ReferenceCode: string | null }[] | undefined)?.[0]?.ReferenceCode
        if (!ReferenceCode) return issued
        const identified = { ReferenceCode, IdentifierType: 'MembershipNo', Identifier: MembershipNo }
        const claimed = await send('staff', '/reward/customer-rewards/claim', identified, { key: `${id}-claim` })
        if (claimed.status !== 200) return claimed
        const { VoucherNo } = claimed.body
        return send(
          'till',
          '/till/vouchers/use',
          { VoucherNo, SecurityCode: pools.securityCode, InvoiceNo: id, OutletCode: 'KL1' },
          { key: `${id}-use` },
        )
      },
      /** Requests and approves a change of level, which takes effect on the next day. */
      async upgrade(id) {
        const MembershipNo = pools.upgrades.pop()
        if (MembershipNo === undefined) return actions.sale(id)
        const requested = await send(
          'staff',
          '/member/level-histories/add',
          { MembershipNo, Action: 'Upgrade', ToCategory: 'PLATINUM', Remark: id },
          { key: id },
        )
        if (requested.status !== 201) return requested
        const { LevelHistoryId } = requested.body
        // Without a key, a repetition after a lost reply gets 409, because the change is approved already.
        const approved = await send(
          'approver',
          `/member/level-histories/${LevelHistoryId}/approved`,
          { DecisionRemark: id },
          { method: 'PUT' },
        )
        return approved
      },
      async merge(id) {
        const pair = pools.pairs.pop()
        if (!pair) return actions.sale(id)
        const requested = await send(
          'staff',
          '/customer/merges/add',
          { SurvivorId: pair.survivor, MergedId: pair.merged, Reason: id, ConfirmMembershipNo: pair.mergedNo },
          { key: id },
        )
        if (requested.status !== 201) return requested
        return send(
          'approver',
          '/approvals/approve',
          { ApprovalId: requested.body.ApprovalId },
          { key: `${id}-approve` },
        )
      },
    }

    const work = async () => {
      while (next < count) {
        const id = `${prefix}-${++next}`
        const kind = only ?? pickWork(random())
        const answer = await actions[kind](id)
        if (answer) {
          note(`${kind} ${answer.status < 300 ? 'done' : answer.body.code}`)
          if (answer.status >= 300 && answer.status !== 409)
            examples.push({ kind, status: answer.status, ...answer.body })
        }
        finished++
      }
    }
    const done = Promise.all(Array.from({ length: writers }, work)).then(() => {})
    done.catch(() => {})
    return { done, total: count, count: () => finished }
  }

  return {
    start,
    /** Signs all writers in again, because a session does not survive a long move of the clock. */
    async signInAgain() {
      close()
      senders = await signIn(world)
      return senders
    },
    close,
    async findings(): Promise<Finding[]> {
      const rows = await world.sql<{ invoice_no: string; rows: number }>(
        `select invoice_no, count(*)::int as rows from transaction_summary
         where transaction_type = 'N' and invoice_no = any ($1) group by 1`,
        acknowledgedSales,
      )
      const stored = new Map(rows.map(({ invoice_no, rows }) => [invoice_no, rows]))
      const wrong = acknowledgedSales.filter((invoice) => stored.get(invoice) !== 1)
      const doneOf = (kind: string) => outcomes.get(`${kind} done`) ?? 0
      return [
        ...Object.keys(shares).map((kind) => finding(`${kind}: done`, 'some', doneOf(kind), doneOf(kind) > 0)),
        finding('refused by a rule', 'reported', refusals(outcomes), true),
        expectNone('answers but success, 409 and none', examples.length, examples),
        expectNone('acknowledged sales that are not stored once', wrong.length, wrong),
      ]
    },
  }
}

const saleOf = (InvoiceNo: string, MembershipNo: string) => ({
  TransactionType: 'N',
  InvoiceNo,
  MembershipNo,
  OutletCode: 'KL1',
  Details: [{ ItemCode: 'RING1', Brand: 'Carat', ProductGroup: 'DIA-RING', Description: 'Ring', UnitPrice: '388.00' }],
})

function pickWork(share: number): Work {
  let sum = 0
  for (const [kind, percent] of Object.entries(shares)) {
    sum += percent
    if (share * 100 < sum) return kind as Work
  }
  return 'sale'
}

const refusals = (outcomes: Outcomes) =>
  [...outcomes]
    .filter(([outcome]) => !outcome.endsWith(' done'))
    .map(([outcome, count]) => `${outcome} ${count}`)
    .join(', ') || '0'
