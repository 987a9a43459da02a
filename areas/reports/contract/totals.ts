import { z } from 'zod'
import { PersonName } from '#kit/contract/fields.ts'
import { type DeclaredReport, declareReport, listSortableColumns } from './report.ts'
import type { ReportKey } from './table.ts'

// A totals report groups the figures of a detail report by staff, reward or outlet, with the same filters.
// A totals report has one row per group and is shown on a tab of its own.

type TotalsRow<T extends z.ZodRawShape, Extra extends z.ZodRawShape> = {
  /** Value with which a filter of the detail report selects the group; "-" selects the unknown group. */
  Key: z.ZodString
  /** Name of the group; null if the group is unknown or a person. */
  Value: z.ZodNullable<z.ZodString>
  /** Name of the person, if the groups of the report are people. */
  Person: z.ZodNullable<typeof PersonName>
} & T &
  Extra

export type DeclaredTotalsReport<
  F extends z.ZodRawShape,
  T extends z.ZodRawShape,
  By extends z.ZodType<string> = z.ZodType<string>,
  Extra extends z.ZodRawShape = Record<never, never>,
> = DeclaredReport<F & { TotalsBy: By }, TotalsRow<T, Extra>, T>

export function declareTotals<
  F extends z.ZodRawShape,
  R extends z.ZodRawShape,
  T extends z.ZodRawShape,
  const By extends z.ZodType<string>,
  Extra extends z.ZodRawShape = Record<never, never>,
>(
  key: ReportKey,
  { declared }: DeclaredReport<F, R, T>,
  { summary, by, extra }: { summary: string; by: By; extra?: Extra },
): DeclaredTotalsReport<F, T, By, Extra> {
  const { filters, totals, dates, daysBack, named, amounts, names, about } = declared
  const row = { Key: z.string(), Value: z.string().nullable(), Person: PersonName.nullable(), ...totals, ...extra }
  const totalsReport = declareReport<z.ZodRawShape, z.ZodRawShape, z.ZodRawShape>(key, {
    summary,
    filters: { ...filters, TotalsBy: by },
    ...(dates && { dates }),
    ...(daysBack && { daysBack }),
    ...(named && { named }),
    ...(amounts && { amounts }),
    ...(names && { names }),
    row,
    key: 'Key',
    totals,
    sort: listSortableColumns(row, Object.keys(totals)[0] as 'Key'),
    rows: 100,
    grouped: true,
    about,
  })
  return totalsReport as unknown as DeclaredTotalsReport<F, T, By, Extra>
}
