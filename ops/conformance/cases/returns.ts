import type { CaseTools, ConformanceCase } from '../run.ts'
import { checkDocuments, checkMovements, checkOutcome, checkRepeated, memberWithPoints } from './checks.ts'

const sellPieces = (run: CaseTools) =>
  run.till({ do: 'sell', invoiceNo: run.number('1'), lines: [run.goods({ quantity: '3', unitPrice: '200.00' })] })

const returnPiece = (run: CaseTools) =>
  run.till({
    do: 'return',
    returnNo: run.number('R'),
    invoiceNo: run.number('1'),
    lines: [{ line: 1, quantity: '1' }],
  })

async function checkReturned(run: CaseTools, expected: string) {
  const document = (await checkDocuments(run, [run.number('1')], [run.number('R')])).get(run.number('1'))
  const pieces = document?.lines[0]?.cancelled_quantity
  run.check(pieces === expected, `${pieces} pieces are returned, expected ${expected}`)
}

export const returnCases: readonly ConformanceCase[] = [
  {
    id: 'R1',
    title: 'Return by line',
    played: 'sell two lines, return the second',
    judged: 'Only the second line is returned.',
    async play(run) {
      const lines = [run.goods(), run.goods({ line: 2, description: 'Chain', unitPrice: '500.00' })]
      await run.till({ do: 'sell', invoiceNo: run.number('1'), lines })
      const invoiceNo = run.number('1')
      const returned = await run.till({ do: 'return', returnNo: run.number('R'), invoiceNo, lines: [{ line: 2 }] })
      checkOutcome(run, returned, 'done')
      const document = (await checkDocuments(run, [invoiceNo], [run.number('R')])).get(invoiceNo)
      const quantities = document?.lines.map(({ cancelled_quantity }) => cancelled_quantity).join(', ')
      run.check(quantities === '0, 1', `The returned quantities of the lines are ${quantities}, expected 0, 1`)
    },
  },
  {
    id: 'R2',
    title: 'The same return twice',
    played: 'sell three pieces, return one; the same return again',
    judged: 'One piece is returned.',
    async play(run) {
      await sellPieces(run)
      checkOutcome(run, await returnPiece(run), 'done')
      await returnPiece(run)
      await checkReturned(run, '1')
    },
  },
  {
    id: 'R3',
    title: 'Return cut after execution',
    played: 'sell three pieces; the connection is cut after the return of one',
    judged: 'The till repeats the return with the same key; one piece is returned.',
    async play(run) {
      await sellPieces(run)
      const sales = run.requests('sale').length
      run.planFaults({ call: 'sale', Cut: 'After' })
      checkOutcome(run, await returnPiece(run), 'done', 'queued')
      await run.till({ do: 'sync' })
      const keys = new Set(
        run
          .requests('sale')
          .slice(sales)
          .map(({ key }) => key),
      )
      run.check(keys.size === 1, 'The repeated return had another Idempotency-Key')
      await checkReturned(run, '1')
    },
  },
  {
    id: 'R4',
    title: 'Cancelled sale',
    played: 'sell three pieces, return the whole receipt',
    judged: 'Nothing is left of the sale.',
    async play(run) {
      await sellPieces(run)
      const command = { do: 'return', returnNo: run.number('R'), invoiceNo: run.number('1') } as const
      checkOutcome(run, await run.till(command), 'done')
      await checkReturned(run, '3')
    },
  },
  {
    id: 'R5',
    title: 'Exchange',
    played: 'sell; exchange the line for another; the connection is cut after the return of the exchange',
    judged: 'The return and the new sale are in the records once each.',
    async play(run) {
      await run.till({ do: 'sell', invoiceNo: run.number('1'), lines: [run.goods()] })
      run.planFaults({ call: 'sale', Cut: 'After' })
      const exchange = await run.till({
        do: 'exchange',
        returnNo: run.number('R'),
        invoiceNo: run.number('1'),
        lines: [{ line: 1 }],
        newInvoiceNo: run.number('2'),
        newLines: [run.goods({ unitPrice: '1200.00' })],
      })
      checkOutcome(run, exchange, 'done', 'queued')
      await run.till({ do: 'sync' })
      await checkDocuments(run, [run.number('1'), run.number('2')], [run.number('R')])
    },
  },
  {
    id: 'R6',
    title: 'Return of a sale that was paid with points',
    played: 'sell to a member, redeem 20 points for the receipt, return the receipt',
    judged: 'The redemption names the receipt (ObjectType Invoice), so the return refunds the points.',
    async play(run) {
      const { MembershipNo, invoiceNo } = await memberWithPoints(run)
      checkOutcome(run, await run.till({ do: 'redeem', membershipNo: MembershipNo, points: 20, invoiceNo }), 'done')
      checkOutcome(run, await run.till({ do: 'return', returnNo: run.number('R'), invoiceNo }), 'done')
      await checkMovements(run, MembershipNo, 'Redeem Refund', [20])
    },
  },
  {
    id: 'R7',
    title: 'Redemption cut after execution',
    played: 'the connection is cut after a redemption of 30 points',
    judged: 'The till repeats the redemption with the same key; 30 points are redeemed once.',
    async play(run) {
      const { MembershipNo, invoiceNo } = await memberWithPoints(run)
      run.planFaults({ call: 'redeem', Cut: 'After' })
      const redemption = await run.till({ do: 'redeem', membershipNo: MembershipNo, points: 30, invoiceNo })
      checkOutcome(run, redemption, 'done', 'queued')
      await run.till({ do: 'sync' })
      checkRepeated(run, 'redeem')
      await checkMovements(run, MembershipNo, 'Redeem', [-30])
    },
  },
  {
    id: 'R8',
    title: 'A line that was returned already',
    played: 'sell a line, return it, return it again with another return number',
    judged: 'The second return is refused, sent once and shown; the line is returned once.',
    async play(run) {
      const invoiceNo = run.number('1')
      const lines = [{ line: 1 }]
      await run.till({ do: 'sell', invoiceNo, lines: [run.goods()] })
      checkOutcome(run, await run.till({ do: 'return', returnNo: run.number('R'), invoiceNo, lines }), 'done')
      const before = run.requests('sale').length
      checkOutcome(run, await run.till({ do: 'return', returnNo: run.number('R2'), invoiceNo, lines }), 'refused')
      const count = run.requests('sale').length - before
      run.check(count <= 1, `The till sent a refused request ${count} times`)
      await checkReturned(run, '1')
    },
  },
]
