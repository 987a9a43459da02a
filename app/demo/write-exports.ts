import { randomBytes } from 'node:crypto'
import { createReadStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import { listCampaignTargets } from '#areas/campaigns/contract.ts'
import { ExportColumn as columnSchema, type ExportColumn } from '#areas/exports/contract.ts'
import {
  createCellReader,
  createCsvWriter,
  createXlsxWriter,
  type ExportRequest,
  fileDescriptionLines,
  fileDescriptionTitle,
} from '#areas/exports/server/index.ts'
import { listRewards } from '#areas/rewards/contract/rewards.ts'
import type { FileStorageFactory } from '#kit/server/storage.ts'

// Two list exports by head office.

export const parseExportColumn = (Field: string, Label: string, Kind: ExportColumn['Kind'] = 'text') =>
  columnSchema.parse({ Field, Label, Kind })

type File = Pick<ExportRequest, 'path' | 'title' | 'input' | 'columns' | 'filters'> & {
  format: 'CSV' | 'XLSX'
  hoursAgo: number
  /** An SQL query for the rows of the exported list by column name, in list order. */
  rows: string
}

const files: readonly File[] = [
  {
    path: listCampaignTargets.path,
    title: 'Campaign Target List',
    input: {
      Search: { CampaignCode: 'BRIDAL-SEASON', ConvertedYN: 'Y' },
      SortOption: 'FullName',
      SortDirection: 'ASC',
    },
    filters: [
      { Field: 'CampaignCode', Label: 'Campaign code', Text: 'Bridal season' },
      { Field: 'ConvertedYN', Label: 'Purchased', Text: 'Yes' },
    ],
    columns: [
      parseExportColumn('FullName', 'Full name'),
      parseExportColumn('MembershipNo', 'Membership no.'),
      parseExportColumn('RegisteredOutletCode', 'Registered outlet'),
      parseExportColumn('ContactedAt', 'Contacted', 'instant'),
      parseExportColumn('ConvertedInvoice', 'Purchase'),
    ],
    format: 'XLSX',
    hoursAgo: 26,
    rows: `
      select full_name as "FullName", (select min(membership_no) from membership m where m.customer_id = t.customer_id and m.status = 'Active') as "MembershipNo",
        registered_outlet_code as "RegisteredOutletCode", to_json(contacted_at)#>>'{}' as "ContactedAt", invoice_no as "ConvertedInvoice"
      from campaign_target t join customer using (customer_id) join transaction_summary sale on sale.transaction_id = t.converted_transaction_id
      where campaign_code = 'BRIDAL-SEASON' order by full_name, target_list_id`,
  },
  {
    path: listRewards.path,
    title: 'Rewards',
    input: { Search: { Status: 'Active' }, SortOption: 'Name', SortDirection: 'ASC' },
    filters: [{ Field: 'Status', Label: 'Status', Text: 'Active' }],
    columns: [
      parseExportColumn('Code', 'Code'),
      parseExportColumn('Name', 'Reward'),
      parseExportColumn('Type', 'Type'),
      parseExportColumn('PointDeduct', 'Points', 'points'),
    ],
    format: 'CSV',
    hoursAgo: 3,
    rows: `select code as "Code", name as "Name", type as "Type", point_deduct as "PointDeduct" from reward where status = 'Active' order by name, reward_id`,
  },
]

export async function seedExports(client: ClientBase, storage: FileStorageFactory) {
  for (const file of files) await writeExport(client, storage, file)
}

async function writeExport(client: ClientBase, storage: FileStorageFactory, { rows: query, hoursAgo, ...file }: File) {
  const { rows } = await client.query<object>(query)
  const { rows: moments } = await client.query<{ at: string; zone: string; day: string; name: string }>(
    `select to_json(at)#>>'{}' as at, business_zone() as zone, business_date_of(at)::text as day, coalesce(preferred_name, username) as name
     from user_account left join staff using (staff_id), (select now() - make_interval(hours => $1) as at) moment where username = 'hq'`,
    [hoursAgo],
  )
  const { zone, day, name, ...moment } = moments[0]!
  const at = new Date(moment.at)
  const request: ExportRequest = {
    ...{ ...file, totals: [], scope: 'All', page: null, pageRows: null, keyField: null, keys: null, language: 'en' },
    reason: null,
  }
  const key = `${randomBytes(24).toString('hex')}.${file.format.toLowerCase()}`
  const folder = mkdtempSync(join(tmpdir(), 'carat-demo-'))
  try {
    const path = join(folder, key)
    const columns = file.columns.map(({ Field: field, Label: label, Kind: kind }) => ({ field, label, kind }))
    const sheet = {
      path,
      title: file.title,
      aboutTitle: fileDescriptionTitle(request),
      now: at,
      language: 'en',
      columns,
    } as const
    const writer = (file.format === 'CSV' ? createCsvWriter : createXlsxWriter)(sheet)
    const cells = columns.map((one) => createCellReader(one, zone))
    for (const row of rows) writer.row(cells.map((cell) => cell(row)))
    await writer.end(
      fileDescriptionLines(request, {
        rows: rows.length,
        by: name,
        at,
        timeZone: zone,
        totalsLeftOut: false,
        sums: [],
      }),
    )
    const { size } = statSync(path)
    await storage('exports').put(key, createReadStream(path), size)
    await client.query(
      `insert into export_job (path, title, input, columns, filters, format, scope, language, status, rows_expected, rows_done, file_name, file_bytes, file_key,
         created_by_id, created_by, outlet_code, created_at, started_at, ended_at)
       select $1, $2, $3, $4, $5, $6, 'All', 'en', 'Completed', $7, $7, $8, $9, $10, user_id, $11, 'HQ', $12, $12, $12 from user_account where username = 'hq'`,
      [
        ...[
          file.path,
          file.title,
          JSON.stringify(file.input),
          JSON.stringify(file.columns),
          JSON.stringify(file.filters),
        ],
        ...[file.format, rows.length, `${file.title} ${day}.${file.format.toLowerCase()}`, size, key, name, at],
      ],
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
