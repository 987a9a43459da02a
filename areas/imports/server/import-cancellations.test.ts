import { expect, test } from 'vitest'
import { ledgerDisagreementsSql } from '#tests/factories/imports.ts'
import { file, salesFileMapping, useSalesFiles } from '#tests/factories/sales-files.ts'

// Tests cancellations in a sales file: the sale that each one takes back, and the points.

const { bench, oneSale } = useSalesFiles()

test('cancellation import: a cancellation returns the latest earlier sale of the customer with enough of the item left', async () => {
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
    salesFileMapping,
  )

  expect(result.Figures).toMatchObject({
    CancellationRows: 6,
    CancellationRowsMatched: 3,
    CancellationRowsUnmatched: 3,
  })
  const cancelledSales = await bench.sql<{ invoice_no: string }>(
    `select invoice_no, original_invoice_no, reversed_points, net_amount from transaction_summary where invoice_no ~ '^C?M' order by performed_at, invoice_no`,
  )
  expect(cancelledSales).toEqual([
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

test('cancellation import: if its lines are of several sales, each line refers to its sale and the cancellation to none', async () => {
  await bench.run(
    'sales',
    file(
      'K1,RING,,1,2024-01-01 10:00:00,100,603',
      'K2,PIN,,1,2024-01-02 10:00:00,50,603',
      'CK,RING,,-1,2024-01-03 10:00:00,100,603',
      'CK,PIN,,-1,2024-01-03 10:00:00,50,603',
      'CK,POST,Postage,-1,2024-01-03 10:00:00,5,603',
    ),
    salesFileMapping,
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

test('cancellation import: a till can return exactly the quantity that the imported cancellations left', async () => {
  await bench.run(
    'sales',
    file(
      'P1,RING,,3,2024-01-01 10:00:00,33.33,605',
      'P2,PIN,,1,2024-01-02 10:00:00,50,605',
      'CP,RING,,-1,2024-01-03 10:00:00,33.34,605',
      'CP,PIN,,-1,2024-01-03 10:00:00,50,605',
    ),
    salesFileMapping,
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

test('cancellation import: points that paid for a sale are refunded only once', async () => {
  await bench.run('sales', file('PW1,RING,,2,2024-01-01 10:00:00,500,698'), salesFileMapping)
  const [{ membership_no }] = (await bench.sql(
    `select membership_no from membership join customer using (customer_id) where external_ref = '698'`,
  )) as [{ membership_no: string }]
  await bench.sql(
    `select debit_points($1, 'Redeem', 60, '2024-02-01', '{"ObjectType":"Invoice","ObjectValue":"PW1","SourceKey":"redeem:Invoice:PW1"}')`,
    membership_no,
  )
  const returns = file('CPW1,RING,,-1,2024-03-01 10:00:00,500,698', 'CPW2,RING,,-1,2024-03-02 10:00:00,500,698')
  await bench.run('sales', returns, salesFileMapping)
  await bench.run('sales', returns, salesFileMapping)
  expect(
    await bench.sql(
      `select sum(points)::int as points, min(invoice_no) ~ '^CPW' as named from point_history where membership_no = $1 and transaction_type = 'Redeem Refund'`,
      membership_no,
    ),
  ).toEqual([{ points: 60, named: true }])
  expect(await bench.sql(ledgerDisagreementsSql)).toEqual([])
})

test('cancellation import: points of a returned sale that were already spent become arrears, which the next sale pays', async () => {
  await bench.run('sales', file('D1,RING,,1,2024-01-01 10:00:00,1000,604'), salesFileMapping)
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
    salesFileMapping,
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

test('cancellation import: the ledger of every member is consistent after all imports', async () => {
  expect(await bench.sql(ledgerDisagreementsSql)).toEqual([])
})
