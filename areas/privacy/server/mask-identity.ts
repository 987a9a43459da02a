import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { maskedIdNo } from '#kit/server/masks.ts'
import type { Person } from './who.ts'

type Row = Record<string, unknown>

/** Makes of a row one in which identity numbers show their last characters only. */
export type Mask = (row: Row) => Row

/** Shorter ones stand in other numbers by chance; in their own fields they are masked all the same. */
const LENGTH_TO_FIND = 6

/** The identity numbers of one person, of now and of before, wherever in a row they were written, with dashes or without. */
export async function maskFor(ctx: Ctx, { customers }: Person): Promise<Mask> {
  const { rows } = await sql<{ IdNo: string }>`
    select id_no from customer where customer_id = any(${customers}) and id_no is not null
    union select said from profile_updated_field f join profile_updated_history h using (history_id), unnest(array[f.previous, f.updated]) said
      where h.customer_id = any(${customers}) and f.field_name = 'IdNo' and said is not null`.execute(ctx.db)
  const written = rows
    .filter(({ IdNo }) => IdNo.length >= LENGTH_TO_FIND)
    .flatMap(({ IdNo }) =>
      [IdNo, IdNo.replace(/^(\d{6})(\d{2})(\d{4})$/, '$1-$2-$3')].map((text) => [text, maskedIdNo(IdNo)!]),
    )
  const inText = (value: unknown): unknown => {
    if (typeof value === 'string') return written.reduce((text, [from, to]) => text.replaceAll(from!, () => to!), value)
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
