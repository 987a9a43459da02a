import { expect, test } from 'vitest'
import { openDatabase } from '#kit/server/database.ts'
import { ledgerDisagreementsSql, ledgerSql } from '#tests/factories/imports.ts'
import { file, salesFileMapping, useSalesFiles } from '#tests/factories/sales-files.ts'

// Tests that a dry run, a second run and an interrupted run of a sales file lead to the same ledger.

const { bench } = useSalesFiles()

test('sales import: the ledger is as expected for customers with returns, customers without returns and walk-in sales', async () => {
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
    salesFileMapping,
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

test('sales import: a dry run reports what a run would do and changes nothing', async () => {
  await bench.run('sales', file('S1,RING,,1,2024-03-05 10:00:00,125.5,501'), salesFileMapping)
  const csv = file(
    'Y1,RING,,1,2024-01-01 10:00:00,1000,701',
    'CY1,RING,,-1,2024-01-02 10:00:00,1000,701',
    'S1,PIN,,1,2024-03-05 10:00:00,1,501',
  )
  const before = await bench.sql(ledgerSql)

  const result = await bench.run('sales', csv, salesFileMapping, { dryRun: true })

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

// Random purchases and returns; the invoices of different customers are mixed.
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

test('sales import: a second run changes nothing, and an interrupted run has the same result when it is run again', async () => {
  const csv = bigFile()
  const [whole, broken] = [await bench.again(), await bench.again()]
  const small = { chunkLines: 50 }
  const wholeDatabase = openDatabase({ url: whole.url, max: 1 })
  const interruptedDatabase = openDatabase({ url: broken.url, max: 1 })
  const ledgerRows = async (database: typeof wholeDatabase) => (await database.pool.query(ledgerSql)).rows[0].books
  try {
    const result = await bench.run('sales', csv, salesFileMapping, { ...small, url: whole.url })
    const expected = await ledgerRows(wholeDatabase)
    expect(expected.ledger.length).toBeGreaterThan(200)
    expect((await wholeDatabase.pool.query(ledgerDisagreementsSql)).rows).toEqual([])

    const again = await bench.run('sales', csv, salesFileMapping, { ...small, url: whole.url })
    expect(again).toMatchObject({ Read: result.Read, Created: 0, Skipped: result.Read, Failed: 0 })
    expect(await ledgerRows(wholeDatabase)).toEqual(expected)

    // Each attempt is stopped at another invoice, after some batches are committed.
    for (const invoice of ['B60', 'B190', 'B333']) {
      await interruptedDatabase.pool.query(`
        create or replace function stop_here() returns trigger language plpgsql as $$ begin if new.invoice_no in ('${invoice}', 'C${invoice}') then raise 'stopped'; end if; return new; end $$;
        create or replace trigger stop_here before insert on transaction_summary for each row execute function stop_here()`)
      await bench.run('sales', csv, salesFileMapping, { ...small, url: broken.url }).catch(() => {})
    }
    await interruptedDatabase.pool.query('drop trigger stop_here on transaction_summary')
    const writtenSales = Number(
      (await interruptedDatabase.pool.query('select count(*) from transaction_summary')).rows[0].count,
    )
    expect(writtenSales).toBeGreaterThan(50)
    expect(writtenSales).toBeLessThan(400)
    const finalRun = await bench.run('sales', csv, salesFileMapping, { ...small, url: broken.url })
    expect(finalRun.Created + finalRun.Skipped).toBe(result.Read)
    expect(finalRun.Skipped).toBeGreaterThan(0)
    expect(await ledgerRows(interruptedDatabase)).toEqual(expected)
    expect((await interruptedDatabase.pool.query(ledgerDisagreementsSql)).rows).toEqual([])
    expect(
      (await interruptedDatabase.pool.query('select status, message from import_job order by created_at')).rows,
    ).toEqual([
      ...Array(3).fill({ status: 'Failed', message: 'The import stopped: stopped' }),
      { status: 'Completed', message: null },
    ])
  } finally {
    await wholeDatabase.end()
    await interruptedDatabase.end()
  }
})

test('sales import: the ledger of every member is consistent after all runs', async () => {
  expect(await bench.sql(ledgerDisagreementsSql)).toEqual([])
})
