import { useEffect, useRef } from 'react'
import { z } from 'zod'
import { draftsWithPrefix, dropDraft, readDraft, saveDraft } from '#kit/web/form/drafts.ts'
import { type Draft, eachEntered, emptyLine, isTouched } from './draft.ts'

// A sale draft stays in this browser tab until it is saved or discarded. Drafts are separate for each user and each member, so a
// page opened for one member never shows the lines of another. Nothing of it is sent to the server.

const line = z.object({
  Brand: z.string(),
  ProductGroup: z.string(),
  Description: z.string(),
  Quantity: z.string(),
  UnitPrice: z.string(),
  Discount: z.string(),
  Tax: z.string(),
})

const sale = z.object({
  MembershipNo: z.string().nullable().optional(),
  InvoiceNo: z.string(),
  OutletCode: z.string(),
  ...eachEntered(() => z.string()),
  PerformedAt: z.string().nullable(),
  Remarks: z.string(),
  TradeIn: z.string(),
  VoucherAmount: z.string(),
  lines: z.array(line).min(1),
})

const nameOf = (userId: number, MembershipNo: string | null | undefined) => `${userId}.sale.${MembershipNo ?? ''}`

/** The user's draft for the member; if the page names no member, the most recent draft. */
export function findStoredSale(userId: number, MembershipNo: string | undefined): Draft | undefined {
  const storedDraft = MembershipNo ? readDraft(nameOf(userId, MembershipNo)) : draftsWithPrefix(nameOf(userId, null))[0]
  const { data } = sale.safeParse(storedDraft?.values)
  // Stored keys belong to an earlier page; new ones avoid collisions.
  const draft = data && {
    ...data,
    MembershipNo: data.MembershipNo,
    lines: data.lines.map((stored) => ({ ...emptyLine(), ...stored })),
  }
  return draft && isTouched(draft) ? draft : undefined
}

export const storeSale = (userId: number, draft: Draft) =>
  saveDraft(nameOf(userId, draft.MembershipNo), { at: new Date().toISOString(), values: { ...draft } })

export const dropSale = (userId: number, { MembershipNo }: Draft) => dropDraft(nameOf(userId, MembershipNo))

/** Stores the draft at every change while `dirty`, and removes it once it was saved or discarded. Returns the function that discards it. */
export function useStoredSale(userId: number, draft: Draft, dirty: boolean, before: Draft | undefined) {
  // The draft of this sale in the tab; drafts for other members are left alone.
  const storedRef = useRef(before)
  useEffect(() => {
    const old = storedRef.current
    if (old && (!dirty || old.MembershipNo !== draft.MembershipNo)) dropSale(userId, old)
    if (dirty) storeSale(userId, draft)
    storedRef.current = dirty ? draft : undefined
  }, [userId, draft, dirty])
  return () => {
    if (storedRef.current) dropSale(userId, storedRef.current)
    storedRef.current = undefined
  }
}
