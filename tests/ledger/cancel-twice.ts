import type { TestApp } from '#tests/test-app.ts'
import { ledgerCalls } from './calls.ts'
import { createMembers } from './members.ts'

const POINTS = 10
const MEMBERS = 10
const AT_ONCE = 60

/** Makes redemptions and then cancels each of them twice at the same time, all concurrently. */
export async function cancelRedemptionsTwice(app: TestApp, redemptions: number) {
  const moves = ledgerCalls(app)
  const members = await createMembers(app, MEMBERS)
  const each = Math.ceil(redemptions / MEMBERS) * POINTS
  await Promise.all(
    members.map((MembershipNo) =>
      moves.sell(`TWICE-${MembershipNo}`, MembershipNo, [{ cents: each * 1000, quantity: 1 }], '2026-11-01'),
    ),
  )
  const sum = async () => {
    const [row] = await app.sql<{ points: number }>(
      'select sum(points)::int as points from point_balance where membership_no = any($1)',
      members,
    )
    return row!.points
  }
  const before = await sum()
  const redeemed = await inTurns(redemptions, (number) => {
    const MembershipNo = members[number % MEMBERS]!
    return [moves.redeem(MembershipNo, POINTS, `TWICE-${MembershipNo}-${number}`)]
  })
  const replies = await inTurns(redemptions, (number) => {
    const { HistoryId } = redeemed[number]!.body.History
    return [moves.refund(HistoryId), moves.refund(HistoryId)]
  })
  const refused = replies.filter(({ refusal }) => refusal.code === 'points.refunded_already')
  return {
    given: replies.filter(({ status }) => status === 201).length,
    refused: refused.length,
    faults: replies
      .filter((reply) => reply.status !== 201 && !refused.includes(reply))
      .map(({ refusal }) => refusal.message),
    before,
    after: await sum(),
  }
}

/** Sends calls in groups that are large enough to cause waiting, and small enough that no call times out. */
async function inTurns<Reply>(count: number, send: (number: number) => Promise<Reply>[]): Promise<Reply[]> {
  const replies: Reply[] = []
  for (let from = 0; from < count; from += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, index) => from + index)
    replies.push(...(await Promise.all(numbers.flatMap(send))))
  }
  return replies
}
