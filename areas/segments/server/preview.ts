import { sql } from 'kysely'
import type { Input, Reply } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { createValueList, sqlList } from '#kit/server/list.ts'
import type * as contract from '../contract.ts'
import {
  conditionTestsByValueKind,
  PREVIEW_SAMPLE_CUSTOMERS,
  type SegmentCustomer,
  type SegmentField,
  type SegmentPreview,
  segmentRefusals,
} from '../contract.ts'
import { compileConditions, explainConditions, isSelectableCustomerSql } from './compile.ts'
import { type DeclaredSegmentField, findSegmentFields, mayUseSegmentField } from './fields.ts'
import { getSegment } from './segments.ts'

type Option = SegmentField['Options'][number]

/** Returns the fields that the caller can use in conditions, with their options. */
export async function listSegmentFields(ctx: Ctx) {
  const optionsOf = async ({ choices }: DeclaredSegmentField): Promise<Option[]> =>
    typeof choices === 'object' && 'select' in choices
      ? (await sql<Option>`${choices.select}`.execute(ctx.db)).rows
      : []
  const fields = (await findSegmentFields(ctx)).filter((field) => mayUseSegmentField(field, ctx.actor))
  const rows = await Promise.all(
    fields.map(
      async (field): Promise<SegmentField> => ({
        Field: field.Field,
        Area: field.Area,
        Name: field.Name,
        Title: field.Title ?? null,
        Kind: field.Kind,
        Tests: [...conditionTestsByValueKind[field.Kind]],
        PeriodYN: field.period ? 'Y' : 'N',
        ListName: typeof field.choices === 'object' && 'list' in field.choices ? field.choices.list : null,
        OutletYN: field.choices === 'outlet' ? 'Y' : 'N',
        Words: typeof field.choices === 'object' && 'words' in field.choices ? [...field.choices.words] : [],
        Options: await optionsOf(field),
      }),
    ),
  )
  return createValueList(rows)
}

const customerColumns = sql<SegmentCustomer>`
  c.customer_id, c.full_name, m.membership_no, c.member_type, tier.name as card_category_name, tier.color, c.registered_outlet_code, c.status`
/** SQL join of the customer's active membership, or else of the first membership, with its card category. */
const membershipJoins = sql`
  left join lateral (select membership_no, card_category_code from membership where membership.customer_id = c.customer_id and status <> 'Deleted'
    order by status = 'Active' desc, membership_no limit 1) m on true
  left join card_category tier on tier.code = m.card_category_code and tier.status <> 'Deleted'`

/** Returns the customers who match a segment today. */
export async function listSegmentCustomers(ctx: Ctx, { SegmentId }: Input<typeof contract.listSegmentCustomers>) {
  const { Conditions } = await getSegment(ctx, { SegmentId })
  const { from, where } = await compileConditions(ctx, Conditions)
  return sqlList({
    from,
    where: [where],
    page: {
      keys: sql`c.customer_id, c.full_name, c.member_type, c.registered_outlet_code, c.status`,
      joins: membershipJoins,
      as: 'c',
    },
    select: customerColumns,
    sort: {
      FullName: 'c.full_name',
      RegisteredOutletCode: 'c.registered_outlet_code',
    },
    tie: 'c.customer_id',
  })
}

/** A single scan counts the matches and collects example ids. */
export async function previewSegment(
  ctx: Ctx,
  { Conditions }: Input<typeof contract.previewSegment>,
): Promise<Reply<typeof contract.previewSegment>> {
  const { from, where } = await compileConditions(ctx, Conditions)
  await raiseDatabaseWorkMemory(ctx.db)
  const { rows } = await sql<Pick<SegmentPreview, 'Count' | 'Of'> & { SampleIds: number[] | null }>`
    select count(*) as count, (array_agg(c.customer_id))[1:${sql.lit(PREVIEW_SAMPLE_CUSTOMERS)}] as sample_ids, (select count(*) from customer c where ${isSelectableCustomerSql}) as of
    from ${from} where ${where}`.execute(ctx.db)
  const { Count, Of, SampleIds } = rows[0]!
  const sample = await sql<SegmentCustomer>`
    select ${customerColumns} from customer c ${membershipJoins} where c.customer_id = any(${SampleIds ?? []}::bigint[]) order by c.full_name, c.customer_id`.execute(
    ctx.db,
  )
  return { Count, Of, Sample: sample.rows }
}

/** Gives a query more memory, so that sums over a million customers need no temporary files. */
export const raiseDatabaseWorkMemory = (db: Ctx['db']) => sql`select set_config('work_mem', '64MB', true)`.execute(db)

/** Explains why a customer matches or does not match a segment. */
export async function explainSegment(
  ctx: Ctx,
  { Conditions, CustomerId }: Input<typeof contract.explainSegment>,
): Promise<Reply<typeof contract.explainSegment>> {
  const explanation = await explainConditions(ctx, Conditions, CustomerId)
  if (!explanation) throw segmentRefusals.notFound()
  return {
    MeantYN: explanation.Fits ? 'Y' : 'N',
    Conditions: explanation.Holds.map((holds, index) => ({
      HoldsYN: holds ? 'Y' : 'N',
      Known: explanation.Known[index] ?? [],
    })),
  }
}
