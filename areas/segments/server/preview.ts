import { sql } from 'kysely'
import type { Input, Reply } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { sqlList, valueList } from '#kit/server/list.ts'
import type * as contract from '../contract.ts'
import { type Preview, refusals, SAMPLE, type SegmentCustomer, type SegmentField, testsOf } from '../contract.ts'
import { peopleOf, reasonsOf, there } from './compile.ts'
import { type DeclaredField, fieldsOf, mayAsk } from './fields.ts'
import { getSegment } from './segments.ts'

type Option = SegmentField['Options'][number]

/** What the caller may ask for, with what can be chosen. */
export async function listSegmentFields(ctx: Ctx) {
  const optionsOf = async ({ choices }: DeclaredField): Promise<Option[]> =>
    typeof choices === 'object' && 'select' in choices
      ? (await sql<Option>`${choices.select}`.execute(ctx.db)).rows
      : []
  const fields = (await fieldsOf(ctx)).filter((field) => mayAsk(field, ctx.actor))
  const rows = await Promise.all(
    fields.map(
      async (field): Promise<SegmentField> => ({
        Field: field.Field,
        Area: field.Area,
        Name: field.Name,
        Title: field.Title ?? null,
        Kind: field.Kind,
        Tests: [...testsOf[field.Kind]],
        PeriodYN: field.period ? 'Y' : 'N',
        ListName: typeof field.choices === 'object' && 'list' in field.choices ? field.choices.list : null,
        OutletYN: field.choices === 'outlet' ? 'Y' : 'N',
        Words: typeof field.choices === 'object' && 'words' in field.choices ? [...field.choices.words] : [],
        Options: await optionsOf(field),
      }),
    ),
  )
  return valueList(rows)
}

const shown = sql<SegmentCustomer>`
  c.customer_id, c.full_name, m.membership_no, c.member_type, tier.name as card_category_name, tier.color, c.registered_outlet_code, c.status`
/** The membership that counts, and its card. */
const beside = sql`
  left join lateral (select membership_no, card_category_code from membership where membership.customer_id = c.customer_id and status <> 'Deleted'
    order by status = 'Active' desc, membership_no limit 1) m on true
  left join card_category tier on tier.code = m.card_category_code and tier.status <> 'Deleted'`

/** Everybody whom a segment means today. */
export async function listSegmentCustomers(ctx: Ctx, { SegmentId }: Input<typeof contract.listSegmentCustomers>) {
  const { Conditions } = await getSegment(ctx, { SegmentId })
  const { from, where } = await peopleOf(ctx, Conditions)
  return sqlList({
    from,
    where: [where],
    page: {
      keys: sql`c.customer_id, c.full_name, c.member_type, c.registered_outlet_code, c.status`,
      joins: beside,
      as: 'c',
    },
    select: shown,
    sort: {
      FullName: 'c.full_name',
      RegisteredOutletCode: 'c.registered_outlet_code',
    },
    tie: 'c.customer_id',
  })
}

/** Counted by one look at the customers, which also finds some of them. */
export async function previewSegment(
  ctx: Ctx,
  { Conditions }: Input<typeof contract.previewSegment>,
): Promise<Reply<typeof contract.previewSegment>> {
  const { from, where } = await peopleOf(ctx, Conditions)
  await gatherInMemory(ctx.db)
  const { rows } = await sql<Pick<Preview, 'Count' | 'Of'> & { Some: number[] | null }>`
    select count(*) as count, (array_agg(c.customer_id))[1:${sql.lit(SAMPLE)}] as some, (select count(*) from customer c where ${there}) as of
    from ${from} where ${where}`.execute(ctx.db)
  const { Count, Of, Some } = rows[0]!
  const sample = await sql<SegmentCustomer>`
    select ${shown} from customer c ${beside} where c.customer_id = any(${Some ?? []}::bigint[]) order by c.full_name, c.customer_id`.execute(
    ctx.db,
  )
  return { Count, Of, Sample: sample.rows }
}

/** Sums of a million customers stay out of temporary files. */
export const gatherInMemory = (db: Ctx['db']) => sql`select set_config('work_mem', '64MB', true)`.execute(db)

/** Why somebody is meant. */
export async function explainSegment(
  ctx: Ctx,
  { Conditions, CustomerId }: Input<typeof contract.explainSegment>,
): Promise<Reply<typeof contract.explainSegment>> {
  const found = await reasonsOf(ctx, Conditions, CustomerId)
  if (!found) throw refusals.notFound()
  return {
    MeantYN: found.Fits ? 'Y' : 'N',
    Conditions: found.Holds.map((holds, place) => ({ HoldsYN: holds ? 'Y' : 'N', Known: found.Known[place] ?? [] })),
  }
}
