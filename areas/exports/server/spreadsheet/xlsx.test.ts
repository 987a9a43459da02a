import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, expect, test } from 'vitest'
import type { SheetCell, SheetCellKind } from './cells.ts'
import { createXlsxWriter } from './xlsx.ts'

// The tests read workbooks with a library that shares no code with the writer.

const folder = mkdtempSync(join(tmpdir(), 'carat-xlsx-'))
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0
const nextPath = () => join(folder, `${++files}.xlsx`)
const text = (value: string): SheetCell => ({ type: 'text', text: value })
const number = (exact: string): SheetCell => ({ type: 'number', exact })

const optionsOf = (
  kinds: readonly SheetCellKind[],
  { path = nextPath(), title = 'Members', aboutTitle = 'About' } = {},
) => ({
  path,
  title,
  aboutTitle,
  columns: kinds.map((kind, index) => ({ field: `f${index}`, label: `Column ${index}`, kind })),
  now: new Date('2026-11-22T04:00:00Z'),
  language: 'en' as const,
})

async function workbookWith(
  kinds: readonly SheetCellKind[],
  rows: readonly SheetCell[][],
  { about = [], ...titles }: { about?: SheetCell[][]; title?: string } = {},
) {
  const options = optionsOf(kinds, titles)
  const writer = createXlsxWriter(options)
  for (const row of rows) writer.row(row)
  await writer.written()
  await writer.end(about)
  return readXlsx(readFileSync(options.path), { readStyles: true })
}

test('workbook: a cell has the type of its value and the format of its column', async () => {
  const wall = new Date('2026-02-28T13:05:09Z')
  const row: SheetCell[] = [
    text('JC1'),
    number('-1234.5'),
    number('12'),
    { type: 'date', wall },
    { type: 'instant', wall },
  ]
  const { sheets, properties } = await workbookWith(['text', 'money', 'points', 'date', 'instant'], [row])
  const [sheet] = sheets
  expect(sheet!.rows[1]).toEqual(['JC1', -1234.5, 12, wall, wall])
  const formats = [0, 1, 2, 3, 4].map((column) => sheet!.cells!.get(`1,${column}`)?.style?.numFmt)
  expect(formats).toEqual([undefined, '#,##0.00', '#,##0', 'dd/mm/yyyy', 'dd/mm/yyyy hh:mm:ss AM/PM'])
  expect(sheet!.columns!.map(({ width }) => width)).toEqual([22, 16, 12, 12, 24])
  expect(sheet!.cells!.get('0,0')).toMatchObject({ value: 'Column 0', style: { font: { bold: true } } })
  expect(sheet!.freezePane).toEqual({ rows: 1 })
  expect(sheet!.autoFilter).toMatchObject({ range: 'A1:E2' })
  expect(properties).toMatchObject({ creator: 'Carat', created: new Date('2026-11-22T04:00:00Z') })
})

test('workbook: a number beyond 15 digits and a date before March 1900 are written as text', async () => {
  const cells: SheetCell[] = [
    number('1234567890123456'),
    { type: 'date', wall: new Date('1899-12-31T00:00:00Z') },
    null,
  ]
  const { sheets } = await workbookWith(['number', 'date', 'text'], [cells])
  expect(sheets[0]!.rows[1]!.slice(0, 2)).toEqual(['1234567890123456', '31/12/1899'])
})

test('workbook: texts are escaped for XML, and characters that XML cannot represent are left out', async () => {
  const texts = [' <b>&"\'  ', 'a\u0000\u0008b\ud800c', '💍 指輪\nx', '_x0041_', 'long '.repeat(8_000)]
  const { sheets } = await workbookWith(['text', 'text', 'text', 'text', 'text'], [texts.map(text)])
  expect(sheets[0]!.rows[1]).toEqual([texts[0], 'abc', texts[2], texts[3], `${'long '.repeat(6_400)} […]`])
})

test('workbook: the second sheet describes the export, with bold labels and wrapped values', async () => {
  const wall = new Date('2026-11-22T12:00:00Z')
  const about = [
    [text('Rows'), number('2')],
    [text('Exported at'), { type: 'instant' as const, wall }],
  ]
  const { sheets } = await workbookWith(['text'], [[text('a')], [null]], { about })
  expect(sheets.map(({ name }) => name)).toEqual(['Members', 'About'])
  expect(sheets[1]!.rows).toEqual([
    ['Rows', 2],
    ['Exported at', wall],
  ])
  const styleOf = (address: string) => sheets[1]!.cells!.get(address)?.style
  expect(styleOf('0,0')).toMatchObject({ font: { bold: true } })
  expect(styleOf('1,1')).toMatchObject({
    numFmt: 'dd/mm/yyyy hh:mm:ss AM/PM',
    alignment: { horizontal: 'left', wrapText: true },
  })
})

test.each([
  ['Sales: [all] of / a very long title of a list', 'Sales   all  of   a very long t'],
  ['about', 'about'],
  ['History', 'History_'],
  ["'''", 'Rows'],
])('workbook: the title %s becomes a valid sheet name', async (title, name) => {
  const { sheets } = await workbookWith(['text'], [], { title })
  expect(sheets[0]!.name).toBe(name)
  expect(new Set(sheets.map((sheet) => sheet.name.toLowerCase())).size).toBe(2)
})

test('workbook: the columns after the 26th have names of two letters', async () => {
  const kinds = Array.from({ length: 28 }, () => 'number' as const)
  const { sheets } = await workbookWith(kinds, [kinds.map((_, index) => number(String(index)))])
  expect(sheets[0]!.rows[1]).toEqual(kinds.map((_, index) => index))
  expect(sheets[0]!.autoFilter).toMatchObject({ range: 'A1:AB2' })
})

test('workbook: thousands of rows are written completely if the target accepts data slowly', async () => {
  const options = optionsOf(['text', 'number'])
  const writer = createXlsxWriter(options)
  for (let row = 0; row < 20_000; row++) {
    writer.row([text(`Row ${row} ${(row * 7919).toString(36)}`), number(String(row))])
    if (row % 500 === 0) await writer.written()
  }
  await writer.end([])
  const { sheets } = await readXlsx(readFileSync(options.path))
  expect(sheets[0]!.rows.slice(1).map(([, value]) => value)).toEqual(Array.from({ length: 20_000 }, (_, row) => row))
})

test('workbook: if the file cannot be written, waiting for the writer fails', async () => {
  const writer = createXlsxWriter(optionsOf(['text'], { path: join(folder, 'missing', 'a.xlsx') }))
  writer.row([text('a')])
  await expect(writer.end([])).rejects.toThrow('ENOENT')
})

test('workbook: if the writer is abandoned while rows are written, waiting for the writer fails', async () => {
  const writer = createXlsxWriter(optionsOf(['text']))
  for (let row = 0; row < 5_000; row++) writer.row([text(`Row ${row} ${(row * 7919).toString(36)}`.repeat(20))])
  writer.abandon()
  await expect(writer.written()).rejects.toThrow('Premature close')
})
