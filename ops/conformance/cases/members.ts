import type { CaseTools, ConformanceCase } from '../run.ts'
import { checkBalance, checkDocuments, checkMovements, checkOutcome, memberWithPoints, minutesApart } from './checks.ts'

/** Makes a sale while the clocks of till and server differ, and compares the recorded time with the server's time. */
async function sellWithClock(run: CaseTools, minutes: number) {
  run.advance(-minutes)
  await run.startTill()
  const sale = await run.till({ do: 'sell', invoiceNo: run.number('1'), lines: [run.goods()] })
  checkOutcome(run, sale, 'done')
  const document = (await checkDocuments(run, [run.number('1')])).get(run.number('1'))
  run.check(
    !document || minutesApart(document.performed_at, run.now()) <= CLOCK_TOLERANCE,
    `The sale is dated ${document?.performed_at}, the server’s time is ${new Date(run.now()).toISOString()}`,
  )
}
const CLOCK_TOLERANCE = 15

const clockCase = (id: string, title: string, minutes: number): ConformanceCase => ({
  id,
  title,
  played: 'start, sell',
  judged: `The sale is entered once, at most ${CLOCK_TOLERANCE} minutes from the server’s time. The Date header of each reply is the server’s clock.`,
  play: (run) => sellWithClock(run, minutes),
})

export const memberCases: readonly ConformanceCase[] = [
  {
    id: 'P1',
    title: 'Look-up by membership number',
    played: 'look up a member with points and a name beyond ASCII',
    judged: 'The till reports number, name and points as the server has them.',
    async play(run) {
      const { MembershipNo, FullName } = await run.member({ fullName: 'NOËLLE 林美玲 BINTI AÏSHA' })
      const lines = [run.goods()]
      await run.till({ do: 'sell', invoiceNo: run.number('1'), membershipNo: MembershipNo, lines })
      const card = await run.till({ do: 'lookup', typed: MembershipNo })
      checkOutcome(run, card, 'done')
      run.check(
        card.membershipNo === MembershipNo,
        `The till reported member ${card.membershipNo}, expected ${MembershipNo}`,
      )
      run.check(card.name === FullName, `The till reported the name ${card.name}, expected ${FullName}`)
      await checkBalance(run, MembershipNo, card)
    },
  },
  {
    id: 'P2',
    title: 'Look-up by phone number',
    played: 'look up a member by phone number',
    judged: 'The till reports the member.',
    async play(run) {
      const { MembershipNo, ContactNo } = await run.member()
      const card = await run.till({ do: 'lookup', typed: ContactNo })
      run.check(
        card.membershipNo === MembershipNo,
        `The till reported member ${card.membershipNo}, expected ${MembershipNo}`,
      )
    },
  },
  {
    id: 'P3',
    title: 'Look-up without a match',
    played: 'look up a number that does not exist',
    judged: 'The till reports it as refused and shows a text.',
    async play(run) {
      const card = await run.till({ do: 'lookup', typed: 'JC000000000' })
      checkOutcome(run, card, 'refused')
      run.check(card.shown.trim() !== '', 'The cashier sees no text')
    },
  },
  {
    id: 'P4',
    title: 'Redemption',
    played: 'redeem 40 points',
    judged: '40 points are redeemed once; the cashier sees the balance.',
    async play(run) {
      const { MembershipNo, invoiceNo } = await memberWithPoints(run)
      const redemption = await run.till({ do: 'redeem', membershipNo: MembershipNo, points: 40, invoiceNo })
      checkOutcome(run, redemption, 'done')
      await checkMovements(run, MembershipNo, 'Redeem', [-40])
      await checkBalance(run, MembershipNo, redemption)
    },
  },
  {
    id: 'P5',
    title: 'Redemption above the balance',
    played: 'redeem 1,000,000 points',
    judged: 'The redemption is refused, sent once, and the cashier sees why.',
    async play(run) {
      const { MembershipNo, invoiceNo } = await memberWithPoints(run)
      const redemption = await run.till({ do: 'redeem', membershipNo: MembershipNo, points: 1_000_000, invoiceNo })
      checkOutcome(run, redemption, 'refused')
      const count = run.requests('redeem').length
      run.check(count <= 1, `The till sent a refused request ${count} times`)
      await checkMovements(run, MembershipNo, 'Redeem', [])
    },
  },
  {
    id: 'P6',
    title: 'Refund of a redemption',
    played: 'redeem 25 points, refund them; the same refund again',
    judged: '25 points are refunded once.',
    async play(run) {
      const { MembershipNo, invoiceNo } = await memberWithPoints(run)
      await run.till({ do: 'redeem', membershipNo: MembershipNo, points: 25, invoiceNo })
      checkOutcome(run, await run.till({ do: 'refund', invoiceNo }), 'done')
      await run.till({ do: 'refund', invoiceNo })
      await checkMovements(run, MembershipNo, 'Redeem Refund', [25])
    },
  },
  {
    id: 'P7',
    title: 'Suspended member',
    played: 'redeem points of a suspended membership',
    judged: 'The redemption is refused and shown as refused.',
    async play(run) {
      const { MembershipNo } = await run.member({ status: 'Suspended' })
      const command = { do: 'redeem', membershipNo: MembershipNo, points: 10, invoiceNo: run.number('1') } as const
      checkOutcome(run, await run.till(command), 'refused')
    },
  },
  clockCase('C1', 'The till’s clock is 10 minutes ahead', 10),
  clockCase('C2', 'The till’s clock is 10 minutes behind', -10),
  clockCase('C3', 'The till’s clock is 24 hours ahead', 24 * 60),
  clockCase('C4', 'The till’s clock is 24 hours behind', -24 * 60),
  {
    id: 'C5',
    title: 'An hour without a connection',
    played: 'sell in an outage; the server’s clock moves an hour; the server is back; sync',
    judged: 'The sale is entered once, with the time at which it was sold.',
    async play(run) {
      run.beginOutage()
      await run.till({ do: 'sell', invoiceNo: run.number('1'), lines: [run.goods()] })
      const soldAt = run.now()
      run.advance(60)
      run.endOutage()
      await run.till({ do: 'sync' })
      const document = (await checkDocuments(run, [run.number('1')])).get(run.number('1'))
      run.check(
        !document || minutesApart(document.performed_at, soldAt) < 5,
        `The sale is dated ${document?.performed_at}`,
      )
    },
  },
  {
    id: 'X1',
    title: 'No secret in the output',
    played: 'start with a wrong secret, start again, sell; this case covers the output of the whole run',
    judged: 'Neither a client secret nor a token is in what the till prints, logs or shows.',
    async play(run) {
      await run.startTill({ clientSecret: 'another-wrong-secret-of-the-kit' })
      await run.startTill()
      await run.till({ do: 'sell', invoiceNo: run.number('1'), lines: [run.goods()] })
      const output = run.output()
      run.check(
        !run.secrets().some((secret) => output.includes(secret)),
        'The output of the till contains a secret or a token',
      )
    },
  },
]
