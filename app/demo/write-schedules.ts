import type { ClientBase } from 'pg'
import type { ExportColumn } from '#areas/exports/contract.ts'
import { customerPerformanceReport } from '#areas/reports/customer-performance/contract.ts'
import { productSalesReport } from '#areas/reports/product-sales/contract.ts'
import { parseExportColumn } from './write-exports.ts'

// Two report schedules of the demo.

type Schedule = {
  title: string
  path: string
  columns: readonly ExportColumn[]
  format: 'XLSX' | 'PDF'
  period: 'Last 7 Days' | 'Last Month'
  cron: string
  /** An SQL expression for the next run in business time. `local` is the current business time. */
  next: string
  to: readonly string[]
}

const schedules: readonly Schedule[] = [
  {
    title: 'Best customers of the week',
    path: customerPerformanceReport.call.path,
    columns: [
      parseExportColumn('Rank', 'Rank', 'number'),
      parseExportColumn('CustomerName', 'Customer'),
      parseExportColumn('MembershipNo', 'Membership no.'),
      parseExportColumn('RegisteredOutletCode', 'Registered outlet'),
      parseExportColumn('Net', 'Net sales', 'money'),
      parseExportColumn('PointsEarned', 'Points earned', 'points'),
    ],
    format: 'XLSX',
    period: 'Last 7 Days',
    cron: '0 8 * * 1',
    next: `date_trunc('week', local - interval '8 hours') + interval '7 days 8 hours'`,
    to: ['hq', 'hq.approver'],
  },
  {
    title: 'What sold last month',
    path: productSalesReport.call.path,
    columns: [
      parseExportColumn('Value', 'Brand'),
      parseExportColumn('Quantity', 'Quantity', 'number'),
      parseExportColumn('Net', 'Net sales', 'money'),
    ],
    format: 'PDF',
    period: 'Last Month',
    cron: '30 7 1 * *',
    next: `date_trunc('month', local - interval '7 hours 30 minutes') + interval '1 month 7 hours 30 minutes'`,
    to: ['hq'],
  },
]

export async function seedExportSchedules(client: ClientBase) {
  for (const { title, path, columns, format, period, cron, next, to } of schedules)
    await client.query(
      `insert into export_schedule (title, path, input, columns, filters, format, language, first_day_field, last_day_field, period, cron, recipient_ids,
         next_run_at, created_by_id, created_by, created_at, updated_at)
       select $1, $2, '{}', $3, '[{"Field": "DateFrom", "Label": "Days", "Text": ""}]', $4, 'en', 'DateFrom', 'DateTo', $5, $6,
         array(select user_id from user_account where username = any($7) order by user_id), (${next}) at time zone business_zone(),
         user_id, coalesce(preferred_name, username), now() - interval '2 days', now() - interval '2 days'
       from user_account left join staff using (staff_id), (select now() at time zone business_zone() as local) clock where username = 'hq'`,
      [title, path, JSON.stringify(columns), format, period, cron, to],
    )
}
