import { expect, test } from 'vitest'
import { ledgerDisagreementsSql } from '#tests/factories/imports.ts'
import { file, SALES_FILE_HEADER, salesFileMapping, useSalesFiles } from '#tests/factories/sales-files.ts'
import type { MappingInput } from '../contract/mapping.ts'

// A sales file: the sale that each row becomes, its customer, and the rows that fail.

const { bench, oneSale } = useSalesFiles()

test('sales import: a row becomes a sale of its customer, who gets a membership and earns points by the usual rules', async () => {
  const result = await bench.run(
    'sales',
    file('S1,RING,"Ring, 18K",2,2024-03-05 10:00:00,125.5,501.0', 'S1,PIN,,1,2024-03-05 10:00:00,9.99,501.0'),
    salesFileMapping,
  )

  expect(result).toMatchObject({
    Read: 2,
    Created: 2,
    Skipped: 0,
    Failed: 0,
    Figures: { Amount: '260.99', Customers: 1, MembersCreated: 1, PointsEarned: '26' },
  })
  const [sale] = await oneSale<Record<string, unknown>>('S1')
  expect(sale).toMatchObject({
    transaction_type: 'N',
    external_ref: '501',
    full_name: 'CUSTOMER 501',
    registration_source: 'Import',
    source: 'Import',
    net_amount: '260.99',
    total_amount: '260.99',
    earned_points: 26,
    business_date: '2024-03-05',
    performed_at: '2024-03-05T02:00:00.000Z',
  })
  expect(sale!.lines).toMatchObject([
    {
      sequence_no: 1,
      item_code: 'RING',
      description: 'Ring, 18K',
      brand: 'Carat',
      quantity: 2,
      unit_price: 125.5,
      net_amount: 251,
      points_earned: 25,
    },
    { sequence_no: 2, item_code: 'PIN', description: null, net_amount: 9.99, points_earned: 1 },
  ])
  expect(
    await bench.sql('select action_type, updated_info from audit_record where table_name = $1', 'transaction_summary'),
  ).toEqual([{ action_type: 'Import', updated_info: '1 rows' }])
})

test('sales import: a sale without a customer is stored without a member', async () => {
  await bench.run(
    'sales',
    file('W1,PIN,,1,2024-03-05 11:00:00,50,', 'A9,DEBT,Adjust bad debt,1,2024-03-05 12:00:00,-11062.06,'),
    salesFileMapping,
  )

  expect((await oneSale('W1'))[0]).toMatchObject({
    customer_id: null,
    membership_no: null,
    earned_points: 0,
    net_amount: '50.00',
  })
  expect((await oneSale('A9'))[0]).toMatchObject({ net_amount: '-11062.06', transaction_type: 'N' })
})

test('sales import: each faulty row has its reason, and an invoice fails as a whole if one of its rows fails', async () => {
  const result = await bench.run(
    'sales',
    file(
      'F1,RING,,one,2024-03-05 10:00:00,125.5,501',
      'F1,PIN,,1,2024-03-05 10:00:00,1,501',
      ',PIN,,1,2024-03-05 10:00:00,1,501',
      'F2,PIN,,1,2024-02-30 10:00:00,1,501',
      'F3,PIN,,1,2024-03-05 10:00:00,1,501',
      'F3,PIN,,1,2024-03-05 10:00:00,1,502',
      'F4,PIN,,1.23456,2024-03-05 10:00:00,1,501',
      'F5,PIN,,NaN,2024-03-05 10:00:00,1,501',
      `F6,${'X'.repeat(61)},,1,2024-03-05 10:00:00,1,501`,
      'F7,PIN,,99999999999,2024-03-05 10:00:00,9999999999,501',
      'F8,PIN,,1,,1,501',
      'F9,PIN,,1,2024-03-05 10:00:00,1,501',
      '1.2E+15,9.1E+7,,1,2024-03-05 10:00:00,1,501',
    ),
    salesFileMapping,
  )

  expect(result).toMatchObject({ Read: 13, Created: 1, Skipped: 0, Failed: 12 })
  expect(result.Examples.map(({ FirstRow, Reason, Field, Value }) => [FirstRow, Reason, Field, Value])).toEqual([
    [1, 'not_a_number', 'Quantity', 'one'],
    [2, 'rest_of_invoice', 'InvoiceNo', '1'],
    [3, 'missing', 'InvoiceNo', null],
    [4, 'not_a_date', 'PerformedAt', '2024-02-30 10:00:00'],
    [5, 'two_customers', 'CustomerRef', '501'],
    [6, 'two_customers', 'CustomerRef', '501'],
    [7, 'out_of_range', 'Quantity', '1.23456'],
    [8, 'not_a_number', 'Quantity', 'NaN'],
    [9, 'too_long', 'ItemCode', 'X'.repeat(60)],
    [10, 'out_of_range', 'UnitPrice', '9999999999'],
    [11, 'missing', 'PerformedAt', null],
    [13, 'not_exact', 'InvoiceNo', '1.2E+15'],
  ])
  expect(
    await bench.sql(
      'select result, sum(last_row - first_row + 1)::int as rows from import_row_result where import_id = $1 group by 1 order by 1',
      result.job.import_id,
    ),
  ).toEqual([
    { result: 'Created', rows: 1 },
    { result: 'Failed', rows: 12 },
  ])
})

test('sales import: a file that PostgreSQL cannot parse is read row by row, and only faulty rows fail', async () => {
  const csv = Buffer.concat([
    Buffer.from(file('R1,RING,a "ring",1,2024-03-05 10:00:00,10,')),
    Buffer.from('R2,PIN,too,many,1,2024-03-05 10:00:00,10,\nR3,PIN\n\nR4,'),
    Buffer.from([0xff, 0xfe]),
    Buffer.from(',,1,2024-03-05 10:00:00,10,\nR5,PIN,"two\nlines",1,2024-03-05 10:00:00,10,\n'),
  ])

  const result = await bench.run('sales', csv, salesFileMapping)

  expect(result).toMatchObject({ Read: 5, Created: 2, Failed: 3 })
  expect(result.Reasons).toEqual([
    { Result: 'Failed', Reason: 'missing', Rows: 1 },
    { Result: 'Failed', Reason: 'unreadable', Rows: 1 },
    { Result: 'Failed', Reason: 'wrong_columns', Rows: 1 },
  ])
  expect((await oneSale<{ lines: unknown }>('R5'))[0]!.lines).toMatchObject([{ description: 'two\nlines' }])
})

test('sales import: a Latin-1 file with semicolons and another date format is read by its mapping', async () => {
  const csv = Buffer.from(
    'Invoice;Item;Description;Quantity;Time;Price;Customer;Kind\nL1;RING;Bague plaquée;1;5/3/2024 9:05;10,5;;S\nL2;RING;;1;5/3/2024;7;;Retour\n'.replace(
      '10,5',
      '10.5',
    ),
    'latin1',
  )

  await bench.run('sales', csv, {
    ...salesFileMapping,
    cancellations: { column: 'Kind', values: ['retour'] },
    encoding: 'latin1',
    delimiter: ';',
    dates: { format: 'DD/MM/YYYY HH:mm', zone: 'Europe/Paris' },
  })

  expect((await oneSale('L1'))[0]).toMatchObject({
    performed_at: '2024-03-05T08:05:00.000Z',
    lines: [{ description: 'Bague plaquée' }],
  })
  expect((await oneSale('L2'))[0]).toMatchObject({
    transaction_type: 'C',
    performed_at: '2024-03-04T23:00:00.000Z',
    net_amount: '-7.00',
  })
})

test('sales import: an invoice whose rows have different times gets the first time, and the result counts such invoices', async () => {
  const result = await bench.run(
    'sales',
    file(
      'T1,PIN,,1,2024-03-05 10:01:00,1,',
      'T1,PIN,,1,2024-03-05 10:00:00,1,',
      'T2,PIN,,1,2024-03-05 10:00:00,1,',
      'T1,POST,,1,2024-03-05 10:00:00,1,',
    ),
    salesFileMapping,
  )

  expect(result.Figures).toMatchObject({ InvoicesWithSeveralTimes: 1, Invoices: 2 })
  expect((await oneSale('T1'))[0]).toMatchObject({
    performed_at: '2024-03-05T02:01:00.000Z',
    lines: [{ sequence_no: 1 }, { sequence_no: 2 }, { sequence_no: 3, item_code: 'POST' }],
  })
})

test('sales import: a row of an unknown customer fails if the mapping creates no members; a member is identified by number', async () => {
  const [{ membership_no }] = (await bench.sql(
    `select membership_no from membership join customer using (customer_id) where external_ref = '501'`,
  )) as [{ membership_no: string }]
  const result = await bench.run(
    'sales',
    `Invoice,Item,Quantity,Time,Price,Customer,Member\nN1,PIN,1,2024-03-05 10:00:00,1,999,\nN2,PIN,1,2024-03-05 10:00:00,20,,${membership_no.toLowerCase()}\nN3,PIN,1,2024-03-05 10:00:00,1,,JC999\n`,
    {
      ...salesFileMapping,
      columns: {
        Invoice: 'InvoiceNo',
        Item: 'ItemCode',
        Quantity: 'Quantity',
        Time: 'PerformedAt',
        Price: 'UnitPrice',
        Customer: 'CustomerRef',
        Member: 'MembershipNo',
      },
      createMembers: false,
    },
  )

  expect(result.Examples).toMatchObject([
    { FirstRow: 1, Reason: 'not_a_member', Value: '999' },
    { FirstRow: 3, Reason: 'not_a_member', Value: 'JC999' },
  ])
  expect((await oneSale('N2'))[0]).toMatchObject({ membership_no, earned_points: 2 })
})

test('sales import: a sale of a deleted customer fails, also in a dry run, and the customer is not created again', async () => {
  await bench.sql(
    `insert into customer (full_name, member_type, registered_outlet_code, registration_source, external_ref, id_not_given_yn, status)
     values ('GONE', 'Non-Premium Member', 'KL1', 'Import', '960', 'Y', 'Deleted')`,
  )
  const rows = file('G1,PIN,,1,2024-03-05 10:00:00,10,960', 'G2,PIN,,1,2024-03-05 10:00:00,10,961')
  const failed = [{ FirstRow: 1, Reason: 'not_a_member', Field: 'CustomerRef', Value: '960' }]

  const dryRun = await bench.run('sales', rows, salesFileMapping, { dryRun: true })
  expect(dryRun).toMatchObject({ Created: 1, Failed: 1, Examples: failed, Figures: { MembersCreated: 1 } })
  const result = await bench.run('sales', rows, salesFileMapping)
  expect(result).toMatchObject({ Created: 1, Failed: 1, Examples: failed, Figures: { MembersCreated: 1 } })
  expect(await oneSale('G1')).toEqual([])
  expect(await oneSale('G2')).toHaveLength(1)
})

test('sales import: two imports with the same ensureRules create the point structure and rate once', async () => {
  const rules = {
    Structure: {
      Code: 'OLD',
      Name: 'Old sales',
      CardCategoryCode: 'CLASSIC',
      EffectiveFrom: '2012-01-01',
      EffectiveTo: '2012-12-31',
    },
    Rate: { Brand: 'Old', Amount: 1, PointRate: 2, EffectiveFrom: '2012-01-01', EffectiveTo: '2012-12-31' },
  }
  for (const invoice of ['E1', 'E2'])
    await bench.run('sales', file(`${invoice},PIN,,1,2012-05-05 10:00:00,10,801`), {
      ...salesFileMapping,
      constants: { OutletCode: 'KL1', Brand: 'Old' },
      ensureRules: rules,
    })

  expect(await bench.sql(`select code, validity_months from point_structure where code = 'OLD'`)).toEqual([
    { code: 'OLD', validity_months: null },
  ])
  expect(await bench.sql(`select points, expiry_date from point_history where invoice_no in ('E1', 'E2')`)).toEqual([
    { points: 20, expiry_date: null },
    { points: 20, expiry_date: null },
  ])
})

test.each([
  [{ columns: { Invoice: 'InvoiceNo', Nonsense: 'ItemCode' } }, 'the column "Nonsense"'],
  [{ columns: { Invoice: 'Invoice' } }, 'there is no field Invoice'],
  [{ columns: { Invoice: 'InvoiceNo', Item: 'InvoiceNo' } }, 'two columns are mapped to InvoiceNo'],
  [{ columns: { Invoice: 'InvoiceNo' } }, 'PerformedAt is not mapped'],
])('sales import: an unusable mapping is refused before anything is read: %j', async (wrong, reason) => {
  await expect(
    bench.run('sales', file('Z1,PIN,,1,2024-03-05 10:00:00,1,'), { ...salesFileMapping, ...wrong } as MappingInput),
  ).rejects.toThrow(reason)
})

test('sales import: an outlet account can import only sales of its own outlet and its own customers', async () => {
  const { OutletCode: _, ...constants } = { ...salesFileMapping.constants, OutletCode: '' }
  const withOutlet = {
    ...salesFileMapping,
    columns: { ...salesFileMapping.columns, Outlet: 'OutletCode' as const },
    constants,
  }
  const rows = (...all: string[]) => `${[`${SALES_FILE_HEADER},Outlet`, ...all].join('\n')}\n`
  await bench.run(
    'sales',
    rows('OWN1,RING,,1,2024-03-05 10:00:00,10,77701,KL1', 'FAR1,RING,,1,2024-03-05 10:00:00,10,77702,PG1'),
    withOutlet,
  )

  const result = await bench.run(
    'sales',
    rows(
      'OWN2,RING,,1,2024-03-06 10:00:00,10,77701,KL1',
      'FAR2,RING,,1,2024-03-06 10:00:00,10,77701,PG1',
      'OWN3,RING,,1,2024-03-06 10:00:00,10,77702,KL1',
    ),
    withOutlet,
    { outlet: 'KL1' },
  )
  expect(result).toMatchObject({ Read: 3, Created: 1, Failed: 2 })
  expect(result.Examples.map(({ Reason, Field, Value }) => [Reason, Field, Value])).toEqual([
    ['other_outlet', 'OutletCode', 'PG1'],
    ['other_outlet_customer', 'CustomerRef', '77702'],
  ])
  expect(
    await bench.sql(`select invoice_no from transaction_summary where invoice_no in ('OWN2', 'FAR2', 'OWN3')`),
  ).toEqual([{ invoice_no: 'OWN2' }])
})

test('sales import: the ledger of every member is consistent after all imports', async () => {
  expect(await bench.sql(ledgerDisagreementsSql)).toEqual([])
})
