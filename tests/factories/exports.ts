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
