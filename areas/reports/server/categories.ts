import { sql } from 'kysely'

// The report compares the category of each membership before and after a period.
// A category on a past day is calculated from today's category and the level changes since then.
// A level change counts from the moment it took effect, so withdrawn, rejected and pending changes are ignored.

type CategoryQuery = { from: string; until: string; outlet: string | null; CardGroupId?: number | undefined }

/** Name of the lowest category, to which members without a card category belong. */
export const NON_PREMIUM_CATEGORY_NAME = 'Non-Premium Member'

const categoryName = (code: ReturnType<typeof sql.ref>) => sql`coalesce(${code}, ${sql.lit(NON_PREMIUM_CATEGORY_NAME)})`
export const categorySequenceSql = (code: ReturnType<typeof sql.ref>) =>
  sql`coalesce((select level_sequence from card_category where code = ${code} and status <> 'Deleted'), 0)`

/**
 * SQL of the CTE `member_movement`, one row per membership: membership_no, customer_id, join_date, movement.
 * The columns was_member and `before` describe the day before the period, is_member and `after` the day after it.
 */
export const categoryMovementsSql = ({ from, until, outlet, CardGroupId }: CategoryQuery) => sql`
  -- A merge moves level changes to the survivor; here they count for the merged membership.
  moved_change as (
    select distinct on (level_history_id) id.value::bigint as level_history_id, owner.key as membership_no
    from member_merge merge join member_merge_snapshot snapshot using (merge_id),
      jsonb_each(snapshot.moved->'membership_level_history') owner, jsonb_array_elements_text(owner.value) id
    where merge.status = 'Merged' order by 1, merge.merge_id
  ),
  level_change as (
    select h.level_history_id, coalesce(moved_change.membership_no, h.membership_no) as membership_no, h.from_category, h.applied_at,
      business_date_of(h.applied_at) as day
    from membership_level_history h left join moved_change using (level_history_id)
    where h.applied_at >= (${from}::date::timestamp at time zone business_zone())
  ),
  first_change as (select distinct on (membership_no) membership_no, from_category from level_change order by membership_no, applied_at, level_history_id),
  first_later_change as (
    select distinct on (membership_no) membership_no, from_category from level_change where day > ${until}::date
    order by membership_no, applied_at, level_history_id
  ),
  absence as (
    select m.membership_no, business_date_of(coalesce(merge.merged_at, archived.archived_at, m.updated_at)) as first, null::date as back
    from membership m
      left join member_merge merge on m.status = 'Merged' and merge.status = 'Merged' and merge.merged_customer_id = m.customer_id
      left join archived_member archived on m.status = 'Archived' and archived.customer_id = m.customer_id and archived.reactivated_at is null
    where m.status in ('Merged', 'Archived', 'Deleted')
    union all
    select number, business_date_of(merge.merged_at), business_date_of(merge.unmerged_at)
    from member_merge merge join member_merge_snapshot snapshot using (merge_id), jsonb_object_keys(snapshot.people->'Numbers') number
    where merge.status = 'Unmerged'
    union all
    select number, business_date_of(archived_at), business_date_of(reactivated_at)
    from archived_member, jsonb_object_keys(memberships) number where reactivated_at is not null
  ),
  absent_before as (select distinct membership_no, true as absent from absence where first < ${from}::date and (back is null or back >= ${from}::date)),
  absent_after as (select distinct membership_no, true as absent from absence where first <= ${until}::date and (back is null or back > ${until}::date)),
  membership_state as (
    select m.membership_no, m.customer_id, m.join_date,
      m.join_date < ${from}::date and absent_before.absent is not true as was_member, m.join_date <= ${until}::date and absent_after.absent is not true as is_member,
      case when first_change.membership_no is null then m.card_category_code else first_change.from_category end as before,
      case when first_later_change.membership_no is null then m.card_category_code else first_later_change.from_category end as after
    from membership m left join first_change using (membership_no) left join first_later_change using (membership_no)
      left join absent_before using (membership_no) left join absent_after using (membership_no)
    where ${outlet === null ? sql`true` : sql`exists (select from customer c where c.customer_id = m.customer_id and c.registered_outlet_code = ${outlet})`}
      and (${CardGroupId ?? null}::bigint is null or m.card_group_id = ${CardGroupId ?? null})
  ),
  member_movement as (
    select membership_no, customer_id, join_date, was_member, is_member,
      ${categoryName(sql.ref('before'))} as before, ${categoryName(sql.ref('after'))} as after,
      case
        when not is_member then 'Left'
        when not was_member then case when join_date >= ${from}::date then 'New' else 'Came back' end
        when before is not distinct from after then 'Stayed'
        when ${categorySequenceSql(sql.ref('after'))} > ${categorySequenceSql(sql.ref('before'))} then 'Upgraded'
        else 'Downgraded'
      end as movement
    from membership_state where was_member or is_member
  )`
