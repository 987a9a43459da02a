import { faultAs, importingOutlet, resultTable, unreadableResult } from '../staging/checks.ts'
import { allOf, type Fault, hidden, numberOf, together } from './faults.ts'

// What a row is only by the side of others: of the rows of its file, and of who is there already.

const sameIdentity = `exists (select from customer known where known.id_type = g.id_type and known.id_no = g.id_no and known.status not in ('Deleted', 'Merged'))`
const samePhone = `exists (select from customer known where known.contact_no = g.contact_no and known.status not in ('Deleted', 'Merged'))`
// Whom a file gives no reference of its own is known by identity number or telephone.
const known = `case when g."CustomerRef" is not null then exists (select from customer known where known.external_ref = g."CustomerRef")
  else ${sameIdentity} or ${samePhone} end`
const sameNumber = 'exists (select from membership where membership.membership_no = g.membership_no)'

const taken: Fault[] = [
  [sameIdentity, 'customer_exists', 'IdNo', hidden('g.id_no')],
  [sameNumber, 'customer_exists', 'MembershipNo', 'g.membership_no'],
]

const faults: Fault[] = [
  ['g."ContactNo" is not null and g.contact_no is null', 'not_allowed', 'ContactNo', 'left(g."ContactNo", 60)'],
  ['g.outlet_code is not null and not open_outlet', 'not_an_outlet', 'OutletCode', 'g.outlet_code'],
  [`g.outlet_code <> ${importingOutlet}`, 'other_outlet', 'OutletCode', 'g.outlet_code'],
  ['g.category_given is not null and not open_category', 'not_allowed', 'CardCategoryCode', 'g.category_given'],
  [
    `g.member_type = 'Premium Member' and g.category_given is null and $1::text is null`,
    'missing',
    'CardCategoryCode',
    'null',
  ],
  ['g."CustomerRef" is not null and same_customer < g.row_no', 'twice_in_file', 'CustomerRef', 'same_customer::text'],
  [
    'g."CustomerRef" is null and g.contact_no is not null and same_phone < g.row_no',
    'twice_in_file',
    'ContactNo',
    'same_phone::text',
  ],
  ['g.id_no is not null and same_id < g.row_no', 'twice_in_file', 'IdNo', 'same_id::text'],
  [
    'g.membership_no is not null and same_membership < g.row_no',
    'twice_in_file',
    'MembershipNo',
    'same_membership::text',
  ],
  ...taken,
]

/** Marks the rows of \`g\` with what is known of them: there already, or faulty. */
const mark = (faults: string, rows: string) => `
  update guest set reason = judged.reason, faults = judged.faults
  from (
    select row_no, case when there then 'already_there' else faults #>> '{0,Reason}' end as reason, case when not there then faults end as faults
    from (select g.row_no, ${known} as there, ${faults} as faults from ${rows} offset 0) looked
  ) judged
  where judged.row_no = guest.row_no and judged.reason is not null`

/**
 * Marks each row that will not become a customer. `$1` is the category for premium members of whom the file says none.
 * The rows of one customer are found by one sorting: looked up one by one, a number that half the file has takes hours.
 */
export const validateCustomers = mark(
  together('g.own_faults', allOf(faults)),
  `(
      select guest.*, building.code is not null as open_outlet, chosen.code is not null as open_category,
        min(row_no) over (partition by "CustomerRef") as same_customer, min(row_no) over (partition by guest.id_type, guest.id_no) as same_id,
        min(row_no) over (partition by guest.membership_no) as same_membership, min(row_no) over (partition by guest.contact_no) as same_phone
      from guest
      left join building on building.code = guest.outlet_code and building.status = 'Active'
      left join (card_category chosen join card_group on group_id = card_group_id and card_group.status = 'Active')
        on chosen.code = guest.category_given and chosen.status = 'Active'
    ) g`,
)

/** Numbers of the file that a counter has drawn while its rows were being validated. */
export const refuseDrawnNumbers = mark(
  allOf(taken),
  `guest g where g.reason is null and g.membership_no is not null and ${sameNumber}`,
)

/** Rows of a chunk for whom somebody else was quicker, validated by who stands there now. `$1` to `$2` are its rows. */
export const refuseOvertaken = mark(
  `coalesce(${allOf(taken)}, jsonb_build_array(${faultAs(`'customer_exists'`, `'CustomerRef'`, 'g."CustomerRef"')}))`,
  'guest g where g.reason is null and g.row_no >= $1 and g.row_no < $2 and g.customer_id is null',
)

/** New numbers go on behind those that come with the file, before any is drawn. Moved forward only. */
export const moveNumbers = `
  select setval('membership_no_seq', highest) from (select max(${numberOf('membership_no')}) as highest from guest where reason is null) given
  where highest > (select last_value from membership_no_seq)`

/** What became of each row, as runs of rows with the same result. */
export const resultOfCustomers = `
  ${resultTable};
  ${unreadableResult};
  insert into row_result
  select min(row_no), max(row_no), result, reason, faults from (
    select row_no, reason, faults, case when reason is null then 'Created' when reason = 'already_there' then 'Skipped' else 'Failed' end as result,
      case when coalesce(reason, 'already_there') = 'already_there' then row_no - row_number() over (partition by reason order by row_no) else row_no end as run
    from guest
  ) runs group by result, reason, faults, run`
