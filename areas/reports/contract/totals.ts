import { z } from 'zod'
import { PersonName } from '#kit/contract/fields.ts'
import { type Report, report, sortable } from './report.ts'
import type { ReportKey } from './table.ts'

// WHAT A REPORT ADDS UP, IN GROUPS: by staff, by reward, by outlet. It is asked by the filters of its report and has the same figures;
// a row of it is a group. So it is a report itself, a tab beside the other.

type TotalsRow<T extends z.ZodRawShape, Beside extends z.ZodRawShape> = {
  /** What the group is asked by in the report itself; - where it is unknown. */
  Key: z.ZodString
  /** Null: unknown, or somebody. */
  Value: z.ZodNullable<z.ZodString>
  /** Who it is, where the groups are people. */
  Person: z.ZodNullable<typeof PersonName>
} & T &
  Beside

export type TotalsReport<
  F extends z.ZodRawShape,
  T extends z.ZodRawShape,
  By extends z.ZodType<string> = z.ZodType<string>,
  Beside extends z.ZodRawShape = Record<never, never>,
> = Report<F & { TotalsBy: By }, TotalsRow<T, Beside>, T>

export function totalsOf<
  F extends z.ZodRawShape,
  R extends z.ZodRawShape,
  T extends z.ZodRawShape,
  const By extends z.ZodType<string>,
  Beside extends z.ZodRawShape = Record<never, never>,
>(
  key: ReportKey,
  { declared }: Report<F, R, T>,
  { summary, by, beside }: { summary: string; by: By; beside?: Beside },
): TotalsReport<F, T, By, Beside> {
  const { filters, totals, dates, daysBack, named, amounts, names, about } = declared
  const row = { Key: z.string(), Value: z.string().nullable(), Person: PersonName.nullable(), ...totals, ...beside }
  const made = report<z.ZodRawShape, z.ZodRawShape, z.ZodRawShape>(key, {
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
    sort: sortable(row, Object.keys(totals)[0] as 'Key'),
    rows: 100,
    grouped: true,
    about,
  })
  return made as unknown as TotalsReport<F, T, By, Beside>
}
