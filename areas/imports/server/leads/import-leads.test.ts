import { beforeAll, expect, test } from 'vitest'
import { useImportBench } from '#tests/factories/imports.ts'
import { leadTargetFields } from '../../contract/mapping.ts'
import { createFailedRowsCsv } from '../failed-rows.ts'
import { formatRowReasons } from '../run.ts'

const bench = useImportBench()

const names = Object.keys(leadTargetFields) as (keyof typeof leadTargetFields)[]
type Cells = Partial<Record<keyof typeof leadTargetFields, string>>
const line = (cells: Cells) => names.map((name) => `"${cells[name] ?? ''}"`).join(',')
const file = (...rows: Cells[]) => `${[names.join(','), ...rows.map(line)].join('\n')}\n`
const mapping = { columns: Object.fromEntries(names.map((name) => [name, name])) }
const lead = (FullName: string, cells: Cells): Cells => ({
  FullName,
  LeadSourceCode: 'fair',
  OutletCode: 'KL1',
  ...cells,
})

type Options = Parameters<typeof bench.run>[3]
const run = (rows: Cells[], options?: Options) => bench.run('leads', file(...rows), mapping, options)

/** Returns row number, result and reason text of each row. */
async function resultsOf({ job }: { job: { import_id: string } }) {
  const rows = await bench.sql<{
    first_row: string
    result: string
    reason: string | null
    field: string
    value: string
    faults: never
  }>(
    'select first_row, result, reason, field, value, faults from import_row_result where import_id = $1 order by first_row',
    job.import_id,
  )
  return rows.map(({ first_row, result, reason, field, value, faults }) => [
    Number(first_row),
    result,
    result === 'Created' ? value : formatRowReasons(faults ?? [{ Reason: reason, Field: field, Value: value }]),
  ])
}
const memberOf = async (name: string) =>
  (
    await bench.sql<{ membership_no: string }>(
      'select membership_no from membership join customer using (customer_id) where full_name = $1',
      name,
    )
  )[0]!.membership_no

beforeAll(() =>
  bench.sql(`insert into lead_source (code, name, type, event_date, outlet_code, status) values
    ('FAIR', 'Wedding fair', 'Event', '2026-06-01', 'PG1', 'Active'), ('WEB', 'Web form', 'Non-Event', null, null, 'Active'),
    ('OLD', 'Fair of last year', 'Event', '2025-06-01', null, 'Inactive')`),
)

test('lead import: a row becomes a non-premium customer and a prospect of its source, with only the consent it states', async () => {
  const result = await run([
    lead('Nur Aisyah', { ContactNo: '012-345 6789', OutletCode: '', Remarks: 'Looks for a ring', ConsentYN: 'y' }),
    lead('Tan Ah Kow', { IdNo: '900101-14-5678', IdType: 'NRIC', Email: 'Kow@Mail.example' }),
  ])

  expect(result).toMatchObject({ Read: 2, Created: 2, Skipped: 0, Failed: 0 })
  expect(
    await bench.sql(
      `
      select c.full_name, c.id_type, c.id_no, c.id_not_given_yn, c.contact_no, c.email, c.registered_outlet_code, c.registration_source, c.remarks, m.member_type,
        s.code, p.import_id = $1 as of_import, (select jsonb_agg(channel || granted_yn) from customer_consent x where x.customer_id = c.customer_id) as consents
      from lead_prospect p join lead_source s using (lead_source_id) join customer c on c.customer_id = p.customer_id and c.lead_source_id = p.lead_source_id
      join membership m on m.customer_id = c.customer_id order by p.prospect_id`,
      result.job.import_id,
    ),
  ).toEqual([
    {
      full_name: 'NUR AISYAH',
      ...{ id_type: null, id_no: null, id_not_given_yn: 'Y', contact_no: '+60123456789', email: null },
      // A row without an outlet is registered at the outlet of the event.
      ...{ registered_outlet_code: 'PG1', registration_source: 'Import', remarks: 'Looks for a ring' },
      ...{ member_type: 'Non-Premium Member', code: 'FAIR', of_import: true, consents: ['ServiceY'] },
    },
    {
      full_name: 'TAN AH KOW',
      ...{ id_type: 'NRIC', id_no: '900101145678', id_not_given_yn: 'N', contact_no: null, email: 'kow@mail.example' },
      ...{ registered_outlet_code: 'KL1', registration_source: 'Import', remarks: null },
      ...{ member_type: 'Non-Premium Member', code: 'FAIR', of_import: true, consents: null },
    },
  ])
  expect(await resultsOf(result)).toEqual([
    [1, 'Created', await memberOf('NUR AISYAH')],
    [2, 'Created', await memberOf('TAN AH KOW')],
  ])
})

test('lead import: an existing customer stays unchanged and is recognised by either phone, identity number or merged record', async () => {
  const rows = await run([
    lead('First', { ContactNo: '012-200 0001', IdNo: 'A1000001' }),
    lead('Second', { ContactNo: '012-200 0002' }),
    lead('Gone', { ContactNo: '012-200 0003' }),
  ])
  expect(rows.Created).toBe(3)
  await bench.sql(`update customer set alternate_contact_no = '+60122000009' where full_name = 'FIRST'`)
  await bench.sql(
    `update customer set status = 'Merged', merged_into_customer_id = (select customer_id from customer where full_name = 'FIRST') where full_name = 'SECOND'`,
  )
  await bench.sql(`update customer set status = 'Deleted' where full_name = 'GONE'`)
  const before = await bench.sql(`select * from customer where full_name in ('FIRST', 'SECOND') order by 1`)

  const result = await run([
    lead('Somebody', { IdNo: 'a-100 0001', ContactNo: '012-200 0009' }),
    lead('Somebody', { ContactNo: '+60 12-200 0009' }),
    lead('Second', { ContactNo: '0122000002' }),
    lead('Gone again', { ContactNo: '012-200 0003' }),
  ])

  const first = await memberOf('FIRST')
  expect(result).toMatchObject({ Read: 4, Created: 1, Skipped: 3, Failed: 0 })
  expect(await resultsOf(result)).toEqual([
    [1, 'Skipped', `Already a customer, matched by IdNo: ${first}`],
    [2, 'Skipped', `Already a customer, matched by ContactNo: ${first}`],
    [3, 'Skipped', `Already a customer, matched by ContactNo of a record that was merged into ${first}`],
    [4, 'Created', await memberOf('GONE AGAIN')],
  ])
  expect(await bench.sql(`select * from customer where full_name in ('FIRST', 'SECOND') order by 1`)).toEqual(before)
})

const bad: Cells[] = [
  lead('', { ContactNo: '03-99', Email: 'invalid', ConsentYN: 'X', LeadSourceCode: 'NONE', OutletCode: 'XX9' }),
  lead('No number', {}),
  lead('Of last year', { ContactNo: '012-300 0001', LeadSourceCode: 'OLD' }),
  lead('No source', { ContactNo: '012-300 0002', LeadSourceCode: '' }),
  lead('No outlet', { ContactNo: '012-300 0003', LeadSourceCode: 'WEB', OutletCode: '' }),
  lead('N'.repeat(151), { ContactNo: '012-300 0004' }),
  lead('Good', { ContactNo: '012-300 0005' }),
  lead('Bad id', { IdNo: '#12', IdType: 'Ticket' }),
]

test('lead import: each faulty row has all its errors, valid rows are imported, and corrected rows can be imported again', async () => {
  const foretold = await run(bad, { dryRun: true })
  expect(foretold).toMatchObject({ Read: 8, Created: 1, Skipped: 0, Failed: 7 })
  expect(await bench.sql(`select from customer where full_name = 'GOOD'`)).toEqual([])

  const result = await run(bad)
  expect(result).toMatchObject({ Read: 8, Created: 1, Skipped: 0, Failed: 7 })
  const rows = await resultsOf(result)
  expect(rows.map(([row, outcome, text]) => [row, outcome, outcome === 'Created' ? '' : text])).toEqual([
    [
      1,
      'Failed',
      [
        'FullName is missing',
        'Email is not one of the values allowed: invalid',
        'ContactNo is not one of the values allowed: 03-99',
        'There is no active lead source NONE',
        'There is no outlet XX9',
        'ConsentYN is not one of the values allowed: X',
      ].join('; '),
    ],
    [2, 'Failed', 'A phone number or an identity number is required'],
    [3, 'Failed', 'There is no active lead source OLD'],
    [4, 'Failed', 'LeadSourceCode is missing'],
    [5, 'Failed', 'OutletCode is missing'],
    [6, 'Failed', `FullName is too long: ${'N'.repeat(60)}`],
    [7, 'Created', ''],
    [8, 'Failed', 'IdNo is not one of the values allowed: …#12; IdType is not one of the values allowed: Ticket'],
  ])

  let csv = ''
  for await (const part of createFailedRowsCsv(bench.database.pool, result.job)) csv += part
  const mended = csv
    .split('\r\n')
    .slice(1, -1)
    .map((_, index) => lead(`Mended ${index}`, { ContactNo: `012-400 000${index}` }))
  expect(mended).toHaveLength(7)
  const text = [csv.split('\r\n')[0]!.replace('\ufeff', ''), ...mended.map((row) => `${line(row)},1,"because"`)].join(
    '\n',
  )
  expect(await bench.run('leads', `${text}\n`, mapping)).toMatchObject({ Read: 7, Created: 7, Skipped: 0, Failed: 0 })
})

test('lead import: several rows of one person create one customer, and a second run creates none', async () => {
  const rows = [
    lead('Bad first', { ContactNo: '012-500 0001', Email: 'broken' }),
    lead('Ann', { ContactNo: '012-500 0001', IdNo: 'B1' }),
    lead('Ann once more', { ContactNo: '012 5000002', IdNo: 'B-1' }),
    lead('Ben', { ContactNo: '012-500 0002', IdNo: 'B2' }),
    lead('Ben by phone', { ContactNo: '+60125000002' }),
  ]
  const result = await run(rows)
  expect(result).toMatchObject({ Read: 5, Created: 2, Skipped: 2, Failed: 1 })
  expect((await resultsOf(result)).slice(1)).toEqual([
    [2, 'Created', await memberOf('ANN')],
    [3, 'Skipped', 'The same person as in row 2, matched by IdNo'],
    [4, 'Created', await memberOf('BEN')],
    [5, 'Skipped', 'The same person as in row 4, matched by ContactNo'],
  ])
  const countProspects = 'select count(*) from lead_prospect'
  const before = await bench.sql(countProspects)
  expect(await run(rows)).toMatchObject({ Read: 5, Created: 0, Skipped: 4, Failed: 1 })
  expect(await bench.sql(countProspects)).toEqual(before)
})

test('lead import: outlet staff import leads of their own outlet and see no customers of other outlets', async () => {
  await run([lead('Of George Town', { ContactNo: '012-600 0001', OutletCode: 'PG1' })])
  const result = await run(
    [
      lead('Of George Town', { ContactNo: '012-600 0001' }),
      lead('Own', { ContactNo: '012-600 0002', LeadSourceCode: 'WEB', OutletCode: '' }),
      lead('Elsewhere', { ContactNo: '012-600 0003', OutletCode: 'PG1' }),
    ],
    { outlet: 'KL1' },
  )
  expect(await resultsOf(result)).toEqual([
    [1, 'Skipped', 'Already a customer of another outlet, matched by ContactNo'],
    [2, 'Created', await memberOf('OWN')],
    [3, 'Failed', 'Only rows of your own outlet can be imported: PG1'],
  ])
})

test('lead import: a customer who registers during the run is not registered twice', async () => {
  const rows = [1, 2, 3].map((n) => lead(`Quick ${n}`, { ContactNo: `012-700 000${n}`, IdNo: `Q${n}` }))
  // A counter registers the third customer while the first is written.
  await bench.sql(`
    create function counter_is_quicker() returns trigger language plpgsql as $$ begin
      insert into customer (full_name, id_type, id_no, registered_outlet_code, registration_source, status)
      values ('AT THE COUNTER', 'Other', 'Q3', 'KL1', 'CRM', 'Active') on conflict do nothing;
      return null;
    end $$;
    create trigger counter_is_quicker after insert on lead_prospect for each row
      when (new.customer_id is not null) execute function counter_is_quicker();`)
  const result = await run(rows, { chunkLines: 2 }).finally(() =>
    bench.sql('drop trigger counter_is_quicker on lead_prospect; drop function counter_is_quicker()'),
  )
  expect(result).toMatchObject({ Read: 3, Created: 2, Skipped: 1 })
  expect((await resultsOf(result))[2]).toMatchObject([3, 'Skipped', expect.stringContaining('matched by IdNo')])
})
