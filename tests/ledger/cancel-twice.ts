import { member } from '#tests/factories/sales.ts'
import type { TestApp } from '#tests/test-app.ts'
import { movesOf } from './calls.ts'

const POINTS = 10
const MEMBERS = 10

/** Redeems so many times and gives each redemption back twice at the same moment, all of them together. */
export async function cancelTwice(app: TestApp, redemptions: number) {
  const moves = movesOf(app)
  const members = await Promise.all(Array.from({ length: MEMBERS }, () => member(app.db)))
  const each = Math.ceil(redemptions / MEMBERS) * POINTS
  await Promise.all(
    members.map(({ MembershipNo }) =>
      moves.sell(`TWICE-${MembershipNo}`, MembershipNo, [{ cents: each * 1000, quantity: 1 }], '2026-11-01'),
    ),
  )
  const sum = async () => {
    const numbers = members.map(({ MembershipNo }) => MembershipNo)
    const [row] = await app.sql<{ points: number }>(
      'select sum(points)::int as points from point_balance where membership_no = any($1)',
      numbers,
    )
    return row!.points
  }
  const before = await sum()
  const taken = await Promise.all(
    Array.from({ length: redemptions }, (_, number) => {
      const { MembershipNo } = members[number % MEMBERS]!
      return moves.redeem(MembershipNo, POINTS, `TWICE-${MembershipNo}-${number}`)
    }),
  )
  const replies = await Promise.all(
    taken.flatMap(({ body }) => [moves.refund(body.History.HistoryId), moves.refund(body.History.HistoryId)]),
  )
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
