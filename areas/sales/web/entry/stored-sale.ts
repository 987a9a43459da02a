import { useEffect, useRef } from 'react'
import { z } from 'zod'
import { deleteDraft, listDraftsWithPrefix, readDraft, saveDraft } from '#kit/web/form/drafts.ts'
import { createEmptyLine, hasSaleDraftInput, mapEnteredSaleFields, type SaleDraft } from './draft.ts'

// A sale draft is stored in this browser tab until the sale is posted or discarded; the server never receives it.
// Each user and member has a separate draft, so that the page of one member never shows lines of another.

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
  ...mapEnteredSaleFields(() => z.string()),
  PerformedAt: z.string().nullable(),
  Remarks: z.string(),
  TradeIn: z.string(),
  VoucherAmount: z.string(),
  lines: z.array(line).min(1),
})

const nameOf = (userId: number, MembershipNo: string | null | undefined) => `${userId}.sale.${MembershipNo ?? ''}`

/** Returns the user's draft for a member, or the latest draft if no member is specified. */
export function findStoredSaleDraft(userId: number, MembershipNo: string | undefined): SaleDraft | undefined {
  const storedDraft = MembershipNo
    ? readDraft(nameOf(userId, MembershipNo))
    : listDraftsWithPrefix(nameOf(userId, null))[0]
  const { data } = sale.safeParse(storedDraft?.values)
  // The keys of stored lines come from an earlier page load, so the lines get new keys that do not collide.
  const draft = data && {
    ...data,
    MembershipNo: data.MembershipNo,
    lines: data.lines.map((stored) => ({ ...createEmptyLine(), ...stored })),
  }
  return draft && hasSaleDraftInput(draft) ? draft : undefined
}

export const storeSaleDraft = (userId: number, draft: SaleDraft) =>
  saveDraft(nameOf(userId, draft.MembershipNo), { at: new Date().toISOString(), values: { ...draft } })

export const removeStoredSaleDraft = (userId: number, { MembershipNo }: SaleDraft) =>
  deleteDraft(nameOf(userId, MembershipNo))

/** Stores the draft while `dirty` is true, and removes it after posting. Returns a function that discards the draft. */
export function useStoredSaleDraft(userId: number, draft: SaleDraft, dirty: boolean, before: SaleDraft | undefined) {
  // Stored draft of this sale; drafts for other members stay unchanged.
  const storedRef = useRef(before)
  useEffect(() => {
    const old = storedRef.current
    if (old && (!dirty || old.MembershipNo !== draft.MembershipNo)) removeStoredSaleDraft(userId, old)
    if (dirty) storeSaleDraft(userId, draft)
    storedRef.current = dirty ? draft : undefined
  }, [userId, draft, dirty])
  return () => {
    if (storedRef.current) removeStoredSaleDraft(userId, storedRef.current)
    storedRef.current = undefined
  }
}
