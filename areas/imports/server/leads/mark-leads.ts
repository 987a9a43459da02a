import pg from 'pg'
import { HQ } from '#kit/contract/scope.ts'
import { allOf, type Fault, together } from '../customers/faults.ts'
import { faultAs, importingOutlet } from '../staging/checks.ts'

const faults: Fault[] = [
  ['g."ContactNo" is not null and g.contact_no is null', 'not_allowed', 'ContactNo', 'left(g."ContactNo", 60)'],
  ['g.lead_code is null', 'missing', 'LeadSourceCode', 'null'],
  ['g.lead_source_id is null', 'not_a_lead_source', 'LeadSourceCode', 'left(g.lead_code, 60)'],
  ['g.outlet_code is null', 'missing', 'OutletCode', 'null'],
  ['not g.open_outlet', 'not_an_outlet', 'OutletCode', 'left(g.outlet_code, 60)'],
  [`g.outlet_code <> ${importingOutlet}`, 'other_outlet', 'OutletCode', 'g.outlet_code'],
  [`g.consent not in ('Y', 'N')`, 'not_allowed', 'ConsentYN', 'left(g.consent, 60)'],
]

/** Marks the rows that are faulty, each with all its faults. */
export const markFaulty = `
  update guest set reason = judged.faults #>> '{0,Reason}', faults = judged.faults
  from (
    select row_no, ${together('g.own_faults', allOf(faults))} as faults from (
      select guest.*, building.code is not null as open_outlet
      from guest left join building on building.code = guest.outlet_code and building.status = 'Active'
    ) g offset 0
  ) judged
  where judged.row_no = guest.row_no and judged.faults is not null`

/**
 * Marks the rows `$1` to `$2` of people who are customers, with whom and by what: the identity number before the telephone. Whose
 * record was merged is the one that took it over. Staff of an outlet do not learn who the customer of another outlet is.
 */
export function markCustomers(outletCode: string | null) {
  const own =
    outletCode === null || outletCode === HQ ? 'true' : `who.registered_outlet_code = ${pg.escapeLiteral(outletCode)}`
  const by = (field: 'IdNo' | 'ContactNo', rank: number, same: string, rows: string) => `
    select g.row_no, '${field}' as field, ${rank} as rank, c.customer_id, c.status
    from guest g join customer c on ${same} and c.status <> 'Deleted'
    where g.row_no >= $1 and g.row_no < $2 and ${rows}`
  return (rows: string) => `
  update guest set
    reason = case when not found.own then 'lead_elsewhere' when found.merged then 'lead_merged' else 'lead_exists' end,
    faults = jsonb_build_array(${faultAs(
      `case when not found.own then 'lead_elsewhere' when found.merged then 'lead_merged' else 'lead_exists' end`,
      'found.field',
      'case when found.own then found.membership_no end',
    )})
  from (
    select distinct on (known.row_no) known.row_no, known.field, known.status = 'Merged' as merged, ${own} as own, held.membership_no
    from (
      ${by('IdNo', 1, 'c.id_no = g.id_no', rows)}
      union all ${by('ContactNo', 2, 'c.contact_no = g.contact_no', rows)}
      union all ${by('ContactNo', 3, 'c.alternate_contact_no = g.contact_no', rows)}
    ) known
    join customer who on who.customer_id = case when known.status = 'Merged' then surviving_customer(known.customer_id) else known.customer_id end
      and who.status not in ('Deleted', 'Merged')
    -- Joined and not looked up row by row: a file may name nobody but customers.
    left join membership held on held.customer_id = who.customer_id
    order by known.row_no, known.rank, known.status = 'Merged', known.customer_id,
      held.status = 'Active' desc nulls last, held.status <> 'Deleted' desc, held.join_date, held.membership_no
  ) found
  where found.row_no = guest.row_no`
}
