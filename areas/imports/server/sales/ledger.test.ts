import { expect, test } from 'vitest'
import { nightlyBatchSteps } from '#app/server/areas.ts'
import { runNightlyBatch } from '#kit/server/nightly.ts'
import { ledgerDisagreementsSql, ledgerSql, useImportBench } from '#tests/factories/imports.ts'
import { contextOn } from '#tests/test-app.ts'
import type { MappingInput } from '../../contract/mapping.ts'
import { createFailedRowsCsv } from '../failed-rows.ts'

// Tests the rules for sales of a file that enter the ledger, and the dry run's prediction.
// The test clock is 2026-06-15 12:00 in Kuala Lumpur.

const bench = useImportBench()

const columns = {
  Invoice: 'InvoiceNo',
  Item: 'ItemCode',
  Quantity: 'Quantity',
  Time: 'PerformedAt',
  Price: 'UnitPrice',
  Customer: 'CustomerRef',
}
const mapping: MappingInput = {
  columns,
  constants: { OutletCode: 'KL1', Brand: 'Carat' },
  cancellations: { invoicePrefix: 'C' },
  createMembers: true,
}
const file = (...rows: string[]) => `${[Object.keys(columns).join(','), ...rows].join('\n')}\n`
const withMore = (more: Record<string, string>, ...rows: string[]) => ({
  csv: `${[[...Object.keys(columns), ...Object.keys(more)].join(','), ...rows].join('\n')}\n`,
  mapping: { ...mapping, columns: { ...columns, ...more } },
})
const sales = () => bench.sql<{ books: unknown }>(ledgerSql)

const history = (code: string): MappingInput['ensureRules'] => ({
  Brands: [`${code} goods`],
  Structure: { Code: code, Name: 'Before Carat', EffectiveFrom: '2010-01-01', EffectiveTo: '2014-12-31' },
  Rate: { Brand: `${code} goods`, Amount: 1, PointRate: 2, EffectiveFrom: '2010-01-01' },
})
const brands = (...names: string[]) =>
  bench.sql(
    `insert into list_item (list_name, value, sequence_no) select 'Brand', name, 1 from unnest($1::text[]) name on conflict do nothing`,
    names,
  )

test('sales import: all errors of a row are in the result, in the list of rows and in the file of failed rows', async () => {
  await brands('Carat')
  const salesFile = withMore(
    { Brand: 'Brand', Outlet: 'OutletCode' },
    'E1,RING,one,2024-02-30 10:00:00,cheap,501,Nobody,XX9',
    'E2,RING,1,2024-02-03 10:00:00,10,501,Carat,KL1',
    'E2,PIN,1,2024-02-03 10:00:00,10,501,Carat,XX9',
  )
  const result = await bench.run('sales', salesFile.csv, { ...salesFile.mapping, constants: {} })

  expect(result).toMatchObject({ Read: 3, Created: 0, Failed: 3 })
  expect(result.Examples[0]!.Faults.map(({ Reason, Field, Value }) => [Reason, Field, Value])).toEqual([
    ['not_a_number', 'Quantity', 'one'],
    ['not_a_number', 'UnitPrice', 'cheap'],
    ['not_a_brand', 'Brand', 'Nobody'],
    ['not_a_date', 'PerformedAt', '2024-02-30 10:00:00'],
    ['not_an_outlet', 'OutletCode', 'XX9'],
  ])
  expect(result.Examples[1]!.Faults).toMatchObject([{ Reason: 'two_outlets' }])
  // A row counts once for each distinct reason.
  expect(result.Reasons).toContainEqual({ Result: 'Failed', Reason: 'not_a_number', Rows: 1 })
  const storedResults = await bench.sql(
    'select faults from import_row_result where import_id = $1 order by first_row',
    result.job.import_id,
  )
  expect(storedResults).toMatchObject([{ faults: result.Examples[0]!.Faults }, {}, {}])
  let csv = ''
  for await (const part of createFailedRowsCsv(bench.database.pool, result.job)) csv += part
  expect(csv).toContain(
    'Quantity is not a number: one; UnitPrice is not a number: cheap; There is no brand Nobody; PerformedAt is not a date: 2024-02-30 10:00:00; There is no outlet XX9',
  )
})

test('sales import: a dry run calculates the same points as the run that follows it', async () => {
  await bench.run('sales', file('A0,RING,4,2024-01-01 10:00:00,100,701'), mapping)
  const csv = file(
    'A1,RING,3,2024-02-01 10:00:00,33.33,701',
    'A1,PIN,1,2024-02-01 10:00:00,26.85,701',
    'A2,RING,1,2012-02-01 10:00:00,250,702',
    'A3,RING,1,2024-02-01 10:00:00,250,',
    'CA1,RING,-2,2024-03-01 10:00:00,33.33,701',
    'CA2,RING,-3,2024-03-02 10:00:00,100,701',
    'CA3,RING,-1,2024-03-02 10:00:00,250,702',
  )
  const before = await sales()
  const plain = await bench.run('sales', csv, mapping, { dryRun: true })
  expect(plain.Figures).toMatchObject({ PointsEarned: '37', PointsReversed: '61' })

  const mappingWithRules = {
    ...mapping,
    constants: { OutletCode: 'KL1', Brand: 'AHEAD goods' },
    ensureRules: history('AHEAD'),
  }
  const dryRun = await bench.run('sales', csv, mappingWithRules, { dryRun: true })
  expect(await sales()).toEqual(before)
  const run = await bench.run('sales', csv, mappingWithRules)
  expect(Number(run.Figures.PointsEarned)).toBeGreaterThan(500)
  expect(dryRun.Figures).toEqual(run.Figures)
})

test('sales import: a sale dated in the future fails, with five minutes of tolerance for clocks', async () => {
  const result = await bench.run(
    'sales',
    file('Y1,RING,1,2027-01-01 10:00:00,10,', 'Y2,RING,1,2026-06-15 12:04:59,10,', 'Y3,RING,1,2026-06-15 12:05:01,10,'),
    mapping,
  )
  expect(result).toMatchObject({ Created: 1, Failed: 2 })
  expect(result.Examples).toMatchObject([
    { FirstRow: 1, Reason: 'in_future', Field: 'PerformedAt', Value: '2027-01-01 10:00:00' },
    { FirstRow: 3, Reason: 'in_future' },
  ])
})

test('sales import: a row whose net amount is not quantity × price − discount fails, even if it would earn no points', async () => {
  const salesFile = withMore(
    { Net: 'NetAmount', Off: 'Discount' },
    'N1,RING,1,2024-02-03 10:00:00,100,703,9999,',
    'N2,RING,2,2024-02-03 10:00:00,100,703,180.01,20',
    'N3,RING,2,2024-02-03 10:00:00,100,703,180.02,20',
    'N4,RING,3,2024-02-03 10:00:00,33.33,703,,',
  )
  const result = await bench.run('sales', salesFile.csv, salesFile.mapping)
  expect(result).toMatchObject({ Created: 2, Failed: 2 })
  expect(result.Examples.map(({ FirstRow, Reason, Field, Value }) => [FirstRow, Reason, Field, Value])).toEqual([
    [1, 'amounts_differ', 'NetAmount', '9999 ≠ 100'],
    [3, 'amounts_differ', 'NetAmount', '180.02 ≠ 180'],
  ])
})

test('sales import: a missing price is calculated from the net amount', async () => {
  const { Price: _, ...others } = columns
  const csv = `${[...Object.keys(others), 'Net', 'Off'].join(',')}\nU1,RING,3,2024-02-03 10:00:00,703,100.00,5\nU2,RING,0,2024-02-03 10:00:00,703,5,\nU3,RING,1,2024-02-03 10:00:00,703,,\n`
  const result = await bench.run('sales', csv, {
    ...mapping,
    columns: { ...others, Net: 'NetAmount', Off: 'Discount' },
  })
  expect(result).toMatchObject({ Created: 1, Failed: 2 })
  expect(result.Examples).toMatchObject([
    { FirstRow: 2, Reason: 'amounts_differ' },
    { FirstRow: 3, Reason: 'missing', Field: 'NetAmount' },
  ])
  expect(
    await bench.sql(
      `select unit_price, d.net_amount, d.points_earned from transaction_detail d join transaction_summary using (transaction_id) where invoice_no = 'U1'`,
    ),
  ).toEqual([{ unit_price: '35.0000', net_amount: '100.00', points_earned: 10 }])
})

test('sales import: an unknown brand or product group fails its row unless the mapping creates it', async () => {
  await brands('Carat')
  await bench.sql(
    `insert into product_group (product_code, product_name, product_type) values ('RG', 'Rings', 'Ring') on conflict do nothing`,
  )
  const salesFile = withMore(
    { Brand: 'Brand', Group: 'ProductGroup' },
    'G1,RING,1,2024-02-03 10:00:00,10,704,carat,rg',
    'G2,RING,1,2024-02-03 10:00:00,10,704,Own,RG',
    'G3,RING,1,2024-02-03 10:00:00,10,704,Carat,ZZ',
    'G4,RING,1,2024-02-03 10:00:00,10,704,Carat,',
  )
  const refused = await bench.run('sales', salesFile.csv, salesFile.mapping)
  expect(refused).toMatchObject({ Created: 2, Failed: 2 })
  expect(refused.Examples).toMatchObject([
    { FirstRow: 2, Reason: 'not_a_brand', Field: 'Brand', Value: 'Own' },
    { FirstRow: 3, Reason: 'not_a_product_group', Field: 'ProductGroup', Value: 'ZZ' },
  ])
  const result = await bench.run('sales', salesFile.csv, {
    ...salesFile.mapping,
    ensureRules: { Brands: ['Own'], ProductGroups: [{ Code: 'zz', Name: 'Others', ProductType: 'Other' }] },
  })
  expect(result).toMatchObject({ Created: 2, Skipped: 2, Failed: 0 })
  expect(
    await bench.sql(
      `select d.product_type, d.points_earned from transaction_detail d join transaction_summary using (transaction_id) where invoice_no in ('G2', 'G3') order by invoice_no`,
    ),
  ).toEqual([
    { product_type: 'Ring', points_earned: 1 },
    { product_type: 'Other', points_earned: 1 },
  ])
})

test('sales import: a mapping whose rules refer to unknown records is refused before the file is read', async () => {
  await brands('Carat')
  const rate = { Brand: 'Nobody’s', Amount: 1, PointRate: 1, EffectiveFrom: '2010-01-01' }
  const csv = file('R1,RING,1,2024-02-03 10:00:00,10,705')
  const refused = (more: Partial<MappingInput>) => bench.run('sales', csv, { ...mapping, ...more })
  await expect(refused({ ensureRules: { Rate: rate } })).rejects.toThrow('there is no brand Nobody’s')
  const tin = { ...history('X')!.Structure!, CardCategoryCode: 'TIN' }
  await expect(refused({ ensureRules: { Structure: tin } })).rejects.toThrow('there is no card category TIN')
  await expect(refused({ structure: 'nosuch' })).rejects.toThrow('there is no point structure NOSUCH')
})

test('sales import: an invoice that would earn more than 1,000,000,000 points fails, also in a dry run', async () => {
  const csv = file(
    'M1,RING,1,2024-02-03 10:00:00,9000000000,706',
    'M1,PIN,1,2024-02-03 10:00:00,2000000000,706',
    'M2,RING,1,2024-02-03 10:00:00,9999999000,707',
  )
  for (const dryRun of [true, false]) {
    const result = await bench.run('sales', csv, mapping, { dryRun })
    expect(result).toMatchObject({ Created: 1, Failed: 2, Figures: { PointsEarned: '999999900', MembersCreated: 1 } })
    expect(result.Examples).toMatchObject([
      { FirstRow: 1, Reason: 'too_many_points', Field: 'InvoiceNo', Value: '1100000000' },
      { FirstRow: 2, Reason: 'too_many_points' },
    ])
  }
})

test('sales import: a run whose rows all fail writes nothing', async () => {
  const counts = () =>
    bench.sql(`select (select count(*) from point_structure) as structures, (select count(*) from point_rate) as rates,
      (select count(*) from list_item) as items, (select count(*) from customer) as customers, (select count(*) from membership) as memberships`)
  const before = await counts()
  const result = await bench.run(
    'sales',
    file('L1,RING,one,2012-02-03 10:00:00,10,801', 'L2,RING,1,2012-02-03 10:00:00,99999999999,802'),
    { ...mapping, constants: { OutletCode: 'KL1', Brand: 'LOST goods' }, ensureRules: history('LOST') },
  )
  expect(result).toMatchObject({ Created: 0, Failed: 2, Figures: { MembersCreated: 0 } })
  expect(await counts()).toEqual(before)
})

test('sales import: sales earn by the point structure that the mapping names, and the nightly batch does not change that', async () => {
  const csv = file('H1,RING,1,2012-02-03 10:00:00,100,901', 'H2,RING,1,2012-05-03 10:00:00,50,901')
  const result = await bench.run('sales', csv, {
    ...mapping,
    constants: { OutletCode: 'KL1', Brand: 'HISTORY goods' },
    ensureRules: history('HISTORY'),
  })
  expect(result).toMatchObject({ Created: 2, Figures: { PointsEarned: '300' } })
  const nightly = () =>
    runNightlyBatch(
      contextOn(bench.database, () => new Date('2026-06-15T18:00:00Z')),
      nightlyBatchSteps,
    )
  await nightly()
  const balanceAfter = () =>
    bench.sql(
      `select points, (select array_agg(expiry_date) from point_history h where h.membership_no = b.membership_no) as expiry from point_balance b
       join membership using (membership_no) join customer using (customer_id) where external_ref = '901'`,
    )
  expect(await balanceAfter()).toEqual([{ points: 300, expiry: [null, null] }])
  // The structure is stored with the sale; other sales do not earn by that structure.
  expect(
    await bench.sql(
      `select s.structure_id = p.structure_id as named, named_only_yn from transaction_summary s, point_structure p where invoice_no = 'H1' and p.code = 'HISTORY'`,
    ),
  ).toEqual([{ named: true, named_only_yn: 'Y' }])

  // A later file may name the structure without creating it.
  await bench.run('sales', file('H3,RING,1,2013-02-03 10:00:00,10,901'), {
    ...mapping,
    constants: { OutletCode: 'KL1', Brand: 'HISTORY goods' },
    structure: 'history',
  })
  await nightly()
  expect(await balanceAfter()).toEqual([{ points: 320, expiry: [null, null, null] }])
})

test('sales import: the ledger of every member is consistent after all imports', async () => {
  expect(await bench.sql(ledgerDisagreementsSql)).toEqual([])
})
