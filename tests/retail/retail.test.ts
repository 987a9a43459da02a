import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#tests/database.ts'
import { checkRetail, type RetailCheck } from '../../ops/retail/check.ts'
import { type Document, documentsOf } from '../../ops/retail/file.ts'

// Runs the checks of `npm run retail` on a small file with the difficulties of a real one.
// Examples are quoted commas, decimal customer numbers, negative prices, returns without a sale, and daylight saving.

const path = new URL('sample.csv', import.meta.url).pathname

let clone: TestDatabase
let checked: RetailCheck
let documents: readonly Document[]
beforeAll(async () => {
  clone = await cloneDatabase()
  checked = await checkRetail(clone.url, path, '2011-12-31T04:00:00Z')
  documents = await documentsOf(path)
})
afterAll(() => clone?.drop())

test('sales file of a retailer: every row becomes a line of a sale', () => {
  expect(checked.imported).toMatchObject({ Read: 33, Created: 33, Failed: 0 })
})

test('sales file of a retailer: reports match totals calculated from the file, row by row and to the cent', () => {
  expect(checked.comparisons.flatMap(({ name, differences }) => differences.map((one) => `${name}: ${one}`))).toEqual(
    [],
  )
  expect(checked.comparisons).toHaveLength(17)
})

test('sales file of a retailer: amounts, times, business days and returned sales are read correctly', () => {
  const of = (invoice: string) => documents.find((one) => one.invoice === invoice)!
  // Ten chains at 1.005 cost 10.05; an invoice with two times of day gets the first time.
  expect(of('700002').net).toBe(1005)
  expect(of('700001')).toMatchObject({ net: 6395, at: Date.parse('2011-01-10T09:00:00Z'), customer: '11' })
  // Midnight in Kuala Lumpur is 16:00 in London, or 17:00 during British Summer Time.
  expect([of('700003').day, of('700004').day]).toEqual(['2011-01-31', '2011-02-01'])
  expect([of('700012').day, of('700013').day]).toEqual(['2011-03-27', '2011-03-28'])
  expect([of('700026').day, of('700027').day]).toEqual(['2011-10-30', '2011-10-31'])
  // Five of six bracelets are returned, one return matches the sale with two left, and nine lines have no customer.
  const originalInvoices = (invoice: string) => of(invoice).lines.map((line) => line.of?.document.invoice)
  expect(['C700008', 'C700009', 'C700010', 'C700011'].flatMap(originalInvoices)).toEqual([
    '700007',
    '700006',
    '700006',
    undefined,
  ])
  const totals = (name: string) => checked.comparisons.find((one) => one.name === name)!.figures
  expect(totals('product sales by brand, all days')).toMatchObject({
    Gross: '793.81',
    Returns: '923.69',
    Net: '-129.88',
  })
})
