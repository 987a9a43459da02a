import excel from '@protobi/exceljs'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { type addExport, downloadExport } from '#areas/exports/contract.ts'
import type { Sent } from '#kit/contract/endpoint.ts'
import type { Db } from '#kit/server/ctx.ts'
import { API_BASE } from '#kit/server/serve.ts'
import { type Caller, hq, type TestApp } from '../harness.ts'

// Exports as a person has them made and opens them: by parsers that are not ours.

export type Options = Partial<Sent<typeof addExport>>

/** The export of a list in columns of text, unless the test says more. */
export const exportInput = (Path: string, fields: readonly string[], more: Options = {}): Sent<typeof addExport> => ({
  Path,
  Title: 'A list',
  Columns: fields.map((Field) => ({ Field, Label: Field })),
  Format: 'CSV',
  Scope: 'All',
  ...more,
})

export async function fileOf(app: TestApp, ExportId: string, as: Caller = hq) {
  const { token } = await app.token(as)
  const reply = await app.fastify.inject({
    method: 'GET',
    url: `${API_BASE}${downloadExport.path}?ExportId=${ExportId}`,
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: reply.statusCode, headers: reply.headers, bytes: reply.rawPayload }
}

export async function csvOf(app: TestApp, ExportId: string, as: Caller = hq): Promise<string[][]> {
  return parse((await fileOf(app, ExportId, as)).bytes, { bom: true })
}

export async function workbookOf(app: TestApp, ExportId: string, as: Caller = hq) {
  const workbook = new excel.Workbook()
  await workbook.xlsx.load((await fileOf(app, ExportId, as)).bytes as never)
  return workbook
}

/** Customers of an outlet by the thousand. */
export const customers = (db: Db, count: number, outlet = 'KLCC') =>
  sql`
  insert into customer (full_name, id_type, id_no, contact_no, registered_outlet_code, registration_source)
  select 'MANY ' || to_char(n, 'FM000000'), 'Passport', ${outlet} || to_char(n, 'FM000000'), '+60150' || to_char(n, 'FM000000'), ${outlet}, 'CRM'
  from generate_series(1, ${count}::int) n`.execute(db)

/** What a PDF says, sheet by sheet, and the fonts that it names. */
export async function pdfOf(app: TestApp, ExportId: string, as: Caller = hq) {
  const { headers, bytes } = await fileOf(app, ExportId, as)
  return { type: headers['content-type'], ...(await readPdf(bytes)) }
}

export async function readPdf(bytes: Uint8Array) {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const document = await getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 }).promise
  const pages: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent()
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(''))
  }
  // Every font is described with the file that lies in the document.
  const raw = Buffer.from(bytes).toString('latin1')
  const fonts = [...raw.matchAll(/\/Type \/FontDescriptor[\s\S]*?endobj/g)].map(([described]) => ({
    embedded: /\/FontFile[23]? /.test(described),
  }))
  return { pages, text: pages.join(' '), fonts }
}
