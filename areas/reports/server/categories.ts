import { sql } from 'kysely'

// Where each membership stood before the first of some days, and where it stands after the last of them. It is worked out backwards
// from the category of today: a change of level counts from the moment when it took effect, so one that was taken back before, was
// turned down, or waits, moved nobody.

type Asked = { from: string; until: string; outlet: string | null; CardGroupId?: number | undefined }

/** Of whom nothing is asked and who earns nothing: a category as well, the lowest. */
export const NON_PREMIUM = 'Non-Premium Member'

const categoryName = (code: ReturnType<typeof sql.ref>) => sql`coalesce(${code}, ${sql.lit(NON_PREMIUM)})`
export const sequenceOf = (code: ReturnType<typeof sql.ref>) =>
  sql`coalesce((select level_sequence from card_category where code = ${code} and status <> 'Deleted'), 0)`

/**
 * `stood` for a `with`: membership_no, customer_id and join_date; was and stays: a member before the days, after them; before, after: the
 * category; movement: what became of the member in between, each once.
 */
export const standings = ({ from, until, outlet, CardGroupId }: Asked) => sql`
  -- A merge leads the changes of the number that goes to the number that stays: these were not its own.
  led_over as (
    select distinct on (level_history_id) id.value::bigint as level_history_id, whose.key as membership_no
    from member_merge merge join member_merge_snapshot snapshot using (merge_id),
      jsonb_each(snapshot.moved->'membership_level_history') whose, jsonb_array_elements_text(whose.value) id
    where merge.status = 'Merged' order by 1, merge.merge_id
  ),
  changed as (
    select h.level_history_id, coalesce(led_over.membership_no, h.membership_no) as membership_no, h.from_category, h.applied_at,
      business_date_of(h.applied_at) as day
    from membership_level_history h left join led_over using (level_history_id)
    where h.applied_at >= (${from}::date::timestamp at time zone business_zone())
  ),
  since as (select distinct on (membership_no) membership_no, from_category from changed order by membership_no, applied_at, level_history_id),
  later as (
    select distinct on (membership_no) membership_no, from_category from changed where day > ${until}::date
    order by membership_no, applied_at, level_history_id
  ),
  away as (
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
  away_before as (select distinct membership_no, true as away from away where first < ${from}::date and (back is null or back >= ${from}::date)),
  away_after as (select distinct membership_no, true as away from away where first <= ${until}::date and (back is null or back > ${until}::date)),
  placed as (
    select m.membership_no, m.customer_id, m.join_date,
      m.join_date < ${from}::date and away_before.away is not true as was, m.join_date <= ${until}::date and away_after.away is not true as stays,
      case when since.membership_no is null then m.card_category_code else since.from_category end as before,
      case when later.membership_no is null then m.card_category_code else later.from_category end as after
    from membership m left join since using (membership_no) left join later using (membership_no)
      left join away_before using (membership_no) left join away_after using (membership_no)
    where ${outlet === null ? sql`true` : sql`exists (select from customer c where c.customer_id = m.customer_id and c.registered_outlet_code = ${outlet})`}
      and (${CardGroupId ?? null}::bigint is null or m.card_group_id = ${CardGroupId ?? null})
  ),
  stood as (
    select membership_no, customer_id, join_date, was, stays,
      ${categoryName(sql.ref('before'))} as before, ${categoryName(sql.ref('after'))} as after,
      case
        when not stays then 'Left'
        when not was then case when join_date >= ${from}::date then 'New' else 'Came back' end
        when before is not distinct from after then 'Stayed'
        when ${sequenceOf(sql.ref('after'))} > ${sequenceOf(sql.ref('before'))} then 'Upgraded'
        else 'Downgraded'
      end as movement
    from placed where was or stays
  )`
