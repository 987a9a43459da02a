import { useEffect, useRef } from 'react'
import { z } from 'zod'
import { draftsNamed, dropDraft, keepDraft, readDraft } from '#kit/web/form/drafts.ts'
import { type Draft, eachEntered, emptyLine, isTouched } from './draft.ts'

// A sale that is being written stays in this tab until it is saved or discarded, apart for each person who signs in and for
// each member: anyone who opens the page for one member never finds the lines of another. Nothing of it is sent.

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

/** The sale that a person was writing for the member; where the page names none, the one written last. */
export function keptSale(userId: number, MembershipNo: string | undefined): Draft | undefined {
  const kept = MembershipNo ? readDraft(nameOf(userId, MembershipNo)) : draftsNamed(nameOf(userId, null))[0]
  const { data } = sale.safeParse(kept?.values)
  // The keys are of a page that is gone.
  const draft = data && {
    ...data,
    MembershipNo: data.MembershipNo,
    lines: data.lines.map((stored) => ({ ...emptyLine(), ...stored })),
  }
  return draft && isTouched(draft) ? draft : undefined
}

export const keepSale = (userId: number, draft: Draft) =>
  keepDraft(nameOf(userId, draft.MembershipNo), { at: new Date().toISOString(), values: { ...draft } })

export const dropSale = (userId: number, { MembershipNo }: Draft) => dropDraft(nameOf(userId, MembershipNo))

/** Keeps what is typed with every key; `dirty` is over once it was saved or given up. Answers how to give it up. */
export function useKeptSale(userId: number, draft: Draft, dirty: boolean, before: Draft | undefined) {
  // What stands in the tab of this sale; another member's is left alone.
  const kept = useRef(before)
  useEffect(() => {
    const old = kept.current
    if (old && (!dirty || old.MembershipNo !== draft.MembershipNo)) dropSale(userId, old)
    if (dirty) keepSale(userId, draft)
    kept.current = dirty ? draft : undefined
  }, [userId, draft, dirty])
  return () => {
    if (kept.current) dropSale(userId, kept.current)
    kept.current = undefined
  }
}
