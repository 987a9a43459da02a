import type { ConformanceCase } from '../run.ts'
import { checkDocuments, checkMovements, checkOutcome, memberWithPoints } from './checks.ts'

const SIGN_INS_MAX = 3

export const signInCases: readonly ConformanceCase[] = [
  {
    id: 'A1',
    title: 'Sign in',
    played: 'start, sell',
    judged: 'A sign-in with client id and secret succeeds, and the sale carries its token. No secret is in an address.',
    async play(run) {
      checkOutcome(run, await run.till({ do: 'sell', invoiceNo: run.number('1'), lines: [run.goods()] }), 'done')
      const signIns = [...run.requests('signIn'), ...run.requests('token')]
      run.check(
        signIns.some(({ status }) => status === 200),
        'No sign-in succeeded',
      )
      run.check(
        run.requests('sale').every(({ authorization }) => /^Bearer \S+$/.test(authorization ?? '')),
        'A call had no Bearer token',
      )
      run.check(
        !run.requests().some(({ address }) => run.secrets().some((secret) => address.includes(secret))),
        'The address of a request contains a secret or a token',
      )
      await checkDocuments(run, [run.number('1')])
    },
  },
  {
    id: 'A2',
    title: 'One session for many calls',
    played: 'start, three sales',
    judged: 'The till signs in once, not for each call.',
    async play(run) {
      const numbers = ['1', '2', '3'].map(run.number)
      for (const invoiceNo of numbers)
        checkOutcome(run, await run.till({ do: 'sell', invoiceNo, lines: [run.goods()] }), 'done')
      const count = run.requests('signIn').length + run.requests('token').length
      run.check(count <= 1, `The till signed in ${count} times for three sales`)
      await checkDocuments(run, numbers)
    },
  },
  {
    id: 'A3',
    title: 'Expired session: sale',
    played: 'sell, the clock moves two hours, sell',
    judged: 'The till signs in again after the 401 and enters the second sale once.',
    async play(run) {
      checkOutcome(run, await run.till({ do: 'sell', invoiceNo: run.number('1'), lines: [run.goods()] }), 'done')
      run.advance(120)
      const second = await run.till({ do: 'sell', invoiceNo: run.number('2'), lines: [run.goods()] })
      run.check(second.outcome === 'done', `The sale after the session expired was not entered: ${second.shown}`)
      await checkDocuments(run, [run.number('1'), run.number('2')])
    },
  },
  {
    id: 'A4',
    title: 'Expired session: redemption',
    played: 'sell, the clock moves two hours, redeem 10 points',
    judged: 'The till signs in again, and the points are redeemed once.',
    async play(run) {
      const { MembershipNo, invoiceNo } = await memberWithPoints(run)
      run.advance(120)
      await run.till({ do: 'redeem', membershipNo: MembershipNo, points: 10, invoiceNo })
      await checkMovements(run, MembershipNo, 'Redeem', [-10])
    },
  },
  {
    id: 'A5',
    title: 'Wrong secret',
    played: 'start with a wrong secret, sell; start with the right secret and the stored queue, sync',
    judged: `The till tries at most ${SIGN_INS_MAX} sign-ins per act, does not report the sale as done, and enters it once with the right secret.`,
    async play(run) {
      run.requests()
      const before = run.requests('signIn').length + run.requests('token').length
      await run.startTill({ clientSecret: 'wrong-secret-of-the-kit' })
      const sale = await run.till({ do: 'sell', invoiceNo: run.number('1'), lines: [run.goods()] })
      run.check(sale.outcome === 'queued', `The till reported "${sale.outcome}" while it could not sign in`)
      const attempts = run.requests('signIn').length + run.requests('token').length - before
      run.check(attempts <= 2 * SIGN_INS_MAX, `The till tried the wrong secret ${attempts} times`)
      await run.startTill({ resume: true })
      await run.till({ do: 'sync' })
      await checkDocuments(run, [run.number('1')])
    },
  },
  {
    id: 'A6',
    title: 'Sign-in refused with 503',
    played: 'the next sign-in gets 503; start, sell, sync',
    judged: 'The sale is entered once.',
    async play(run) {
      run.planFaults({ call: 'signIn', Status: 503 }, { call: 'token', Status: 503 })
      await run.startTill()
      const sale = await run.till({ do: 'sell', invoiceNo: run.number('1'), lines: [run.goods()] })
      checkOutcome(run, sale, 'done', 'queued')
      await run.till({ do: 'sync' })
      await checkDocuments(run, [run.number('1')])
    },
  },
]
