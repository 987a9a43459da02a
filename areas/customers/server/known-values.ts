import { sql } from 'kysely'
import type { ListName } from '#areas/setup/contract.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type CustomerFieldName, customerFields, lookupCustomerFields } from '../contract/customer-fields.ts'
import { customerRefusals } from '../contract/customers.ts'

type Requested = { ListName: ListName; Value: string }

type ValuesToCheck = {
  values?: Requested[]
  outlets?: (string | null | undefined)[]
  staffId?: number | null | undefined
  leadSourceId?: number | null | undefined
}

/** Returns the lookup fields of a record that have a value. */
export const collectLookupValues = (record: { [Field in CustomerFieldName]?: unknown }): Requested[] =>
  lookupCustomerFields.flatMap((field) =>
    [record[field]]
      .flat()
      .filter((value) => typeof value === 'string')
      .map((Value) => ({ ListName: customerFields[field].values.list, Value })),
  )

/**
 * Rejects values that are not in their lookup list, closed outlets, inactive staff and ended lead sources.
 * A lookup list without entries accepts free text.
 */
export async function refuseUnknownLookupValues(
  ctx: Ctx,
  { values = [], outlets = [], staffId, leadSourceId }: ValuesToCheck,
) {
  const codes = outlets.filter((code) => code !== null && code !== undefined)
  if (values.length + codes.length === 0 && !staffId && !leadSourceId) return
  const { rows } = await sql<{ Kind: 'value' | 'outlet' | 'staff' | 'lead source'; ListName: string; Value: string }>`
    select 'value' as kind, requested.list_name, requested.value
    from unnest(${values.map(({ ListName }) => ListName)}::text[], ${values.map(({ Value }) => Value)}::text[]) requested (list_name, value)
    where exists (select from list_item item where item.list_name = requested.list_name)
      and not exists (select from list_item item where (item.list_name, item.value, item.status) = (requested.list_name, requested.value, 'Active'))
    union all
    select 'outlet', '', requested.code from unnest(${codes}::text[]) requested (code)
    where not exists (select from building where building.code = requested.code and building.status = 'Active')
    union all
    select 'staff', '', '' where ${staffId ?? null}::bigint is not null
      and not exists (select from staff where staff.staff_id = ${staffId ?? null}::bigint and staff.status = 'Active')
    union all
    select 'lead source', '', '' where ${leadSourceId ?? null}::bigint is not null
      and not exists (select from lead_source where lead_source.lead_source_id = ${leadSourceId ?? null}::bigint and lead_source.status = 'Active')`.execute(
    ctx.db,
  )
  const wrong = rows[0]
  if (wrong?.Kind === 'value') throw customerRefusals.unknownValue({ Value: wrong.Value, ListName: wrong.ListName })
  if (wrong?.Kind === 'outlet') throw customerRefusals.outletUnknown({ OutletCode: wrong.Value })
  if (wrong?.Kind === 'lead source') throw customerRefusals.leadSourceUnknown()
  if (wrong) throw customerRefusals.staffUnknown()
}
