import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, expect, test } from 'vitest'
import { uploadTo } from '#tests/factories/uploads.ts'
import { jobContext, useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'
import { runQueuedImports } from './background.ts'

const dataDir = join(tmpdir(), `carat-test-${process.pid}`)
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const app = useApp()
const upload = uploadTo(app)
const columns = { Code: 'Postcode', Town: 'City', State: 'State' }
const header = Object.keys(columns)

/** An Excel file with a hidden sheet before the visible one, in which a filter hides two rows. */
async function twoSheets() {
  const sheets = [
    { name: 'Old', hidden: true, rows: [header, ['11111', 'Old town', 'Johor']] },
    {
      name: 'Towns',
      rows: [header, ['22221', 'One', 'Johor'], ['22222', 'Two', 'Johor'], ['22223', 'Three', 'Johor']],
      rowDefs: new Map([2, 3].map((row) => [row, { hidden: true }])),
    },
  ]
  return Buffer.from(await writeXlsx({ sheets, activeSheet: 1 }))
}

const dryRun = async (ImportId: string, Mapping: object) =>
  (await app.call(contract.dryRunImport, { ImportId, Mapping: { columns, ...Mapping } })).body

test('workbook import: the visible sheet is read, the other sheets are listed, and hidden rows are counted', async () => {
  const { body } = await upload(await twoSheets(), { name: 'towns.xlsx' })
  expect(body).toMatchObject({
    Columns: header,
    Sample: [['22221', 'One', 'Johor'], { length: 3 }, { length: 3 }],
    Workbook: {
      Sheet: 'Towns',
      Sheets: [
        { Name: 'Old', Hidden: true },
        { Name: 'Towns', Hidden: false },
      ],
      HiddenRows: 2,
    },
  })
  expect(await dryRun(body.ImportId, {})).toMatchObject({ Read: 3, Created: 3 })
  expect(await dryRun(body.ImportId, { hiddenRows: 'skip' })).toMatchObject({ Read: 1, Created: 1 })
  expect(await dryRun(body.ImportId, { sheet: 'Old' })).toMatchObject({ Read: 1, Created: 1 })
})

test('workbook import: another sheet can be previewed, and a run imports the sheet that its mapping names', async () => {
  const { ImportId } = (await upload(await twoSheets(), { name: 'towns.xlsx' })).body
  const read = (sheet: string) => app.call(contract.readImport, { ImportId, Format: { sheet } })
  expect((await read('Old')).body).toMatchObject({
    Sample: [['11111', 'Old town', 'Johor']],
    Workbook: { HiddenRows: 0 },
  })
  expect(await read('None')).toMatchObject({ status: 400, refusal: { code: 'imports.no_sheet' } })
  await app.call(contract.runImport, { ImportId, Mapping: { columns, sheet: 'Old' } })
  await runQueuedImports(jobContext(app, { services: {} as never, dataDir }))
  expect((await app.call(contract.getImport, { ImportId })).body).toMatchObject({
    Created: 1,
    Failed: 0,
    Level: 'success',
  })
  expect(await app.sql(`select city from postcode where postcode = '11111'`)).toContainEqual({ city: 'Old town' })
})

test('workbook import: title rows above the header are skipped, and a column without a name gets one', async () => {
  const rows = [
    ...[['Postcodes of Johor'], ['January 2026'], [], [...header, '', 'Note']],
    ['33331', 'Muar', 'Johor', 'x', 'y'],
    ['33332', 'Segamat', 'Johor'],
  ]
  const report = await writeXlsx({ sheets: [{ name: 'Report', rows }] })
  const { body } = await upload(Buffer.from(report), { name: 'report.xlsx' })
  expect(body).toMatchObject({ HeaderRow: 3, Columns: [...header, 'Column 4', 'Note'] })
  const result = await dryRun(body.ImportId, { headerRow: 3 })
  expect(result).toMatchObject({ Read: 2, Created: 2, Figures: { Rows: 2 } })
  expect(result.Figures).not.toHaveProperty('ShortRows')
})

test('CSV import: title rows, rows of separators and rows without their empty last cells are read', async () => {
  const csv = '"Report; all",2026,,\n,,,\nCode,Town,State,Note\n44441,Muar,Johor\n,,,\n\n44442,Kluang,Johor,x\n'
  const { body } = await upload(csv)
  expect(body).toMatchObject({ HeaderRow: 2, Columns: [...header, 'Note'] })
  const first = await app.call(contract.readImport, { ImportId: body.ImportId, Format: { headerRow: 1 } })
  expect(first.body).toMatchObject({ HeaderRow: 1, Columns: ['Report; all', '2026', 'Column 3', 'Column 4'] })
  expect(await dryRun(body.ImportId, { headerRow: 2 })).toMatchObject({
    ...{ Read: 2, Created: 2, Failed: 0 },
    Figures: { ShortRows: 1 },
  })
  const plain = (await upload('Code,Town,State\n,,\n55551,Muar,Johor\n" ",,\n')).body
  expect(await dryRun(plain.ImportId, {})).toMatchObject({ Read: 1, Created: 1, Failed: 0 })
})

const compound = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])

test.each([
  ['protected by a password', Buffer.concat([compound, Buffer.alloc(600), Buffer.from('EncryptedPackage', 'utf16le')])],
  [
    'a workbook of Excel 97-2003 (.xls)',
    Buffer.concat([compound, Buffer.alloc(600), Buffer.from('Workbook', 'utf16le')]),
  ],
])('workbook import: a file that is %s is refused with that reason', async (reason, content) => {
  const { status, refusal } = await upload(content, { name: 'book.xls' })
  expect(status).toBe(400)
  expect(refusal.message).toContain(reason)
})
