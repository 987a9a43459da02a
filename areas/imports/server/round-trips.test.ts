import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCellReader, createCsvWriter, createXlsxWriter, type SheetCellKind } from '#areas/exports/server/index.ts'
import { openDatabase } from '#kit/server/database.ts'
import { useImportBench } from '#tests/factories/imports.ts'
import { FileFormat, type MappingInput, targetFieldsByKind } from '../contract/mapping.ts'
import { createTemplateCsv } from '../contract/template.ts'
import { ImportKind } from '../contract.ts'
import { createFailedRowsCsv } from './failed-rows.ts'
import { readColumnsAndFirstRows } from './staging/file.ts'

// Tests that exports and templates of Carat are imported without a changed value.

const bench = useImportBench()
const keys = { secret: randomBytes(32), earlierSecret: null }
const zone = 'Asia/Kuala_Lumpur'
const dates = { format: 'DD/MM/YYYY HH:mm:ss' }

let folder: string
let files = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carat-own-files-'))
})
afterAll(() => rm(folder, { recursive: true }))

type Row = Record<string, string | null>
type Kinds = Record<string, SheetCellKind>

/** Writes the rows with the export writers; returns the file's path. */
async function exported(rows: readonly Row[], kinds: Kinds, writer = createCsvWriter) {
  const columns = Object.entries(kinds).map(([field, kind]) => ({ field, label: field, kind }))
  const path = join(folder, `${++files}`)
  const now = new Date('2026-06-15T04:00:00Z')
  const sheet = writer({ path, title: 'Rows', aboutTitle: 'About', columns, now, language: 'en' })
  const cells = columns.map((column) => createCellReader(column, zone))
  for (const row of rows) sheet.row(cells.map((cell) => cell(row)))
  await sheet.end([])
  return path
}

const mappingOf = (kinds: Kinds, more: Partial<MappingInput> = {}): MappingInput => ({
  columns: Object.fromEntries(Object.keys(kinds).map((field) => [field, field])),
  dates,
  ...more,
})

/** Imports exported rows, then exports the stored rows and imports them into another company. Returns both sets of stored rows. */
async function importTwice(
  kind: ImportKind,
  rows: readonly Row[],
  kinds: Kinds,
  mapping: MappingInput,
  stored: string,
) {
  const first = await bench.run(kind, await readFile(await exported(rows, kinds)), mapping)
  expect(first).toMatchObject({ Created: rows.length, Failed: 0 })
  const once = await bench.sql<Row>(stored)
  const { url } = await bench.again()
  const second = await bench.run(kind, await readFile(await exported(once, kinds)), mapping, { url })
  expect(second).toMatchObject({ Created: rows.length, Failed: 0 })
  const database = openDatabase({ url, max: 1 })
  const { rows: twice } = await database.pool.query<Row>(stored)
  await database.end()
  return { once, twice }
}

const texts = ['=1+1', '-5 Jalan Ampang', "'=1+1", "''@home", '+60 3', "O'Brien", "'quoted'", ' @ blank, "quoted"']

describe('import of an exported file', () => {
  const customers: Kinds = {
    CustomerRef: 'text',
    FullName: 'text',
    ContactNo: 'text',
    Email: 'text',
    DateOfBirth: 'date',
    Remarks: 'text',
    MembershipNo: 'text',
  }
  const people = texts.map((text, index) => ({
    CustomerRef: `-R${index}`,
    FullName: `@NAME ${index}`,
    ContactNo: `+6012345678${index}`,
    Email: index === 0 ? null : `+mei${index}@mail.example`,
    DateOfBirth: '1990-12-31',
    Remarks: text.trim(),
    MembershipNo: `JC00000001${index}8`,
  }))

  test('import of an exported file: customers keep all values through two rounds', async () => {
    const mapping = mappingOf(customers, { constants: { OutletCode: 'KL1', MemberType: 'Premium Member' } })
    const { once, twice } = await importTwice(
      'customers',
      people,
      customers,
      mapping,
      `select external_ref as "CustomerRef", full_name as "FullName", contact_no as "ContactNo", email as "Email", date_of_birth::text as "DateOfBirth",
         remarks as "Remarks", membership_no as "MembershipNo" from customer join membership using (customer_id) order by external_ref`,
    )
    expect(once).toEqual(people)
    expect(twice).toEqual(people)
  })

  test('import of an exported file: sales keep all times, amounts and texts through two rounds', async () => {
    const sales: Kinds = {
      InvoiceNo: 'text',
      PerformedAt: 'instant',
      Quantity: 'number',
      UnitPrice: 'money',
      NetAmount: 'money',
      ItemCode: 'text',
      Description: 'text',
    }
    // 2 a.m., noon, midnight, the afternoon and a second before midnight, in the business zone.
    const moments = [
      '2026-01-30T18:05:09',
      '2026-01-31T04:00:00',
      '2026-01-31T16:00:00',
      '2026-02-01T06:05:09',
      '2026-02-01T15:59:59',
    ]
    const lines = moments.map((moment, index) => ({
      InvoiceNo: `-S${index}`,
      PerformedAt: `${moment}Z`,
      Quantity: '2',
      UnitPrice: index === 4 ? '-1234.50' : '1234.50',
      NetAmount: index === 4 ? '-2469.00' : '2469.00',
      ItemCode: '=RING',
      Description: texts[index]!,
    }))
    const mapping = mappingOf(sales, {
      constants: { OutletCode: 'KL1', Brand: 'Carat' },
      ensureRules: { Brands: ['Carat'] },
    })
    const { once, twice } = await importTwice(
      'sales',
      lines,
      sales,
      mapping,
      `select invoice_no as "InvoiceNo", to_char(performed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "PerformedAt", trim_scale(quantity)::text as "Quantity",
         round(unit_price, 2)::text as "UnitPrice", d.net_amount::text as "NetAmount", item_code as "ItemCode", description as "Description"
       from transaction_summary join transaction_detail d using (transaction_id) order by invoice_no`,
    )
    expect(once).toEqual(lines)
    expect(twice).toEqual(lines)
  })

  test('import of an exported file: a workbook of leads keeps phone numbers and texts, and the preview shows them unchanged', async () => {
    await bench.sql(`insert into lead_source (code, name, type, outlet_code) values ('FAIR', 'Fair', 'Event', 'KL1')`)
    const leads: Kinds = { FullName: 'text', ContactNo: 'text', Remarks: 'text' }
    const prospects = texts.map((text, index) => ({
      FullName: `=LEAD ${index}`,
      ContactNo: `+6011234567${index}0`,
      Remarks: text.trim(),
    }))
    const path = await exported(prospects, leads, createXlsxWriter)
    const { sample } = await readColumnsAndFirstRows(path, FileFormat.parse({}))
    expect(sample).toEqual(prospects.map((row) => Object.values(row)))
    const constants = { LeadSourceCode: 'FAIR', OutletCode: 'KL1', ConsentYN: 'Y' }
    const result = await bench.run('leads', await readFile(path), mappingOf(leads, { constants, dates: {} }))
    expect(result).toMatchObject({ Created: prospects.length, Failed: 0 })
    expect(
      await bench.sql(
        `select full_name as "FullName", contact_no as "ContactNo", remarks as "Remarks" from customer join lead_prospect using (customer_id) order by 1`,
      ),
    ).toEqual(prospects)
  })
})

/** Two rows of each kind that fail, the second one with too few cells. */
const faulty: Record<ImportKind, { rows: string[]; mapping: MappingInput }> = {
  customers: { rows: ['CustomerRef,FullName,OutletCode', '=F1,,KL1', '=F2'], mapping: { columns: {} } },
  sales: {
    rows: ['InvoiceNo,PerformedAt,Quantity,UnitPrice', '-F1,2026-01-31,one,"=1,5"', '-F2'],
    mapping: { columns: {}, constants: { OutletCode: 'KL1', Brand: 'All' } },
  },
  'opening-balances': { rows: ['MembershipNo,Points,Remark', "=60,1.5,'=1", '=61'], mapping: { columns: {} } },
  postcodes: { rows: ['Postcode,City,State', '5045,"-Kuala, Lumpur",@', '5046'], mapping: { columns: {} } },
  vouchers: {
    rows: ['VoucherNo,SecurityCode,VoucherType,Value,ExpiryDate', '=V 1,CODE,Z,1,31/12/2027', '=V 2'],
    mapping: { columns: {} },
  },
  leads: { rows: ['FullName,ContactNo,LeadSourceCode', '=LEAD,+6012,NONE', '=LEAD 2'], mapping: { columns: {} } },
}

test.each(ImportKind.options)(
  'failed rows of %s keep their values and reasons if they are imported and exported three times',
  async (kind) => {
    const { rows, mapping } = faulty[kind]
    const fields = rows[0]!.split(',')
    const columns = Object.fromEntries(fields.map((field) => [field, field]))
    let csv = rows.join('\n')
    const rounds: string[] = []
    for (let round = 0; round < 3; round++) {
      const result = await bench.run(kind, csv, { ...mapping, columns }, { keys })
      expect(result).toMatchObject({ Read: 2, Created: 0, Failed: 2 })
      csv = ''
      for await (const part of createFailedRowsCsv(bench.database.pool, result.job)) csv += part
      rounds.push(csv)
    }
    expect(rounds[0]).toContain(`${rows[2]!.replace(/^(?=[=+-])/, "'")},`)
    // Security codes are never written, so the second and third round lack them.
    const first = kind === 'vouchers' ? rounds[1] : rounds[0]
    expect(rounds.slice(1)).toEqual([first, first])
  },
)

test.each(ImportKind.options)('template: the template for %s can be imported unchanged', async (kind) => {
  const { url } = await bench.again()
  const database = openDatabase({ url, max: 1 })
  await database.pool.query(`
    insert into lead_source (code, name, type, outlet_code) values ('BRIDAL-2026', 'Bridal', 'Event', 'KL1');
    insert into list_item (list_name, value, sequence_no) values ('Brand', 'Carat', 1)`)
  await database.end()
  const run = (of: ImportKind, dryRun: boolean) => {
    const targets = Object.entries(targetFieldsByKind[of]).map(([field, { example }]) => ({ field, example }))
    return bench.run(
      of,
      createTemplateCsv(targets),
      mappingOf(Object.fromEntries(targets.map(({ field }) => [field, 'text'])), { dates: {} }),
      {
        url,
        dryRun,
      },
    )
  }
  // Creates the member that the examples name.
  if (kind === 'sales' || kind === 'opening-balances') await run('customers', false)
  expect(await run(kind, true)).toMatchObject({ Read: 1, Created: 1, Failed: 0, Examples: [] })
})
