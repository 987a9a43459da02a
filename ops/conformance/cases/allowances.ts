import type { CaseTools, ConformanceCase } from '../run.ts'
import { checkKeys, checkMovements, checkOutcome, memberWithPoints, minutesApart } from './checks.ts'

// A till without these functions answers `reserve` with `unsupported`, and the cases are skipped.

async function memberWithAllowance(run: CaseTools, points: number) {
  const member = await memberWithPoints(run)
  checkOutcome(run, await run.till({ do: 'reserve', membershipNo: member.MembershipNo, points }), 'done')
  await checkReserved(run, member.MembershipNo, points)
  return member
}

async function checkReserved(run: CaseTools, membershipNo: string, expected: number) {
  const reserved = await run.records.reserved(membershipNo)
  run.check(reserved === expected, `The server has ${reserved} reserved points, expected ${expected}`)
}

export const allowanceCases: readonly ConformanceCase[] = [
  {
    id: 'O1',
    title: 'Redemption with an allowance',
    played: 'reserve 40 points; in an outage redeem 40; the server’s clock moves an hour; the server is back; sync',
    judged: 'The redemption is queued and entered once, with its allowance and its own time; nothing stays reserved.',
    async play(run) {
      const { MembershipNo, invoiceNo } = await memberWithAllowance(run, 40)
      run.beginOutage()
      const redemption = { do: 'redeem', membershipNo: MembershipNo, points: 40, invoiceNo } as const
      checkOutcome(run, await run.till(redemption), 'queued')
      const redeemedAt = run.now()
      run.advance(60)
      run.endOutage()
      await run.till({ do: 'sync' })
      await checkMovements(run, MembershipNo, 'Redeem', [-40])
      await checkReserved(run, MembershipNo, 0)
      const requests = run.requests('offlineRedemption')
      checkKeys(run, requests)
      for (const { body } of requests) {
        const { Allowance, PerformedAt } = body as Record<string, unknown>
        run.check(typeof Allowance === 'string', 'The redemption was sent without its allowance')
        run.check(minutesApart(String(PerformedAt), redeemedAt) < 5, `The redemption is dated ${PerformedAt}`)
      }
    },
  },
  {
    id: 'O2',
    title: 'Customer leaves',
    played: 'reserve 40 points; the customer leaves',
    judged: 'The till ends the allowance, and the points are available again.',
    async play(run) {
      const { MembershipNo } = await memberWithAllowance(run, 40)
      checkOutcome(run, await run.till({ do: 'leave', membershipNo: MembershipNo }), 'done')
      await checkReserved(run, MembershipNo, 0)
      await checkMovements(run, MembershipNo, 'Redeem', [])
    },
  },
  {
    id: 'O3',
    title: 'More points than reserved',
    played: 'reserve 20 points; in an outage redeem 30; the server is back; sync',
    judged:
      'The till refuses the redemption in the outage, because the limit without an allowance is 0, and sends none later.',
    async play(run) {
      const { MembershipNo, invoiceNo } = await memberWithAllowance(run, 20)
      run.beginOutage()
      const redemption = { do: 'redeem', membershipNo: MembershipNo, points: 30, invoiceNo } as const
      const { outcome } = await run.till(redemption)
      run.check(outcome === 'refused', `The till redeemed 30 points without a connection, but it had reserved 20`)
      run.endOutage()
      await run.till({ do: 'sync' })
      await checkMovements(run, MembershipNo, 'Redeem', [])
    },
  },
]
