import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Reply } from '#kit/contract/endpoint.ts'
import { CallError } from '#kit/web/call.ts'
import { t } from '#kit/web/i18n.ts'
import { useSession } from '#kit/web/session.ts'
import { useCall } from '#kit/web/useCall.ts'
import { addTransaction, LINES_MAX } from '../../contract.ts'
import {
  type Draft,
  type DraftLine,
  type Errors,
  emptyDraft,
  emptyLine,
  enteredFields,
  errorsOf,
  isTouched,
  placed,
  placedRefusal,
  saleOf,
} from './draft.ts'
import { keptSale, useKeptSale } from './kept-sale.ts'
import { fieldId, focusLine } from './Pieces.tsx'
import { usePreview } from './usePreview.ts'

export type Posted = Reply<typeof addTransaction>

/** The state of a sale that is being written: what was typed, what is wrong with it, what was posted. */
export function useSaleEntry() {
  const [address, setAddress] = useSearchParams()
  const { isHQ, user } = useSession()
  const own = isHQ ? '' : (user.building?.code ?? '')
  const named = address.get('MembershipNo')?.trim().toUpperCase() || undefined
  // What was not saved the last time; staff who moved meanwhile sell where they are.
  const [kept, setKept] = useState(() => keptSale(user.id, named))
  const [draft, setDraft] = useState(() =>
    kept ? { ...kept, ...(own && { OutletCode: own }) } : emptyDraft({ OutletCode: own, MembershipNo: named }),
  )
  const [errors, setErrors] = useState<Errors>({})
  const [posted, setPosted] = useState<Posted>()
  // Two Enters in one frame come before the button knows that it is busy; and what was posted is not posted again.
  const sending = useRef(false)
  const post = useCall(addTransaction, {
    done: 'sales:saved',
    failed: 'sales:failed',
    errorIn: 'form',
  })

  const dirty = posted === undefined && isTouched(draft)
  const discardKept = useKeptSale(user.id, draft, dirty, kept)

  const change = (more: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...more }))
    setErrors((before) => without(before, Object.keys(more)))
  }
  const forgive = (fields: readonly string[]) => setErrors((before) => without(before, fields))
  const lines = useLines(draft, setDraft, forgive)
  const preview = usePreview(draft)

  const save = async (): Promise<boolean> => {
    const found = mistakesIn(draft)
    setErrors(found)
    const wrong = Object.keys(found)
    if (wrong.length > 0) focusFirst(wrong, draft)
    if (wrong.length > 0 || sending.current) return false
    sending.current = true
    try {
      setPosted(await post.mutateAsync(saleOf(draft)))
      discardKept()
      return true
    } catch (failure) {
      sending.current = false
      if (failure instanceof CallError) {
        const refused = { ...placed(failure.details, draft), ...placedRefusal(failure, draft) }
        setErrors(refused)
        focusFirst(Object.keys(refused), draft)
      }
      return false
    }
  }

  /** Gives up what was typed and starts again, for the same member. */
  const discard = () => {
    discardKept()
    begin({ MembershipNo: draft.MembershipNo })
  }

  /** A fresh sheet at the same outlet; who sells is likely to sell again. */
  const next = () => {
    begin()
    setAddress({}, { replace: true })
  }

  const begin = (more: Partial<Draft> = {}) => {
    setDraft(emptyDraft({ OutletCode: draft.OutletCode, SalesPersonCode: draft.SalesPersonCode, ...more }))
    setErrors({})
    setPosted(undefined)
    setKept(undefined)
    sending.current = false
    post.reset()
  }

  return {
    draft,
    errors: { ...preview.errors, ...errors },
    preview,
    posted,
    dirty,
    /** It was written before this page was opened. */
    restored: kept !== undefined && dirty,
    busy: post.isPending,
    error: post.error,
    change,
    ...lines,
    save,
    discard,
    next,
  }
}

/** Adding, changing and removing lines, with the focus where the next key belongs. */
function useLines(
  draft: Draft,
  setDraft: (change: (before: Draft) => Draft) => void,
  forgive: (fields: readonly string[]) => void,
) {
  const changeLine = (key: number, more: Partial<DraftLine>) => {
    setDraft((before) => ({
      ...before,
      lines: before.lines.map((line) => (line.key === key ? { ...line, ...more } : line)),
    }))
    forgive(Object.keys(more).map((field) => `${key}.${field}`))
  }
  const addLine = () => {
    if (draft.lines.length >= LINES_MAX) return
    const line = emptyLine(draft.lines.at(-1)?.Brand)
    setDraft((before) => ({ ...before, lines: [...before.lines, line] }))
    // The brand is carried over, so the next thing to say is what it was.
    focusLine(line.key, line.Brand === '' ? 'Brand' : 'ProductGroup')
  }
  const removeLine = (key: number) => {
    const at = draft.lines.findIndex((line) => line.key === key)
    const rest = draft.lines.filter((line) => line.key !== key)
    setDraft((before) => ({ ...before, lines: rest }))
    const next = rest[Math.min(at, rest.length - 1)]
    if (next) focusLine(next.key, 'Description')
  }
  return { changeLine, addLine, removeLine }
}

/** What the contract finds wrong, and what only this page asks: whose sale it is, and where. */
const mistakesIn = (draft: Draft): Errors => ({
  ...errorsOf(draft),
  ...(draft.MembershipNo === undefined && { MembershipNo: t('sales:entry.chooseCustomer') }),
  ...(draft.OutletCode === '' && { OutletCode: t('kit:issues.required') }),
})

const without = (errors: Errors, gone: readonly string[]): Errors =>
  Object.fromEntries(Object.entries(errors).filter(([name]) => !gone.includes(name)))

/** The mistake that stands highest on the page gets the focus. */
function focusFirst(wrong: readonly string[], { lines }: Draft) {
  const ofLines = lines.flatMap(({ key }) =>
    (['Brand', 'ProductGroup', 'Description', 'Quantity', 'UnitPrice', 'Discount', 'Tax'] as const).map(
      (field) => [`${key}.${field}`, fieldId(key, field)] as const,
    ),
  )
  const places = [
    ['MembershipNo', 'sale-member'] as const,
    ...(['InvoiceNo', 'OutletCode', ...enteredFields, 'PerformedAt'] as const).map(
      (name) => [name, `sale-${name}`] as const,
    ),
    ...ofLines,
    ...(['TradeIn', 'VoucherAmount', 'Remarks'] as const).map((name) => [name, `sale-${name}`] as const),
  ]
  const place = places.find(([name]) => wrong.includes(name))
  if (place) document.getElementById(place[1])?.focus()
}
