import { createResultTableSql, faultJsonSql, importingOutletSql, storeUnreadableResultsSql } from '../staging/checks.ts'
import {
  collectFaultsSql,
  maskToLastFourSql,
  membershipRunningNumberSql,
  mergeFaultsSql,
  type RowFaultCheck,
} from './faults.ts'

// The rows of a file are compared with its other rows and with existing customers.

const sameIdentity = `exists (select from customer known where known.id_type = g.id_type and known.id_no = g.id_no and known.status not in ('Deleted', 'Merged'))`
const samePhone = `exists (select from customer known where known.contact_no = g.contact_no and known.status not in ('Deleted', 'Merged'))`
// A row without a customer reference is matched with customers by identity number or telephone.
const isExistingCustomer = `case when g."CustomerRef" is not null then exists (select from customer known where known.external_ref = g."CustomerRef")
  else ${sameIdentity} or ${samePhone} end`
const sameNumber = 'exists (select from membership where membership.membership_no = g.membership_no)'

const conflictFaults: RowFaultCheck[] = [
  [sameIdentity, 'customer_exists', 'IdNo', maskToLastFourSql('g.id_no')],
  [sameNumber, 'customer_exists', 'MembershipNo', 'g.membership_no'],
]

const faults: RowFaultCheck[] = [
  ['g."ContactNo" is not null and g.contact_no is null', 'not_allowed', 'ContactNo', 'left(g."ContactNo", 60)'],
  ['g.outlet_code is not null and not open_outlet', 'not_an_outlet', 'OutletCode', 'g.outlet_code'],
  [`g.outlet_code <> ${importingOutletSql}`, 'other_outlet', 'OutletCode', 'g.outlet_code'],
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
  ...conflictFaults,
]

/** The SQL that marks the rows of `g` which already exist or are faulty. */
const mark = (faults: string, rows: string) => `
  update staged_customer set reason = checked.reason, faults = checked.faults
  from (
    select row_no, case when already_exists then 'already_there' else faults #>> '{0,Reason}' end as reason, case when not already_exists then faults end as faults
    from (select g.row_no, ${isExistingCustomer} as already_exists, ${faults} as faults from ${rows} offset 0) evaluated
  ) checked
  where checked.row_no = staged_customer.row_no and checked.reason is not null`

/**
 * Marks each row that will not become a customer. `$1` is the default category of premium members.
 * Window functions find duplicate rows, because a lookup per row takes hours if half the file shares a number.
 */
export const markInvalidCustomersSql = mark(
  mergeFaultsSql('g.row_faults', collectFaultsSql(faults)),
  `(
      select staged_customer.*, building.code is not null as open_outlet, chosen.code is not null as open_category,
        min(row_no) over (partition by "CustomerRef") as same_customer, min(row_no) over (partition by staged_customer.id_type, staged_customer.id_no) as same_id,
        min(row_no) over (partition by staged_customer.membership_no) as same_membership, min(row_no) over (partition by staged_customer.contact_no) as same_phone
      from staged_customer
      left join building on building.code = staged_customer.outlet_code and building.status = 'Active'
      left join (card_category chosen join card_group on group_id = card_group_id and card_group.status = 'Active')
        on chosen.code = staged_customer.category_given and chosen.status = 'Active'
    ) g`,
)

/** Fails rows whose membership number was assigned at a counter while the file was being validated. */
export const refuseAssignedMembershipNumbersSql = mark(
  collectFaultsSql(conflictFaults),
  `staged_customer g where g.reason is null and g.membership_no is not null and ${sameNumber}`,
)

/** Fails those of the rows `$1` to `$2` that conflict with a customer registered since the validation. */
export const refuseRegisteredMeanwhileSql = mark(
  `coalesce(${collectFaultsSql(conflictFaults)}, jsonb_build_array(${faultJsonSql(`'customer_exists'`, `'CustomerRef'`, 'g."CustomerRef"')}))`,
  'staged_customer g where g.reason is null and g.row_no >= $1 and g.row_no < $2 and g.customer_id is null',
)

/** Moves the sequence of membership numbers beyond the numbers in the file, and never back. */
export const advanceMembershipNumbersSql = `
  select setval('membership_no_seq', highest) from (select max(${membershipRunningNumberSql('membership_no')}) as highest from staged_customer where reason is null) imported
  where highest > (select last_value from membership_no_seq)`

/** Selects the result of each row, as ranges of consecutive rows with the same result. */
export const storeCustomerResultsSql = `
  ${createResultTableSql};
  ${storeUnreadableResultsSql};
  insert into row_result
  select min(row_no), max(row_no), result, reason, faults from (
    select row_no, reason, faults, case when reason is null then 'Created' when reason = 'already_there' then 'Skipped' else 'Failed' end as result,
      case when coalesce(reason, 'already_there') = 'already_there' then row_no - row_number() over (partition by reason order by row_no) else row_no end as run
    from staged_customer
  ) ranges group by result, reason, faults, run`
