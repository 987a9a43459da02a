import type { Blocked, ContactType } from '../contract.ts'
import { purposeOf } from '../contract.ts'
import { blockedBy, type Letter, noteHeldBack, queueLetter } from './queue.ts'
import { chosen, mergeValues, personOf, type Sending, versionOf, writingOf } from './render.ts'
import { render, usedIn } from './render-version.ts'

/** A version of a template that belongs to no event, to one customer. */
export type OneMessage = {
  CustomerId: number
  TemplateId: number
  TemplateVersion: number
  ContactType: ContactType
  CreatedById: number | null
  /** Who writes it, for the name at its end; null: who serves the customer. */
  StaffId: number | null
}

/**
 * Writes to one customer by the one renderer and the one judgement, in the caller's transaction. What is held back is noted in the contact
 * log. With `only: 'judge'` nothing is written: it tells whether it would have been.
 */
export async function writeOne(
  sending: Sending,
  { CustomerId, TemplateId, TemplateVersion, ContactType, CreatedById, StaffId }: OneMessage,
  only?: 'judge',
): Promise<{ Blocked: Blocked | null; MessageId: string | null }> {
  const { db } = sending
  const person = await personOf(db, CustomerId)
  if (!person) return { Blocked: 'Not Active', MessageId: null }
  const { currency, Default } = await writingOf(sending)
  const version = chosen(await versionOf(db, TemplateId, TemplateVersion), person.Language, Default)
  if (!version) return { Blocked: 'No text', MessageId: null }
  const subject = { person, MembershipNo: null, ReferenceCode: null, StaffId }
  const values = await mergeValues(sending, subject, ContactType, usedIn(version))
  const letter: Letter = {
    person,
    MembershipNo: null,
    TemplateId,
    TemplateVersion,
    ContactType,
    Purpose: purposeOf(null),
    Event: null,
    ReferenceCode: null,
    rendered: render(ContactType, version, values, currency),
    CreatedById,
    OutletCode: null,
  }
  const Blocked = await blockedBy(sending, letter, only !== 'judge')
  if (only === 'judge') return { Blocked, MessageId: null }
  if (Blocked) return { Blocked, MessageId: await noteHeldBack(sending, letter, Blocked) }
  return { Blocked: null, MessageId: (await queueLetter(sending, letter)).MessageId }
}
