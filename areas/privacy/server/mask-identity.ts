import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { maskedIdNo } from '#kit/server/masks.ts'
import type { PersonRecords } from './person.ts'

type Row = Record<string, unknown>

/** Returns a copy of an exported row with masked identity numbers. */
export type ExportRowMask = (row: Row) => Row

/** Minimum length of identity numbers that are masked in any field; other numbers may contain shorter ones. */
const LENGTH_TO_FIND = 6

/** Returns a function that masks the person's identity numbers in any field of a row, with or without dashes. */
export async function createIdentityMask(ctx: Ctx, { customers }: PersonRecords): Promise<ExportRowMask> {
  const { rows } = await sql<{ IdNo: string }>`
    select id_no from customer where customer_id = any(${customers}) and id_no is not null
    union select value from profile_updated_field f join profile_updated_history h using (history_id), unnest(array[f.previous, f.updated]) value
      where h.customer_id = any(${customers}) and f.field_name = 'IdNo' and value is not null`.execute(ctx.db)
  const replacements = rows
    .filter(({ IdNo }) => IdNo.length >= LENGTH_TO_FIND)
    .flatMap(({ IdNo }) =>
      [IdNo, IdNo.replace(/^(\d{6})(\d{2})(\d{4})$/, '$1-$2-$3')].map((text) => [text, maskedIdNo(IdNo)!]),
    )
  const inText = (value: unknown): unknown => {
    if (typeof value === 'string')
      return replacements.reduce((text, [from, to]) => text.replaceAll(from!, () => to!), value)
    if (Array.isArray(value)) return value.map(inText)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inText(inner)]))
  }
  return (row) => {
    const masked = inText(row) as Row
    if (typeof row.id_no === 'string') masked.id_no = maskedIdNo(row.id_no)
    if (row.field_name === 'IdNo')
      for (const side of ['previous', 'updated']) masked[side] = maskedIdNo(row[side] as string | null)
    return masked
  }
}
