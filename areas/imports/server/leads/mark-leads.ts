import pg from 'pg'
import { HQ_CODE } from '#kit/contract/scope.ts'
import { collectFaultsSql, mergeFaultsSql, type RowFaultCheck } from '../customers/faults.ts'
import { faultJsonSql, importingOutletSql } from '../staging/checks.ts'

const faults: RowFaultCheck[] = [
  ['g."ContactNo" is not null and g.contact_no is null', 'not_allowed', 'ContactNo', 'left(g."ContactNo", 60)'],
  ['g.lead_code is null', 'missing', 'LeadSourceCode', 'null'],
  ['g.lead_source_id is null', 'not_a_lead_source', 'LeadSourceCode', 'left(g.lead_code, 60)'],
  ['g.outlet_code is null', 'missing', 'OutletCode', 'null'],
  ['not g.open_outlet', 'not_an_outlet', 'OutletCode', 'left(g.outlet_code, 60)'],
  [`g.outlet_code <> ${importingOutletSql}`, 'other_outlet', 'OutletCode', 'g.outlet_code'],
  [`g.consent not in ('Y', 'N')`, 'not_allowed', 'ConsentYN', 'left(g.consent, 60)'],
]

/** Marks the faulty rows of a file, each with all its faults. */
export const markFaultyLeadsSql = `
  update staged_customer set reason = checked.faults #>> '{0,Reason}', faults = checked.faults
  from (
    select row_no, ${mergeFaultsSql('g.row_faults', collectFaultsSql(faults))} as faults from (
      select staged_customer.*, building.code is not null as open_outlet
      from staged_customer left join building on building.code = staged_customer.outlet_code and building.status = 'Active'
    ) g offset 0
  ) checked
  where checked.row_no = staged_customer.row_no and checked.faults is not null`

/**
 * Marks those of the rows `$1` to `$2` whose person is already a customer, with the matching field.
 * The identity number comes before the telephone, and a merged record is replaced by its survivor.
 * Outlet staff do not see customers of other outlets in the result.
 */
export function markExistingCustomersSql(outletCode: string | null) {
  const isVisible =
    outletCode === null || outletCode === HQ_CODE
      ? 'true'
      : `owner.registered_outlet_code = ${pg.escapeLiteral(outletCode)}`
  const by = (field: 'IdNo' | 'ContactNo', rank: number, same: string, rows: string) => `
    select g.row_no, '${field}' as field, ${rank} as rank, c.customer_id, c.status
    from staged_customer g join customer c on ${same} and c.status <> 'Deleted'
    where g.row_no >= $1 and g.row_no < $2 and ${rows}`
  return (rows: string) => `
  update staged_customer set
    reason = case when not match.visible then 'lead_elsewhere' when match.merged then 'lead_merged' else 'lead_exists' end,
    faults = jsonb_build_array(${faultJsonSql(
      `case when not match.visible then 'lead_elsewhere' when match.merged then 'lead_merged' else 'lead_exists' end`,
      'match.field',
      'case when match.visible then match.membership_no end',
    )})
  from (
    select distinct on (candidate.row_no) candidate.row_no, candidate.field, candidate.status = 'Merged' as merged, ${isVisible} as visible, card.membership_no
    from (
      ${by('IdNo', 1, 'c.id_no = g.id_no', rows)}
      union all ${by('ContactNo', 2, 'c.contact_no = g.contact_no', rows)}
      union all ${by('ContactNo', 3, 'c.alternate_contact_no = g.contact_no', rows)}
    ) candidate
    join customer owner on owner.customer_id = case when candidate.status = 'Merged' then surviving_customer(candidate.customer_id) else candidate.customer_id end
      and owner.status not in ('Deleted', 'Merged')
    -- The rows are joined instead of looked up one by one, because all rows of a file may be existing customers.
    left join membership card on card.customer_id = owner.customer_id
    order by candidate.row_no, candidate.rank, candidate.status = 'Merged', candidate.customer_id,
      card.status = 'Active' desc nulls last, card.status <> 'Deleted' desc, card.join_date, card.membership_no
  ) match
  where match.row_no = staged_customer.row_no`
}
