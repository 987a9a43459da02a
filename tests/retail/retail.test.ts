import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#tests/database.ts'
import { type Checked, checkRetail } from '../../ops/retail/check.ts'
import { type Document, documentsOf } from '../../ops/retail/file.ts'

// What `npm run retail` asks of a real file, asked of a small one with all that made the real one hard: quoted commas, customers written as
// decimals, walk-ins, prices of nothing and below it, returns that name no sale, summer time, the month's edge in the business zone.

const path = new URL('sample.csv', import.meta.url).pathname

let clone: TestDatabase
let checked: Checked
let documents: readonly Document[]
beforeAll(async () => {
  clone = await cloneDatabase()
  checked = await checkRetail(clone.url, path, '2011-12-31T04:00:00Z')
  documents = await documentsOf(path)
})
afterAll(() => clone?.drop())

test('every row of the file is a line of a sale', () => {
  expect(checked.imported).toMatchObject({ Read: 33, Created: 33, Failed: 0 })
})

test('what the reports tell of it is what is worked out of the file without them, row by row and to the cent', () => {
  expect(checked.found.flatMap(({ name, differences }) => differences.map((one) => `${name}: ${one}`))).toEqual([])
  expect(checked.found).toHaveLength(17)
})

test('the file is read as a person reads it', () => {
  const of = (invoice: string) => documents.find((one) => one.invoice === invoice)!
  // Ten chains at 1.005 are 10.05; one invoice, two times of day: the first counts.
  expect(of('700002').net).toBe(1005)
  expect(of('700001')).toMatchObject({ net: 6395, at: Date.parse('2011-01-10T09:00:00Z'), customer: '11' })
  // Four in the afternoon in London is midnight in Kuala Lumpur; in summer it is one hour earlier.
  expect([of('700003').day, of('700004').day]).toEqual(['2011-01-31', '2011-02-01'])
  expect([of('700012').day, of('700013').day]).toEqual(['2011-03-27', '2011-03-28'])
  expect([of('700026').day, of('700027').day]).toEqual(['2011-10-30', '2011-10-31'])
  // Five bracelets are of the six; then none but the four has two left, twice; nine have nobody.
  const taken = (invoice: string) => of(invoice).lines.map((line) => line.of?.document.invoice)
  expect(['C700008', 'C700009', 'C700010', 'C700011'].flatMap(taken)).toEqual(['700007', '700006', '700006', undefined])
  const totals = (name: string) => checked.found.find((one) => one.name === name)!.figures
  expect(totals('product sales by brand, all days')).toMatchObject({
    Gross: '793.81',
    Returns: '923.69',
    Net: '-129.88',
  })
})
