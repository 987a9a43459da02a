import { expect, test } from 'vitest'
import { useImportBench } from '#tests/factories/imports.ts'

const bench = useImportBench()

const mapping = { columns: { Code: 'Postcode', Town: 'City', State: 'State' } }
const file = (...rows: string[]) => `Code,Town,State\n${rows.join('\n')}\n`
const postcodes = () => bench.sql('select postcode, city, state from postcode order by 1, 2')

test('postcode import: a dry run reports what a run would do and changes nothing', async () => {
  const before = await postcodes()

  expect(await bench.run('postcodes', file('11111,Kota Baru,Kelantan'), mapping, { dryRun: true })).toMatchObject({
    Read: 1,
    Created: 1,
  })
  expect(await postcodes()).toEqual(before)
})

test('postcode import: each faulty row has its reason, and valid rows are imported', async () => {
  const result = await bench.run(
    'postcodes',
    file(
      '11111,Kota Baru,Kelantan',
      ',Ipoh,Perak',
      '30000,,Perak',
      '30000,Ipoh,',
      '3000A,Ipoh,Perak',
      '300000,Ipoh,Perak',
      `30000,${'I'.repeat(61)},Perak`,
      '30000,Ipoh',
      '11111, Kota Baru ,Kelantan',
    ),
    mapping,
  )

  expect(result).toMatchObject({ Read: 9, Created: 1, Skipped: 1, Failed: 7, Figures: { ShortRows: 1 } })
  expect(result.Examples.map(({ FirstRow, Reason, Field, Value }) => [FirstRow, Reason, Field, Value])).toEqual([
    [2, 'missing', 'Postcode', null],
    [3, 'missing', 'City', null],
    [4, 'missing', 'State', null],
    [5, 'not_allowed', 'Postcode', '3000A'],
    [6, 'too_long', 'Postcode', '300000'],
    [7, 'too_long', 'City', 'I'.repeat(60)],
    [8, 'missing', 'State', null],
  ])
})

test('postcode import: a second run changes nothing, and one postcode can belong to two cities', async () => {
  const csv = file('22222,Besut,Terengganu', '22222,Jertih,Terengganu')
  expect(await bench.run('postcodes', csv, mapping)).toMatchObject({ Created: 2 })
  const after = await postcodes()

  expect(await bench.run('postcodes', csv, mapping)).toMatchObject({
    Read: 2,
    Created: 0,
    Skipped: 2,
    Reasons: [{ Reason: 'already_there', Rows: 2 }],
  })
  expect(await postcodes()).toEqual(after)
})
