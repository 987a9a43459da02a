import type { BlockingReason, ContactType } from '../contract.ts'
import { purposeOfEvent } from '../contract.ts'
import { enqueueMessage, findBlockingReason, logSuppressedMessage, type OutgoingMessage } from './queue.ts'
import {
  chooseTemplateVersion,
  findMergeValueFormat,
  findMergeValues,
  findMessageRecipient,
  findTemplateVersions,
  type MessageContext,
} from './render.ts'
import { listMergeFieldNamesInVersion, renderMessage } from './render-version.ts'

/** A campaign message to one customer. */
export type SingleMessageInput = {
  CustomerId: number
  TemplateId: number
  TemplateVersion: number
  ContactType: ContactType
  CreatedById: number | null
  /** The staff member who signs the message; null for the customer's preferred adviser. */
  StaffId: number | null
}

/**
 * Writes one message in the caller's transaction, with the renderer and checks that all messages share.
 * A suppressed message is added to the contact log.
 * With `mode: 'evaluate'` nothing is written, and only the reason that blocks the message is returned.
 */
export async function writeSingleMessage(
  ctx: MessageContext,
  { CustomerId, TemplateId, TemplateVersion, ContactType, CreatedById, StaffId }: SingleMessageInput,
  mode?: 'evaluate',
): Promise<{ Blocked: BlockingReason | null; MessageId: string | null }> {
  const { db } = ctx
  const person = await findMessageRecipient(db, CustomerId)
  if (!person) return { Blocked: 'Not Active', MessageId: null }
  const { currency, Default } = await findMergeValueFormat(ctx)
  const version = chooseTemplateVersion(
    await findTemplateVersions(db, TemplateId, TemplateVersion),
    person.Language,
    Default,
  )
  if (!version) return { Blocked: 'No text', MessageId: null }
  const subject = { person, MembershipNo: null, ReferenceCode: null, StaffId }
  const values = await findMergeValues(ctx, subject, ContactType, listMergeFieldNamesInVersion(version))
  const message: OutgoingMessage = {
    person,
    MembershipNo: null,
    TemplateId,
    TemplateVersion,
    ContactType,
    Purpose: purposeOfEvent(null),
    Event: null,
    ReferenceCode: null,
    rendered: renderMessage(ContactType, version, values, currency),
    CreatedById,
    OutletCode: null,
  }
  const Blocked = await findBlockingReason(ctx, message, mode !== 'evaluate')
  if (mode === 'evaluate') return { Blocked, MessageId: null }
  if (Blocked) return { Blocked, MessageId: await logSuppressedMessage(ctx, message, Blocked) }
  return { Blocked: null, MessageId: (await enqueueMessage(ctx, message)).MessageId }
}
