import type { Privilege } from '#areas/access/roles.ts'
import { findPrivilegeHolders, isSamePerson, sendAccountMessage } from '#areas/access/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type ApprovalMessage, approvalRefusals, type RecordRequest } from '../contract.ts'
import { approvalKindName, approvalRequestedMail } from './mails.ts'
import { visibleRequestCondition } from './requests.ts'

type NewRequest = {
  /** The name of a registered kind. */
  Kind: string
  ObjectType: string
  ObjectId: string | number
  Summary: ApprovalMessage
  Payload: object
  Privilege: Privilege
  MembershipNo?: string | null
}

/** Creates an approval request and notifies possible approvers. Throws if such a request is pending for the object. */
export async function requestApproval(
  ctx: Ctx,
  { Kind, ObjectType, ObjectId, Summary, Payload, Privilege, MembershipNo }: NewRequest,
): Promise<number> {
  const { ApprovalId } = await ctx.db
    .insertInto('Approval')
    .values({
      Kind,
      ObjectType,
      ObjectId: String(ObjectId),
      Summary: JSON.stringify(Summary),
      Payload: JSON.stringify(Payload),
      Privilege,
      MembershipNo: MembershipNo ?? null,
      OutletCode: ctx.actor.outletCode,
      RequestedById: ctx.actor.userId,
      RequestedBy: ctx.actor.name,
      RequestedAt: ctx.now,
    })
    .returning('ApprovalId')
    .executeTakeFirstOrThrow()
    .catch((error: { constraint?: string }) => {
      throw error.constraint === 'approval_waiting' ? approvalRefusals.waitsAlready() : error
    })
  ctx.audit(
    'Request Approval',
    'Approval',
    ApprovalId,
    `Request Approval in Approvals. ${Kind}, ${ObjectType} - ${ObjectId}`,
  )
  const approvers = await findPrivilegeHolders(ctx.db, { privilege: Privilege, outletCode: ctx.actor.outletCode })
  for (const { UserId, Email } of approvers) {
    if (await isSamePerson(ctx, UserId)) continue
    await sendAccountMessage(ctx, UserId, { address: Email }, approvalRequestedMail, (language) => ({
      kind: approvalKindName(language, Kind),
      name: ctx.actor.name,
      link: `${ctx.services.webUrl}/settings/approvals?id=${ApprovalId}`,
    }))
  }
  return ApprovalId
}

/** Returns the latest request of one kind about a record, or null. */
export async function findPendingRequestOfRecord(
  ctx: Ctx,
  Kind: string,
  ObjectId: number,
): Promise<RecordRequest | null> {
  const row = await ctx.db
    .selectFrom('Approval')
    .select(({ case: when }) => [
      'ApprovalId',
      'RequestedBy',
      'RequestedAt',
      'DecidedBy',
      'DecidedAt',
      'DecisionRemark',
      when().when(visibleRequestCondition(ctx)).then<'Y' | 'N'>('Y').else<'Y' | 'N'>('N').end().as('MayOpenYN'),
    ])
    .where('Kind', '=', Kind)
    .where('ObjectId', '=', String(ObjectId))
    .orderBy('ApprovalId', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}
