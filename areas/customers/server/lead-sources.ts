import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { recordUseCases, serveRecord } from '#kit/server/record.ts'
import { leadSourceRecord, leadSourceRefusals } from '../contract/lead-sources.ts'

const standard = recordUseCases(leadSourceRecord, {
  check: async (ctx, next) => {
    const { Type, EventDate, OutletCode } = next
    if (Type !== 'Event' && (EventDate || OutletCode)) throw leadSourceRefusals.notAnEvent()
    if (OutletCode) await refuseClosedOutlet(ctx, OutletCode, 'LeadSourceId' in next ? Number(next.LeadSourceId) : null)
  },
})

/** Rejects a closed outlet, unless the lead source already has this outlet, which may have closed after the event. */
async function refuseClosedOutlet(ctx: Ctx, OutletCode: string, LeadSourceId: number | null) {
  const { rows } = await sql`
    select from building where code = ${OutletCode} and (status = 'Active'
      or exists (select from lead_source where lead_source_id = ${LeadSourceId}::bigint and outlet_code = ${OutletCode}))`.execute(
    ctx.db,
  )
  if (rows.length === 0) throw leadSourceRefusals.noOutlet({ OutletCode })
}

export const leadSourceRoutes = serveRecord(leadSourceRecord, {
  ...standard,
  // A lead source that changes from an event to another type loses its date and outlet, unless the request sets them.
  update: async (ctx, { Code, EventDate, OutletCode, ...input }) => {
    if (Code !== undefined && Code !== (await standard.get(ctx, input)).Code) throw leadSourceRefusals.codeStays()
    return standard.update(ctx, {
      ...input,
      ...(input.Type === 'Non-Event' && { EventDate: null, OutletCode: null }),
      ...(EventDate !== undefined && { EventDate }),
      ...(OutletCode !== undefined && { OutletCode }),
    })
  },
})
