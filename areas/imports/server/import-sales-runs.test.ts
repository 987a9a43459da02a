import { expect, test } from 'vitest'
import { openDatabase } from '#kit/server/database.ts'
import { disagreements, ledgerSql } from '#tests/factories/imports.ts'
import { file, mapping, useSalesFiles } from '#tests/factories/sales-files.ts'

// Runs of a file of sales: tried, run twice, broken off and taken up again, they end in the same ledger.

const { bench } = useSalesFiles()

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
  await bench.run('sales', file('S1,RING,,1,2024-03-05 10:00:00,125.5,501'), mapping)
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
