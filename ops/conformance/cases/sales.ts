import type { CaseTools, ConformanceCase } from '../run.ts'
import {
  checkBalance,
  checkDocuments,
  checkKeys,
  checkOutcome,
  checkRepeated,
  fieldsOf,
  memberWithPoints,
  minutesApart,
} from './checks.ts'

const amounts = /^(TotalAmount|NetAmount|UnitPrice|Discount|Tax|TradeIn|VoucherAmount)$/

/** Makes a sale with one line and compares its recorded net amount and total. */
async function checkAmounts(run: CaseTools, goods: Parameters<CaseTools['goods']>[0], expected: string) {
  const sale = await run.till({ do: 'sell', invoiceNo: run.number('1'), lines: [run.goods(goods)] })
  checkOutcome(run, sale, 'done')
  const document = (await checkDocuments(run, [run.number('1')])).get(run.number('1'))
  const net = document?.lines[0]?.net_amount
  run.check(net === expected, `The line has a net amount of ${net}, expected ${expected}`)
  run.check(document?.total_amount === expected, `The total is ${document?.total_amount}, expected ${expected}`)
}

export const saleCases: readonly ConformanceCase[] = [
  {
    id: 'S1',
    title: 'Sale of a member',
    played: 'sell two lines to a member',
    judged: 'Member, outlet, goods and total are recorded as sold; the cashier sees the member’s points.',
    async play(run) {
      const { MembershipNo } = await run.member()
      const lines = [run.goods(), run.goods({ line: 2, description: 'Chain', quantity: '2', unitPrice: '150.50' })]
      const sale = await run.till({ do: 'sell', invoiceNo: run.number('1'), membershipNo: MembershipNo, lines })
      checkOutcome(run, sale, 'done')
      await checkBalance(run, MembershipNo, sale)
      const document = (await checkDocuments(run, [run.number('1')])).get(run.number('1'))
      run.check(document?.membership_no === MembershipNo, `The sale is of member ${document?.membership_no}`)
      run.check(document?.total_amount === '1301.00', `The total is ${document?.total_amount}, expected 1301.00`)
      const goods = document?.lines.map(({ description, quantity }) => `${quantity} ${description}`).join(', ')
      run.check(goods === '1 Ring, 2 Chain', `The goods are ${goods}, expected 1 Ring, 2 Chain`)
    },
  },
  {
    id: 'S2',
    title: 'Sale without a member',
    played: 'sell without a membership number',
    judged: 'The sale is recorded as a walk-in.',
    async play(run) {
      checkOutcome(run, await run.till({ do: 'sell', invoiceNo: run.number('1'), lines: [run.goods()] }), 'done')
      const document = (await checkDocuments(run, [run.number('1')])).get(run.number('1'))
      run.check(document?.membership_no === null, `The walk-in is of member ${document?.membership_no}`)
    },
  },
  {
    id: 'S3',
    title: 'Line numbers',
    played: 'sell lines 1, 2 and 5',
    judged: 'The server has the line numbers of the receipt, which a return names.',
    async play(run) {
      const lines = [1, 2, 5].map((line) => run.goods({ line, description: `Ring ${line}` }))
      await run.till({ do: 'sell', invoiceNo: run.number('1'), lines })
      const document = (await checkDocuments(run, [run.number('1')])).get(run.number('1'))
      const numbers = document?.lines.map(({ line, description }) => `${line} ${description}`).join(', ')
      run.check(numbers === '1 Ring 1, 2 Ring 2, 5 Ring 5', `The lines are ${numbers}`)
    },
  },
  {
    id: 'S4',
    title: 'Money as text',
    played: 'sell 3 × 0.10 and 1 × 1000.20',
    judged: 'Amounts are sent as decimal text, never as JSON numbers; the total is 1000.50.',
    async play(run) {
      const lines = [run.goods({ quantity: '3', unitPrice: '0.10' }), run.goods({ line: 2, unitPrice: '1000.20' })]
      await run.till({ do: 'sell', invoiceNo: run.number('1'), lines })
      for (const { body } of run.requests('sale'))
        for (const { name, value } of fieldsOf(body))
          run.check(!amounts.test(name) || typeof value === 'string', `${name} was sent as a JSON number`)
      const total = (await checkDocuments(run, [run.number('1')])).get(run.number('1'))?.total_amount
      run.check(total === '1000.50', `The total is ${total}, expected 1000.50`)
    },
  },
  {
    id: 'S5',
    title: 'Rounding by weight',
    played: 'sell 2.5 g at 0.33',
    judged: 'The line is rounded half up to 0.83, once.',
    play: (run) => checkAmounts(run, { quantity: '2.5', unitPrice: '0.33' }, '0.83'),
  },
  {
    id: 'S6',
    title: 'Discount',
    played: 'sell 1 × 999.90 with a discount of 99.99',
    judged: 'Net amount and total are 899.91.',
    play: (run) => checkAmounts(run, { unitPrice: '999.90', discount: '99.99' }, '899.91'),
  },
  {
    id: 'S7',
    title: 'Unknown goods',
    played: 'sell goods of a brand that the company does not have',
    judged: 'The sale is done and recorded once, with the brand as sent.',
    async play(run) {
      const brand = 'Unknown Brand'
      const sale = await run.till({ do: 'sell', invoiceNo: run.number('1'), lines: [run.goods({ brand })] })
      checkOutcome(run, sale, 'done')
      const document = (await checkDocuments(run, [run.number('1')])).get(run.number('1'))
      run.check(document?.lines[0]?.brand === brand, `The brand is ${document?.lines[0]?.brand}, expected ${brand}`)
    },
  },
  {
    id: 'S8',
    title: 'Unknown member',
    played: 'sell to a membership number that does not exist',
    judged: 'The sale is not lost: it is recorded once, without a member.',
    async play(run) {
      const lines = [run.goods()]
      const sale = await run.till({ do: 'sell', invoiceNo: run.number('1'), membershipNo: 'JC000000000', lines })
      checkOutcome(run, sale, 'done')
      const document = (await checkDocuments(run, [run.number('1')])).get(run.number('1'))
      run.check(!document || document.membership_no === null, `The sale is of member ${document?.membership_no}`)
      checkKeys(run, run.requests('sale'))
    },
  },
  {
    id: 'S9',
    title: 'Letters beyond ASCII',
    played: 'sell “翡翠戒指 – bague d’émeraude”',
    judged: 'The description is recorded letter for letter.',
    async play(run) {
      const description = '翡翠戒指 – bague d’émeraude'
      await run.till({ do: 'sell', invoiceNo: run.number('1'), lines: [run.goods({ description })] })
      const stored = (await checkDocuments(run, [run.number('1')])).get(run.number('1'))?.lines[0]?.description
      run.check(stored === description, `The description is ${stored}, expected ${description}`)
    },
  },
  {
    id: 'S10',
    title: 'Time with a zone',
    played: 'sell',
    judged: 'PerformedAt has a zone or Z, and is the time of the sale.',
    async play(run) {
      await run.till({ do: 'sell', invoiceNo: run.number('1'), lines: [run.goods()] })
      for (const { body } of run.requests('sale')) {
        const { PerformedAt } = (body ?? {}) as { PerformedAt?: string }
        run.check(
          PerformedAt === undefined || /(Z|[+-]\d\d:?\d\d)$/.test(PerformedAt),
          `PerformedAt has no zone: ${PerformedAt}`,
        )
      }
      const document = (await checkDocuments(run, [run.number('1')])).get(run.number('1'))
      run.check(
        !document || minutesApart(document.performed_at, run.now()) < 5,
        `The sale is dated ${document?.performed_at}`,
      )
    },
  },
  {
    id: 'S11',
    title: 'Late line',
    played: 'sell one line, add another',
    judged: 'Both lines are on the sale, each once. The connection is cut once.',
    async play(run) {
      const { MembershipNo, invoiceNo } = await memberWithPoints(run)
      run.planFaults({ call: 'line', Cut: 'After' })
      const line = run.goods({ line: 2, description: 'Box', unitPrice: '0.00' })
      checkOutcome(run, await run.till({ do: 'addLine', invoiceNo, line }), 'done', 'queued')
      await run.till({ do: 'sync' })
      checkRepeated(run, 'line')
      const document = (await checkDocuments(run, [invoiceNo])).get(invoiceNo)
      const goods = document?.lines.map(({ description }) => description).join(', ')
      run.check(goods === 'Ring, Box', `The lines of member ${MembershipNo} are ${goods}, expected Ring, Box`)
    },
  },
]
