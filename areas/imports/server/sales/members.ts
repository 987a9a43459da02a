import { sql } from 'kysely'
import { HQ_CODE } from '#kit/contract/scope.ts'
import { inJobTransaction } from '#kit/server/job-context.ts'
import type { Mapping } from '../../contract/mapping.ts'
import { importRefusals } from '../../contract.ts'
import type { ImporterInput } from '../work.ts'

type Request = NonNullable<Mapping['createMembers']>

/** The card category of created members: the category in the mapping, otherwise the lowest of the first card group. */
export async function findCategoryOfNewMembers(
  client: Pick<ImporterInput['client'], 'query'>,
  { CardCategoryCode }: Request,
) {
  const { rows } = await client.query<{ code: string; card_group_id: number }>(
    `select code, card_group_id from card_category where status = 'Active' and code = coalesce(upper($1), code)
     order by card_group_id, level_sequence limit 1`,
    [CardCategoryCode],
  )
  if (!rows[0]) throw importRefusals.mapping({ reason: `there is no card category ${CardCategoryCode ?? ''}`.trim() })
  return rows[0]
}

/** Creates one customer with a membership per unknown reference. Returns their number; a dry run only counts. */
export async function createMembersOfReferences(work: ImporterInput, input: Request): Promise<number> {
  const { Name, MemberType, OutletCode } = input
  const { client, staging, importId, origin } = work
  // New customers are registered for the caller's own outlet only.
  if (OutletCode !== null && origin.outletCode !== null && ![OutletCode, HQ_CODE].includes(origin.outletCode))
    throw importRefusals.mapping({ reason: 'customers are registered for your own outlet only' })
  const { rows } = await client.query('select count(*)::int as count from person where customer_id is null')
  const requested = rows[0].count as number
  if (requested === 0) return 0

  const { code, card_group_id } = await findCategoryOfNewMembers(client, input)
  if (work.dryRun) return requested

  await client.query(`grant usage on schema ${staging} to carat_app; grant select on person to carat_app`)
  const premium = MemberType === 'Premium Member'
  await inJobTransaction(work, { bulk: importId }, async (db) => {
    await sql`select set_config('search_path', ${`${staging}, public`}, true)`.execute(db)
    await sql`
      insert into customer (full_name, member_type, registered_outlet_code, registration_source, external_ref, id_not_given_yn, created_by_id)
      select left(upper(replace(${Name}, '{ref}', customer_ref)), 150), ${MemberType}, coalesce(${OutletCode}::text, outlet_code), 'Import', customer_ref, 'Y', ${work.origin.userId}
      from person where customer_id is null order by first_at, customer_ref
      on conflict (external_ref) where external_ref is not null do nothing`.execute(db)
    await sql`
      insert into membership (membership_no, customer_id, card_group_id, card_category_code, member_type, join_date, activated_at, cycle_start, cycle_end, created_by_id)
      select next_membership_no(), added.customer_id, ${card_group_id}, ${premium ? code : null}, ${MemberType}, joined,
        ${premium ? sql`first_at` : sql`null`}, ${premium ? sql`joined` : sql`null::date`},
        ${premium ? sql`(joined + make_interval(months => coalesce(months, 12)) - interval '1 day')::date` : sql`null::date`}, ${work.origin.userId}
      from (
        select customer.customer_id, person.first_at, business_date_of(person.first_at) as joined,
          (select cycle_months from card_level join card_category using (card_category_id)
           where card_category.code = ${code} and card_category.status <> 'Deleted' and card_level.status = 'Active'
           order by effective_from limit 1) as months
        from person join customer on customer.external_ref = person.customer_ref and customer.status <> 'Deleted'
        where person.customer_id is null and not exists (select from membership where membership.customer_id = customer.customer_id)
        order by person.first_at, person.customer_ref
      ) added`.execute(db)
  })
  return requested
}
