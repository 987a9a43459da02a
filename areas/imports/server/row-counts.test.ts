import { randomBytes } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { useImportBench } from '#tests/factories/imports.ts'
import type { MappingInput } from '../contract/mapping.ts'
import { type ImportKind, importRowReasons } from '../contract.ts'
import { createFailedRowsCsv } from './failed-rows.ts'

// No import stops at a bad row or loses a row, in any kind of file.
// Created, skipped and failed rows add up to the rows read, each with its reason.
// A second run of the same file creates nothing.

const bench = useImportBench()
const keys = { secret: randomBytes(32), earlierSecret: null }

beforeAll(async () => {
  await bench.sql(
    `insert into lead_source (code, name, type, status) values ('WEB', 'Web form', 'Non-Event', 'Active')`,
  )
  await bench.sql(`
    with person as (
      insert into customer (full_name, member_type, registered_outlet_code, registration_source, id_not_given_yn)
      values ('OPENED', 'Premium Member', 'KL1', 'CRM', 'Y') returning customer_id)
    insert into membership (membership_no, customer_id, card_group_id, card_category_code, member_type, join_date, activated_at, cycle_start, cycle_end, status)
    select 'OPEN23', customer_id, 1, 'CLASSIC', 'Premium Member', '2025-01-01', '2025-01-01', '2025-01-01', '2025-12-31', 'Active' from person`)
})

type File = {
  header: string
  good: string
  faulty: string
  reason: keyof typeof importRowReasons
  mapping?: Partial<MappingInput>
}
const files: Record<ImportKind, File> = {
  customers: {
    ...{ header: 'CustomerRef,FullName,OutletCode', good: 'R23,Ali,KL1', faulty: 'R24,,KL1', reason: 'missing' },
  },
  leads: {
    header: 'FullName,ContactNo,LeadSourceCode,OutletCode',
    ...{ good: 'Lead,012-900 1001,WEB,KL1', faulty: 'Lead,03-99,WEB,KL1', reason: 'not_allowed' },
  },
  'opening-balances': {
    header: 'MembershipNo,Points,ExpiryDate',
    ...{ good: 'OPEN23,100,2027-12-31', faulty: 'OPEN23,many,2027-12-31', reason: 'not_a_number' },
    mapping: { dates: { format: 'YYYY-MM-DD' } },
  },
  postcodes: {
    ...{ header: 'Postcode,City,State', good: '23000,Dungun,Terengganu', faulty: '2300A,Dungun,Terengganu' },
    reason: 'not_allowed',
  },
  sales: {
    header: 'InvoiceNo,ItemCode,Quantity,PerformedAt,UnitPrice',
    good: 'S23,RING,1,2024-03-05 10:00:00,100',
    ...{ faulty: 'S24,RING,one,2024-03-05 10:00:00,100', reason: 'not_a_number' },
    mapping: { constants: { OutletCode: 'KL1', Brand: 'Carat' } },
  },
  vouchers: {
    header: 'VoucherNo,SecurityCode,VoucherType,Value,ExpiryDate',
    ...{
      good: 'V-23,CODE-ONE,G,100,31/12/2027',
      faulty: 'V-24,CODE-TWO,X,100,31/12/2027',
      reason: 'not_a_voucher_type',
    },
    mapping: { goodRows: true },
  },
}

test.each(Object.entries(files))(
  'import of %s: the number of rows read equals the number of created, skipped and failed rows',
  async (kind, { header, good, faulty, reason, mapping }) => {
    const names = header.split(',')
    const columns = Object.fromEntries(names.map((name) => [name, name]))
    const lines = [good, faulty, `${good},more`, 'Z23', good.replace(/[A-Z0-9]/i, 'x\0'), good]
    const run = () =>
      bench.run(kind as ImportKind, `${[header, ...lines].join('\n')}\n`, { columns, ...mapping }, { keys })
    const first = await run()
    expect(first.Read).toBe(lines.length)
    expect(first.Created + first.Skipped + first.Failed).toBe(lines.length)
    expect(first.Created).toBeGreaterThan(0)
    expect(first.Failed).toBeGreaterThanOrEqual(4)
    // Each row that was not created has a reason, and the bad row has the expected reason.
    const reasons = first.Reasons.map(({ Reason }) => Reason)
    // A row counts once for each distinct reason.
    expect(first.Reasons.reduce((rows, { Rows }) => rows + Rows, 0)).toBeGreaterThanOrEqual(
      first.Skipped + first.Failed,
    )
    expect(reasons).toEqual(expect.arrayContaining([reason, 'wrong_columns', 'unreadable']))
    let csv = ''
    for await (const part of createFailedRowsCsv(bench.database.pool, first.job)) csv += part
    expect(csv.trim().split('\r\n')).toHaveLength(1 + first.Failed)

    const second = await run()
    expect(second).toMatchObject({ Read: lines.length, Created: 0 })
    expect(second.Skipped).toBeGreaterThan(0)
    expect(second.Skipped + second.Failed).toBe(lines.length)
  },
)

test('imports: every reason code of a failed row occurs in a test', () => {
  const tests = globSync('areas/imports/**/*.test.ts').map((file) => readFileSync(file, 'utf8'))
  const sentence = (text: string) =>
    text
      .split(/\{\w+\}/)
      .toSorted((a, b) => b.length - a.length)[0]!
      .trim()
  const isMet = ([reason, text]: [string, string]) =>
    tests.some((source) => new RegExp(`['" ]${reason}['"]`).test(source) || source.includes(sentence(text)))
  expect(Object.entries(importRowReasons).filter((entry) => !isMet(entry))).toEqual([])
})
