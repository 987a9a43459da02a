import { sql } from 'kysely'
import { customerRefusals } from '#areas/customers/contract/customers.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { selfServiceRefusals } from '../../contract.ts'

type Parts = { OutletCode: string; StaffId?: number | null | undefined; CampaignCode?: string | null | undefined }

/** Rejects a passcode for a closed outlet, an inactive adviser or a deleted campaign. */
export async function refuseInvalidReferences(ctx: Ctx, { OutletCode, StaffId, CampaignCode }: Parts) {
  const { rows } = await sql<{ Outlet: boolean; Staff: boolean; Campaign: boolean }>`
    select exists (select from building where code = ${OutletCode} and status = 'Active') as outlet,
      ${StaffId ?? null}::bigint is null or exists (select from staff where staff_id = ${StaffId ?? null}::bigint and status = 'Active') as staff,
      ${CampaignCode ?? null}::text is null or exists (select from campaign where campaign_code = ${CampaignCode ?? null} and status <> 'Deleted') as campaign`.execute(
    ctx.db,
  )
  const [exists] = rows
  if (!exists?.Outlet) throw customerRefusals.outletUnknown({ OutletCode })
  if (!exists.Staff) throw customerRefusals.staffUnknown()
  if (!exists.Campaign) throw selfServiceRefusals.noSuchCampaign({ CampaignCode: CampaignCode ?? '' })
}
