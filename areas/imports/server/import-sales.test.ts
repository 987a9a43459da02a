import { expect, test } from 'vitest'
import { openDatabase } from '#kit/server/database.ts'
import { disagreements, ledgerSql, useBench } from '#tests/factories/imports.ts'
import type { MappingSent } from '../contract/mapping.ts'

const bench = useBench()

const header = 'Invoice,Item,Description,Quantity,Time,Price,Customer'
const file = (...rows: string[]) => `${[header, ...rows].join('\n')}\n`

const mapping: MappingSent = {
  columns: {
    Invoice: 'InvoiceNo',
    Item: 'ItemCode',
    Description: 'Description',
    Quantity: 'Quantity',
    Time: 'PerformedAt',
    Price: 'UnitPrice',
    Customer: 'CustomerRef',
  },
  constants: { OutletCode: 'KL1', Brand: 'Carat' },
  customerReference: 'decimal',
  cancellations: { invoicePrefix: 'C' },
  createMembers: true,
}

const oneSale = <Row extends object>(invoice: string) =>
  bench.sql<Row>(
    `select s.*, c.external_ref, c.full_name, c.registration_source, (select jsonb_agg(to_jsonb(d) order by sequence_no) from transaction_detail d where d.transaction_id = s.transaction_id) as lines
     from transaction_summary s left join customer c using (customer_id) where invoice_no = $1`,
    invoice,
  )

test('a sale of the file is a sale of its customer, who becomes a member and earns by the usual rule', async () => {
  const result = await bench.run(
    'sales',
    file('S1,RING,"Ring, 18K",2,2024-03-05 10:00:00,125.5,501.0', 'S1,PIN,,1,2024-03-05 10:00:00,9.99,501.0'),
    mapping,
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

test('a sale without a customer is kept as a sale of nobody', async () => {
  await bench.run(
    'sales',
    file('W1,PIN,,1,2024-03-05 11:00:00,50,', 'A9,DEBT,Adjust bad debt,1,2024-03-05 12:00:00,-11062.06,'),
    mapping,
  )

  expect((await oneSale('W1'))[0]).toMatchObject({
    customer_id: null,
    membership_no: null,
    earned_points: 0,
    net_amount: '50.00',
  })
  expect((await oneSale('A9'))[0]).toMatchObject({ net_amount: '-11062.06', transaction_type: 'N' })
})

test('a cancellation takes back the latest earlier sale of the same customer and item that has enough left', async () => {
  const result = await bench.run(
    'sales',
    file(
      'M1,RING,,5,2024-01-01 10:00:00,100,601',
      'M2,RING,,2,2024-01-02 10:00:00,100,601',
      'CM1,RING,,-3,2024-01-03 10:00:00,100,601',
      'CM2,RING,,-2,2024-01-04 10:00:00,100,601',
      'CM3,RING,,-2,2024-01-05 10:00:00,100,601',
      'CM4,RING,,-1,2024-01-06 10:00:00,100,601',
      'M3,RING,,9,2024-01-07 10:00:00,100,601',
      'CM5,RING,,-1,2024-01-06 10:00:00,100,602',
      'CM6,RING,,-1,2024-01-06 10:00:00,100,',
    ),
    mapping,
  )

  expect(result.Figures).toMatchObject({
    CancellationRows: 6,
    CancellationRowsMatched: 3,
    CancellationRowsUnmatched: 3,
  })
  const found = await bench.sql<{ invoice_no: string }>(
    `select invoice_no, original_invoice_no, reversed_points, net_amount from transaction_summary where invoice_no ~ '^C?M' order by performed_at, invoice_no`,
  )
  expect(found).toEqual([
    { invoice_no: 'M1', original_invoice_no: null, reversed_points: 50, net_amount: '500.00' },
    { invoice_no: 'M2', original_invoice_no: null, reversed_points: 20, net_amount: '200.00' },
    { invoice_no: 'CM1', original_invoice_no: 'M1', reversed_points: 30, net_amount: '300.00' },
    { invoice_no: 'CM2', original_invoice_no: 'M2', reversed_points: 20, net_amount: '200.00' },
    { invoice_no: 'CM3', original_invoice_no: 'M1', reversed_points: 20, net_amount: '200.00' },
    { invoice_no: 'CM4', original_invoice_no: null, reversed_points: 0, net_amount: '100.00' },
    { invoice_no: 'CM5', original_invoice_no: null, reversed_points: 0, net_amount: '100.00' },
    { invoice_no: 'CM6', original_invoice_no: null, reversed_points: 0, net_amount: '100.00' },
    { invoice_no: 'M3', original_invoice_no: null, reversed_points: 0, net_amount: '900.00' },
  ])
  expect(
    await bench.sql(
      'select transaction_type, points, point_reversed from point_history h join membership using (membership_no) join customer c using (customer_id) where external_ref = $1 order by h.sequence_no',
      '601',
    ),
  ).toEqual([
    { transaction_type: 'Earn', points: 50, point_reversed: 50 },
    { transaction_type: 'Earn', points: 20, point_reversed: 20 },
    { transaction_type: 'Reversal', points: -30, point_reversed: 0 },
    { transaction_type: 'Reversal', points: -20, point_reversed: 0 },
    { transaction_type: 'Reversal', points: -20, point_reversed: 0 },
    { transaction_type: 'Earn', points: 90, point_reversed: 0 },
  ])
})

test('a cancellation whose lines come from several sales names each line’s sale, and none as a whole', async () => {
  await bench.run(
    'sales',
    file(
      'K1,RING,,1,2024-01-01 10:00:00,100,603',
      'K2,PIN,,1,2024-01-02 10:00:00,50,603',
      'CK,RING,,-1,2024-01-03 10:00:00,100,603',
      'CK,PIN,,-1,2024-01-03 10:00:00,50,603',
      'CK,POST,Postage,-1,2024-01-03 10:00:00,5,603',
    ),
    mapping,
  )

  expect((await oneSale('CK'))[0]).toMatchObject({
    original_invoice_no: null,
    original_transaction_id: null,
    reversed_points: 15,
    net_amount: '155.00',
  })
  expect(
    await bench.sql(`select d.sequence_no, o.invoice_no, d.old_sequence_no from transaction_detail d join transaction_summary s using (transaction_id)
    left join transaction_summary o on o.transaction_id = d.original_transaction_id where s.invoice_no = 'CK' order by 1`),
  ).toEqual([
    { sequence_no: 1, invoice_no: 'K1', old_sequence_no: 1 },
    { sequence_no: 2, invoice_no: 'K2', old_sequence_no: 1 },
    { sequence_no: 3, invoice_no: null, old_sequence_no: null },
  ])
})

test('a till takes back exactly what a cancellation of the file left', async () => {
  await bench.run(
    'sales',
    file(
      'P1,RING,,3,2024-01-01 10:00:00,33.33,605',
      'P2,PIN,,1,2024-01-02 10:00:00,50,605',
      'CP,RING,,-1,2024-01-03 10:00:00,33.34,605',
      'CP,PIN,,-1,2024-01-03 10:00:00,50,605',
    ),
    mapping,
  )

  await bench.sql(
    `select cancel_sale('{"OriginalInvoiceNo":"P1","PerformedAt":"2024-02-01T10:00:00","Today":"2024-02-01","Lines":[],"Source":"POS"}')`,
  )

  expect(
    await bench.sql(
      `select invoice_no, net_amount, reversed_points from transaction_summary where invoice_no ~ '^C?P[1-2]?' and length(invoice_no) < 6 order by performed_at`,
    ),
  ).toEqual([
    { invoice_no: 'P1', net_amount: '99.99', reversed_points: 9 },
    { invoice_no: 'P2', net_amount: '50.00', reversed_points: 5 },
    { invoice_no: 'CP', net_amount: '83.34', reversed_points: 8 },
    { invoice_no: 'P1-C1', net_amount: '66.65', reversed_points: 6 },
  ])
})

test('points that paid for a sale of the file come back with its cancellation, once', async () => {
  await bench.run('sales', file('PW1,RING,,2,2024-01-01 10:00:00,500,698'), mapping)
  const [{ membership_no }] = (await bench.sql(
    `select membership_no from membership join customer using (customer_id) where external_ref = '698'`,
  )) as [{ membership_no: string }]
  await bench.sql(
    `select debit_points($1, 'Redeem', 60, '2024-02-01', '{"ObjectType":"Invoice","ObjectValue":"PW1","SourceKey":"redeem:Invoice:PW1"}')`,
    membership_no,
  )
  const returns = file('CPW1,RING,,-1,2024-03-01 10:00:00,500,698', 'CPW2,RING,,-1,2024-03-02 10:00:00,500,698')
  await bench.run('sales', returns, mapping)
  await bench.run('sales', returns, mapping)
  expect(
    await bench.sql(
      `select sum(points)::int as points, min(invoice_no) ~ '^CPW' as named from point_history where membership_no = $1 and transaction_type = 'Redeem Refund'`,
      membership_no,
    ),
  ).toEqual([{ points: 60, named: true }])
  expect(await bench.sql(disagreements)).toEqual([])
})

test('points that were spent are owed after a cancellation, and paid from the next sale', async () => {
  await bench.run('sales', file('D1,RING,,1,2024-01-01 10:00:00,1000,604'), mapping)
  const [{ membership_no }] = (await bench.sql(
    `select membership_no from membership join customer using (customer_id) where external_ref = '604'`,
  )) as [{ membership_no: string }]
  await bench.sql(
    `select debit_points($1, 'Redeem', 80, '2024-02-01', '{"ObjectType":"Test","ObjectValue":"1","SourceKey":"test:604"}')`,
    membership_no,
  )

  await bench.run(
    'sales',
    file(
      'CD1,RING,,-1,2024-03-01 10:00:00,1000,604',
      'D2,RING,,1,2024-04-01 10:00:00,300,604',
      'D3,RING,,1,2024-05-01 10:00:00,700,604',
    ),
    mapping,
  )

  const rows = await bench.sql(
    'select transaction_type, points, point_owed from point_history where membership_no = $1 order by sequence_no',
    membership_no,
  )
  expect(rows).toEqual([
    { transaction_type: 'Earn', points: 100, point_owed: 0 },
    { transaction_type: 'Redeem', points: -80, point_owed: 0 },
    { transaction_type: 'Reversal', points: -100, point_owed: 0 },
    { transaction_type: 'Earn', points: 30, point_owed: 0 },
    { transaction_type: 'Arrears Recovery', points: 0, point_owed: 0 },
    { transaction_type: 'Earn', points: 70, point_owed: 0 },
    { transaction_type: 'Arrears Recovery', points: 0, point_owed: 0 },
  ])
  expect(await bench.sql('select points, arrears from point_balance where membership_no = $1', membership_no)).toEqual([
    { points: 20, arrears: 0 },
  ])
})

test('each faulty row is told with its reason, and an invoice with one fails as a whole', async () => {
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
    ),
    mapping,
  )

  expect(result).toMatchObject({ Read: 12, Created: 1, Skipped: 0, Failed: 11 })
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
  ])
  expect(
    await bench.sql(
      'select result, sum(last_row - first_row + 1)::int as rows from import_row_result where import_id = $1 group by 1 order by 1',
      result.job.import_id,
    ),
  ).toEqual([
    { result: 'Created', rows: 1 },
    { result: 'Failed', rows: 11 },
  ])
})

test('a file that PostgreSQL cannot read is read row by row, and only the bad rows fail', async () => {
  const csv = Buffer.concat([
    Buffer.from(file('R1,RING,said "ring",1,2024-03-05 10:00:00,10,')),
    Buffer.from('R2,PIN,too,many,1,2024-03-05 10:00:00,10,\nR3,PIN\n\nR4,'),
    Buffer.from([0xff, 0xfe]),
    Buffer.from(',,1,2024-03-05 10:00:00,10,\nR5,PIN,"two\nlines",1,2024-03-05 10:00:00,10,\n'),
  ])

  const result = await bench.run('sales', csv, mapping)

  expect(result).toMatchObject({ Read: 5, Created: 2, Failed: 3 })
  expect(result.Reasons).toEqual([
    { Result: 'Failed', Reason: 'wrong_columns', Rows: 2 },
    { Result: 'Failed', Reason: 'unreadable', Rows: 1 },
  ])
  expect((await oneSale<{ lines: unknown }>('R5'))[0]!.lines).toMatchObject([{ description: 'two\nlines' }])
})

test('a file in Latin-1 with semicolons and other dates is read as its mapping says', async () => {
  const csv = Buffer.from(
    'Invoice;Item;Description;Quantity;Time;Price;Customer;Kind\nL1;RING;Bague plaquée;1;5/3/2024 9:05;10,5;;S\nL2;RING;;1;5/3/2024;7;;Retour\n'.replace(
      '10,5',
      '10.5',
    ),
    'latin1',
  )

  await bench.run('sales', csv, {
    ...mapping,
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

test('an invoice with two times of day has the first, and is counted', async () => {
  const result = await bench.run(
    'sales',
    file(
      'T1,PIN,,1,2024-03-05 10:01:00,1,',
      'T1,PIN,,1,2024-03-05 10:00:00,1,',
      'T2,PIN,,1,2024-03-05 10:00:00,1,',
      'T1,POST,,1,2024-03-05 10:00:00,1,',
    ),
    mapping,
  )

  expect(result.Figures).toMatchObject({ InvoicesWithSeveralTimes: 1, Invoices: 2 })
  expect((await oneSale('T1'))[0]).toMatchObject({
    performed_at: '2024-03-05T02:01:00.000Z',
    lines: [{ sequence_no: 1 }, { sequence_no: 2 }, { sequence_no: 3, item_code: 'POST' }],
  })
})

test('a customer nobody knows fails when the mapping makes no members; a member is found by number', async () => {
  const [{ membership_no }] = (await bench.sql(
    `select membership_no from membership join customer using (customer_id) where external_ref = '501'`,
  )) as [{ membership_no: string }]
  const result = await bench.run(
    'sales',
    `Invoice,Item,Quantity,Time,Price,Customer,Member\nN1,PIN,1,2024-03-05 10:00:00,1,999,\nN2,PIN,1,2024-03-05 10:00:00,20,,${membership_no.toLowerCase()}\nN3,PIN,1,2024-03-05 10:00:00,1,,JC999\n`,
    {
      ...mapping,
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

test('a customer who was deleted is not made again: the sale fails, in the dry run too, and nothing of it is written', async () => {
  await bench.sql(
    `insert into customer (full_name, member_type, registered_outlet_code, registration_source, external_ref, id_not_given_yn, status)
     values ('GONE', 'Non-Premium Member', 'KL1', 'Import', '960', 'Y', 'Deleted')`,
  )
  const rows = file('G1,PIN,,1,2024-03-05 10:00:00,10,960', 'G2,PIN,,1,2024-03-05 10:00:00,10,961')
  const failed = [{ FirstRow: 1, Reason: 'not_a_member', Field: 'CustomerRef', Value: '960' }]

  const tried = await bench.run('sales', rows, mapping, { dryRun: true })
  expect(tried).toMatchObject({ Created: 1, Failed: 1, Examples: failed, Figures: { MembersCreated: 1 } })
  const done = await bench.run('sales', rows, mapping)
  expect(done).toMatchObject({ Created: 1, Failed: 1, Examples: failed, Figures: { MembersCreated: 1 } })
  expect(await oneSale('G1')).toEqual([])
  expect(await oneSale('G2')).toHaveLength(1)
})

test('customers who bring nothing back, those who do, and nobody in particular end in the same books', async () => {
  const day = (no: number) => `2024-05-${String(no).padStart(2, '0')} 10:00:00`
  const result = await bench.run(
    'sales',
    file(
      `HAND1,RING,,1,${day(1)},100,971`,
      `HAND2,RING,,1,${day(2)},100,972`,
      `HAND3,PIN,,2,${day(3)},50,`,
      `HAND4,PIN,,1,${day(4)},30,971`,
      `CHAND5,RING,,-1,${day(5)},100,971`,
      `CHAND6,PIN,,-1,${day(6)},50,`,
      `HAND7,PIN,,1,${day(7)},20,972`,
    ),
    mapping,
    { chunkLines: 1 },
  )
  expect(result).toMatchObject({
    Created: 7,
    Figures: { CancellationRowsMatched: 1, CancellationRowsUnmatched: 1, PointsEarned: '25', PointsReversed: '10' },
  })
  const ledgerRows = await bench.sql(
    `select external_ref, points, last_sequence_no from point_balance join membership using (membership_no) join customer using (customer_id)
     where external_ref in ('971', '972') order by 1`,
  )
  expect(ledgerRows).toEqual([
    { external_ref: '971', points: 3, last_sequence_no: 3 },
    { external_ref: '972', points: 12, last_sequence_no: 2 },
  ])
})

test('a dry run says what would happen and changes nothing', async () => {
  const csv = file(
    'Y1,RING,,1,2024-01-01 10:00:00,1000,701',
    'CY1,RING,,-1,2024-01-02 10:00:00,1000,701',
    'S1,PIN,,1,2024-03-05 10:00:00,1,501',
  )
  const before = await bench.sql(ledgerSql)

  const result = await bench.run('sales', csv, mapping, { dryRun: true })

  expect(result).toMatchObject({
    Read: 3,
    Created: 2,
    Skipped: 0,
    Failed: 1,
    Figures: { MembersCreated: 1, CancellationRowsMatched: 1 },
  })
  expect(result.Reasons).toEqual([{ Result: 'Failed', Reason: 'exists_differently', Rows: 1 }])
  expect(await bench.sql(ledgerSql)).toEqual(before)
})

test('rules that the mapping asks for are made once', async () => {
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
      ...mapping,
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
])('a mapping that does not fit is refused before anything is read: %j', async (wrong, reason) => {
  await expect(
    bench.run('sales', file('Z1,PIN,,1,2024-03-05 10:00:00,1,'), { ...mapping, ...wrong } as MappingSent),
  ).rejects.toThrow(reason)
})

// Customers buy and bring back at random; invoices of everybody are mixed.
function bigFile() {
  let seed = 7
  const random = (below: number) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return Math.floor((seed / 2 ** 32) * below)
  }
  const rows: string[] = []
  for (let number = 1; number <= 400; number++) {
    const customer = random(4) === 0 ? '' : `${9000 + random(25)}.0`
    const back = random(4) === 0
    const time = `2023-${String(1 + Math.floor(number / 40)).padStart(2, '0')}-${String(1 + random(9)).padStart(2, '0')} 1${random(9)}:00:00`
    for (let line = 0; line <= random(4); line++)
      rows.push(
        `${back ? 'C' : ''}B${number},ITEM${random(6)},,${back ? -1 - random(2) : 1 + random(5)},${time},${(1 + random(9000) / 100).toFixed(2)},${customer}`,
      )
  }
  return file(...rows)
}

test('a second run changes nothing, and one that was interrupted ends like one that was not', async () => {
  const csv = bigFile()
  const [whole, broken] = [await bench.again(), await bench.again()]
  const small = { chunkLines: 50 }
  const one = openDatabase({ url: whole.url, max: 1 })
  const other = openDatabase({ url: broken.url, max: 1 })
  const ledgerRows = async (database: typeof one) => (await database.pool.query(ledgerSql)).rows[0].books
  try {
    const result = await bench.run('sales', csv, mapping, { ...small, url: whole.url })
    const expected = await ledgerRows(one)
    expect(expected.ledger.length).toBeGreaterThan(200)
    expect((await one.pool.query(disagreements)).rows).toEqual([])

    const again = await bench.run('sales', csv, mapping, { ...small, url: whole.url })
    expect(again).toMatchObject({ Read: result.Read, Created: 0, Skipped: result.Read, Failed: 0 })
    expect(await ledgerRows(one)).toEqual(expected)

    // Each attempt stops at another invoice, after some chunks are in the ledger.
    for (const invoice of ['B60', 'B190', 'B333']) {
      await other.pool.query(`
        create or replace function stop_here() returns trigger language plpgsql as $$ begin if new.invoice_no in ('${invoice}', 'C${invoice}') then raise 'stopped'; end if; return new; end $$;
        create or replace trigger stop_here before insert on transaction_summary for each row execute function stop_here()`)
      await bench.run('sales', csv, mapping, { ...small, url: broken.url }).catch(() => {})
    }
    await other.pool.query('drop trigger stop_here on transaction_summary')
    const there = Number((await other.pool.query('select count(*) from transaction_summary')).rows[0].count)
    expect(there).toBeGreaterThan(50)
    expect(there).toBeLessThan(400)
    const rest = await bench.run('sales', csv, mapping, { ...small, url: broken.url })
    expect(rest.Created + rest.Skipped).toBe(result.Read)
    expect(rest.Skipped).toBeGreaterThan(0)
    expect(await ledgerRows(other)).toEqual(expected)
    expect((await other.pool.query(disagreements)).rows).toEqual([])
    expect((await other.pool.query('select status, message from import_job order by created_at')).rows).toEqual([
      ...Array(3).fill({ status: 'Failed', message: 'The import stopped: stopped' }),
      { status: 'Completed', message: null },
    ])
  } finally {
    await one.end()
    await other.end()
  }
})

test('after all of this the books of every member agree', async () => {
  expect(await bench.sql(disagreements)).toEqual([])
})

test('an account of an outlet brings sales of its own outlet and of its own customers only', async () => {
  const { OutletCode: _, ...constants } = { ...mapping.constants, OutletCode: '' }
  const withOutlet = { ...mapping, columns: { ...mapping.columns, Outlet: 'OutletCode' as const }, constants }
  const rows = (...all: string[]) => `${[`${header},Outlet`, ...all].join('\n')}\n`
  await bench.run(
    'sales',
    rows('OWN1,RING,,1,2024-03-05 10:00:00,10,77701,KL1', 'FAR1,RING,,1,2024-03-05 10:00:00,10,77702,PG1'),
    withOutlet,
  )

  const brought = await bench.run(
    'sales',
    rows(
      'OWN2,RING,,1,2024-03-06 10:00:00,10,77701,KL1',
      'FAR2,RING,,1,2024-03-06 10:00:00,10,77701,PG1',
      'OWN3,RING,,1,2024-03-06 10:00:00,10,77702,KL1',
    ),
    withOutlet,
    { outlet: 'KL1' },
  )
  expect(brought).toMatchObject({ Read: 3, Created: 1, Failed: 2 })
  expect(brought.Examples.map(({ Reason, Field, Value }) => [Reason, Field, Value])).toEqual([
    ['other_outlet', 'OutletCode', 'PG1'],
    ['other_outlet_customer', 'CustomerRef', '77702'],
  ])
  expect(
    await bench.sql(`select invoice_no from transaction_summary where invoice_no in ('OWN2', 'FAR2', 'OWN3')`),
  ).toEqual([{ invoice_no: 'OWN2' }])
})
