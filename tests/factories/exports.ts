import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { type addExport, downloadExport } from '#areas/exports/contract.ts'
import type { RequestBody } from '#kit/contract/endpoint.ts'
import type { Db } from '#kit/server/ctx.ts'
import { API_BASE } from '#kit/server/serve.ts'
import { type Caller, hq, type TestApp } from '../harness.ts'

// Requests exports as users do, and reads the files with third-party parsers.

export type Options = Partial<RequestBody<typeof addExport>>

/** Returns the input for an export of a list, with text columns by default. */
export const exportInput = (
  Path: string,
  fields: readonly string[],
  more: Options = {},
): RequestBody<typeof addExport> => ({
  Path,
  Title: 'A list',
  Columns: fields.map((Field) => ({ Field, Label: Field })),
  Format: 'CSV',
  Scope: 'All',
  ...more,
})

export async function downloadExportFile(app: TestApp, ExportId: string, as: Caller = hq) {
  const { token } = await app.token(as)
  const reply = await app.fastify.inject({
    method: 'GET',
    url: `${API_BASE}${downloadExport.path}?ExportId=${ExportId}`,
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: reply.statusCode, headers: reply.headers, bytes: reply.rawPayload }
}

export async function readCsv(app: TestApp, ExportId: string, as: Caller = hq): Promise<string[][]> {
  return parse((await downloadExportFile(app, ExportId, as)).bytes, { bom: true })
}

export async function readWorkbook(app: TestApp, ExportId: string, as: Caller = hq) {
  const { sheets } = await readXlsx((await downloadExportFile(app, ExportId, as)).bytes, { readStyles: true })
  return {
    sheets,
    sheetOf: (name: string) => sheets.find((sheet) => sheet.name === name)!,
    /** Returns all values of a sheet as JSON. */
    textOf: (name: string) => JSON.stringify(sheets.find((sheet) => sheet.name === name)!.rows),
  }
}

/** Creates thousands of customers of an outlet. */
export const customers = (db: Db, count: number, outlet = 'KLCC') =>
  sql`
  insert into customer (full_name, id_type, id_no, contact_no, registered_outlet_code, registration_source)
  select 'MANY ' || to_char(n, 'FM000000'), 'Passport', ${outlet} || to_char(n, 'FM000000'), '+60150' || to_char(n, 'FM000000'), ${outlet}, 'CRM'
  from generate_series(1, ${count}::int) n`.execute(db)

/** Returns the text of each page of a PDF, and the names of its fonts. */
export async function openPdf(app: TestApp, ExportId: string, as: Caller = hq) {
  const { headers, bytes } = await downloadExportFile(app, ExportId, as)
  return { type: headers['content-type'], ...(await readPdf(bytes)) }
}

export async function readPdf(bytes: Uint8Array) {
  const { getDocumentProxy } = await import('unpdf')
  const document = await getDocumentProxy(new Uint8Array(bytes), { useSystemFonts: false, verbosity: 0 })
  const pages: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent()
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(''))
  }
  // Expects that every font is embedded in the document.
  const raw = Buffer.from(bytes).toString('latin1')
  const fonts = [...raw.matchAll(/\/Type \/FontDescriptor[\s\S]*?endobj/g)].map(([described]) => ({
    embedded: /\/FontFile[23]? /.test(described),
  }))
  return { pages, text: pages.join(' '), fonts }
}
