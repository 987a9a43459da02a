import { addLoginActivity } from '#areas/access/server/index.ts'
import { lockEditableCustomer, outletOfCallerLists } from '#areas/customers/server/index.ts'
import { readSettings } from '#areas/setup/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import * as contract from '../../contract.ts'
import { selfServicePath } from '../../paths.ts'
import { createLinkToken, createPasscode, formatPasscode, hashLinkToken, hashPasscode } from './codes.ts'
import { readPasscode } from './passcode-rows.ts'
import { refuseInvalidReferences } from './refuse-unknown-parts.ts'

/** Creates a passcode and returns its code and link, which are stored only as hashes. */
export async function addPasscode(ctx: Ctx, input: Input<typeof contract.addPasscode>) {
  const { Purpose, CustomerId, CampaignCode, Language, StaffId, Name, ManyYN, ExpiresInHours } = input
  const outlet = outletOfCallerLists(ctx)
  const OutletCode = input.OutletCode ?? ctx.actor.outletCode ?? ''
  if (outlet !== null && outlet !== OutletCode) throw contract.selfServiceRefusals.ownOutletOnly()
  await refuseInvalidReferences(ctx, { OutletCode, StaffId, CampaignCode })
  if (CustomerId !== undefined) await lockEditableCustomer(ctx, CustomerId)

  const code = createPasscode()
  const token = createLinkToken()
  const limits = await readSettings(ctx)
  const Hours = ManyYN === 'Y' ? limits['selfService.posterDays'] * 24 : limits['selfService.customerHours']
  if (ExpiresInHours !== undefined && ExpiresInHours > Hours) throw contract.selfServiceRefusals.validTooLong({ Hours })
  const minutes =
    Purpose === 'Update'
      ? limits['selfService.updateMinutes']
      : 60 * (ExpiresInHours ?? Math.min(Hours, limits['selfService.customerHours']))
  const { PasscodeId } = await ctx.db
    .insertInto('Passcode')
    .values({
      CodeHash: hashPasscode(ctx.services, code),
      TokenHash: hashLinkToken(token),
      Purpose,
      ...objectOf(CustomerId, CampaignCode, OutletCode),
      OutletCode,
      Language,
      StaffId: StaffId ?? null,
      Name: Name ?? null,
      UsesMost: ManyYN === 'Y' ? null : 1,
      CreatedById: ctx.actor.userId!,
      CreatedAt: ctx.now,
      ExpiresAt: new Date(ctx.now.getTime() + minutes * 60_000),
    })
    .returning('PasscodeId')
    .executeTakeFirstOrThrow()

  await addLoginActivity(ctx, {
    ActivityDescription: 'Passcode generated',
    ObjectType: 'Passcode',
    ObjectId: String(PasscodeId),
  })
  ctx.audit('Create Passcode', 'Passcode', PasscodeId, `Create Passcode in Self-Service. PasscodeId - ${PasscodeId}`)
  return {
    ...(await readPasscode(ctx, PasscodeId)),
    Passcode: formatPasscode(code),
    Link: `${ctx.services.webUrl}${selfServicePath()}#${token}`,
  }
}

function objectOf(CustomerId: number | undefined, CampaignCode: string | null | undefined, OutletCode: string) {
  if (CustomerId !== undefined) return { ObjectType: 'Customer' as const, ObjectId: null, CustomerId }
  if (CampaignCode) return { ObjectType: 'Campaign' as const, ObjectId: CampaignCode }
  return { ObjectType: 'Outlet' as const, ObjectId: OutletCode }
}
