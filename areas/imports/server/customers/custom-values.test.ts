import { beforeAll, expect, test } from 'vitest'
import { useImportBench } from '#tests/factories/imports.ts'
import { createFailedRowsCsv } from '../failed-rows.ts'

const bench = useImportBench()

beforeAll(() =>
  bench.sql(`
    insert into custom_field (object_type, custom_field_code, custom_field_name, field_type, is_mandatory_yn, sequence_no, field_list_id, status) values
      ('Customer', 'SIZE', 'Ring size', 'Number', 'Y', 1, null, 'Active'), ('Customer', 'METAL', 'Metal', 'Selection', 'N', 2, 'METALS', 'Active'),
      ('Customer', 'STONES', 'Stones', 'Multiple Selection', 'N', 3, 'METALS', 'Active'), ('Customer', 'MET', 'First met', 'Date', 'N', 4, null, 'Active'),
      ('Customer', 'SEEN', 'Last seen', 'Datetime', 'N', 5, null, 'Active'), ('Customer', 'MAIL', 'Second e-mail', 'Email', 'N', 6, null, 'Active'),
      ('Customer', 'NOTE', 'Note', 'Text', 'N', 7, null, 'Active'), ('Customer', 'OLD', 'Gone', 'Text', 'N', 8, null, 'Inactive'),
      ('Task', 'OTHER', 'Of tasks', 'Text', 'N', 1, null, 'Active');
    insert into custom_field_item (field_list_id, value, labels, sequence_no, status) values
      ('METALS', 'Gold', '{"fr": "Or"}', 1, 'Active'), ('METALS', 'Rose gold', '{}', 2, 'Active'), ('METALS', 'Lead', '{}', 3, 'Inactive');
    insert into lead_source (code, name, type, status) values ('WEB', 'Web form', 'Non-Event', 'Active')`),
)

const customFieldCodes = ['SIZE', 'METAL', 'STONES', 'MET', 'SEEN', 'MAIL', 'NOTE'] as const
type Cells = Partial<Record<(typeof customFieldCodes)[number], string>>
const mapping = {
  columns: {
    Ref: 'CustomerRef',
    Name: 'FullName',
    Phone: 'ContactNo',
    ...Object.fromEntries(customFieldCodes.map((code) => [code, `CustomValues.${code}`])),
  },
  constants: { OutletCode: 'KL1' },
  dates: { format: 'DD/MM/YYYY HH:mm:ss' },
}
let people = 0
const file = (...rows: Cells[]) =>
  [
    `Ref,Name,Phone,${customFieldCodes.join(',')}`,
    ...rows.map((cells) => {
      people++
      const customCells = customFieldCodes.map((code) => `"${cells[code] ?? ''}"`).join(',')
      return `R${people},"PERSON ${people}",0123${String(456_000 + people)},${customCells}`
    }),
  ].join('\n')
const customValuesOf = (created: string) =>
  bench.sql<{ custom_values: object }>('select custom_values from customer where external_ref = $1', created)

test('customer import: custom field values are read by the same rules as in forms', async () => {
  const result = await bench.run(
    'customers',
    file(
      {
        SIZE: ' 012.50',
        METAL: 'rose GOLD',
        STONES: 'or; Rose gold',
        MET: '28/02/2026',
        SEEN: '10/05/2026 02:30:00',
        MAIL: 'Ann@Mail.Example',
        NOTE: ' left hand ',
      },
      {},
    ),
    mapping,
  )
  expect(result).toMatchObject({ Read: 2, Created: 2, Failed: 0 })
  expect(await customValuesOf('R1')).toEqual([
    {
      custom_values: {
        SIZE: '12.5',
        METAL: 'Rose gold',
        STONES: ['Gold', 'Rose gold'],
        MET: '2026-02-28',
        SEEN: '2026-05-09T18:30:00Z',
        MAIL: 'ann@mail.example',
        NOTE: 'left hand',
      },
    },
  ])
  // Mandatory fields are required in forms, but not in files of older records.
  expect(await customValuesOf('R2')).toEqual([{ custom_values: {} }])
})

test('customer import: an invalid custom value fails its row beside other errors, and the corrected file is imported', async () => {
  const bad: [keyof Cells, string, string][] = [
    ['SIZE', 'twelve', 'not_a_number'],
    ['METAL', 'Lead', 'not_allowed'],
    ['STONES', 'Gold; Tin', 'not_allowed'],
    ['MET', '30/02/2026', 'not_a_date'],
    ['SEEN', 'yesterday', 'not_a_date'],
    ['MAIL', 'ann', 'not_allowed'],
    ['NOTE', 'x'.repeat(201), 'too_long'],
  ]
  const rows = [...bad.map(([code, value]) => ({ [code]: value })), { SIZE: 'a', METAL: 'b' }, { SIZE: '10' }]
  const text = file(...rows)
  const result = await bench.run('customers', text, mapping)
  expect(result).toMatchObject({ Read: 9, Created: 1, Skipped: 0, Failed: 8 })
  expect(result.Examples.map(({ Faults }) => Faults.map(({ Reason, Field }) => [Field, Reason]))).toEqual([
    ...bad.map(([code, , reason]) => [[`CustomValues.${code}`, reason]]),
    [
      ['CustomValues.SIZE', 'not_a_number'],
      ['CustomValues.METAL', 'not_allowed'],
    ],
  ])
  let failed = ''
  for await (const part of createFailedRowsCsv(bench.database.pool, result.job)) failed += part
  // The report shows the field's display name.
  expect(failed).toContain('Ring size is not a number: twelve')
  expect(failed).not.toContain('CustomValues.')
  const mended = failed
    .replace('twelve', '12')
    .replaceAll('Lead', 'Gold')
    .replace('Gold; Tin', 'Gold')
    .replace('30/02/2026', '28/02/2026')
    .replace('yesterday', '')
    .replace('"ann"', '""')
    .replace(',ann,', ',,')
    .replace('x'.repeat(201), 'x')
    .replace(',a,b,', ',9,Gold,')
  expect(await bench.run('customers', mended, mapping)).toMatchObject({ Read: 8, Created: 8, Failed: 0 })
})

test('lead import: custom field values are read, and columns for deactivated fields or fields of tasks are refused', async () => {
  const leads = { Name: 'FullName', Phone: 'ContactNo', Size: 'CustomValues.SIZE' }
  const text = 'Name,Phone,Size\nLEAD ONE,012-700 1001,14\nLEAD TWO,012-700 1002,big\n'
  const constants = { LeadSourceCode: 'WEB', OutletCode: 'KL1' }
  expect(await bench.run('leads', text, { columns: leads, constants })).toMatchObject({
    Read: 2,
    Created: 1,
    Failed: 1,
  })
  expect(await bench.sql('select custom_values from customer where full_name = $1', 'LEAD ONE')).toEqual([
    { custom_values: { SIZE: '14' } },
  ])
  const refused = {
    OLD: 'The custom field Gone is no longer active. Leave it out',
    OTHER: 'There is no custom field OTHER',
    NEVER: 'There is no custom field NEVER',
  }
  for (const [code, message] of Object.entries(refused)) {
    const columns = { ...leads, Size: `CustomValues.${code}` }
    await expect(bench.run('leads', text, { columns, constants })).rejects.toThrow(message)
  }
})
