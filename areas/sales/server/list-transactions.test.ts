import { expect, test } from 'vitest'
import { line } from '#tests/factories/sales.ts'
import { hq, useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'

const app = useApp({ at: '2026-11-21T04:00:00Z' })

const sell = (InvoiceNo: string, day: string) =>
  app.call(contract.addTransaction, {
    TransactionType: 'N',
    InvoiceNo,
    OutletCode: 'KLCC',
    SalesPersonCode: 'SORTED',
    PerformedAt: `${day}T12:00:00`,
    Details: [line('100'), line('50')],
  } as never)

const listed = async (body: object) =>
  (
    await app.call(contract.listTransactions, { Search: { SalesPersonCode: 'SORTED' }, ...body } as never, hq)
  ).body.rows.map(({ TransactionType, InvoiceNo }) => `${TransactionType} ${InvoiceNo}`)

test('list of sales: rows are newest first by default, and can be sorted by one of three fields or in the specified order', async () => {
  await sell('S2', '2026-11-20')
  await sell('S3', '2026-11-19')
  await sell('S1', '2026-11-19')
  // The cancellation has the number and time of sale S1, but a lower amount.
  await app.call(contract.addTransaction, {
    TransactionType: 'C',
    InvoiceNo: 'S1',
    OriginalInvoiceNo: 'S1',
    OutletCode: 'KLCC',
    SalesPersonCode: 'SORTED',
    PerformedAt: '2026-11-19T12:00:00',
    Details: [{ OldSequenceNo: 2 }],
  } as never)

  expect(await listed({})).toEqual(['N S2', 'C S1', 'N S1', 'N S3'])
  expect((await listed({ SortOption: 'InvoiceNo', SortDirection: 'ASC' })).at(-1)).toBe('N S3')
  expect((await listed({ SortOption: 'TotalAmount' })).at(-1)).toBe('C S1')
  const specified = ['N S1', 'C S1', 'N S3', 'N S2']
  expect(await listed({ SortOption: 'PerformedAt,InvoiceNo,TotalAmount' })).toEqual(specified)
  expect(await listed({ SortOption: 'PerformedAt,InvoiceNo,TotalAmount', SortDirection: 'DESC' })).toEqual(specified)
})
