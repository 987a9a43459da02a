import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Reply } from '#kit/contract/endpoint.ts'
import { CallError } from '#kit/web/call.ts'
import { t } from '#kit/web/i18n.ts'
import { useSession } from '#kit/web/session.ts'
import { useCall } from '#kit/web/useCall.ts'
import { addTransaction, LINES_PER_SALE_MAX } from '../../contract.ts'
import {
  createEmptyLine,
  createSaleDraft,
  enteredSaleFields,
  findSaleDraftErrors,
  hasSaleDraftInput,
  type SaleDraft,
  type SaleDraftErrors,
  type SaleDraftLine,
  toSaleDraftErrors,
  toSaleDraftErrorsOfRefusal,
  toSaleInput,
} from './draft.ts'
import { focusLineField, lineFieldId } from './Pieces.tsx'
import { findStoredSaleDraft, useStoredSaleDraft } from './stored-sale.ts'
import { useSalePreview } from './usePreview.ts'

export type SavedSale = Reply<typeof addTransaction>

const toServerErrors = (failure: CallError, draft: SaleDraft): SaleDraftErrors => ({
  ...toSaleDraftErrors(failure.details, draft),
  ...toSaleDraftErrorsOfRefusal(failure, draft),
})

/** Returns the state of the sale form: the draft, its errors, and the posted sale. */
export function useSaleEntry() {
  const [address, setAddress] = useSearchParams()
  const { isHQ, user } = useSession()
  const ownOutlet = isHQ ? '' : (user.building?.code ?? '')
  const memberInUrl = address.get('MembershipNo')?.trim().toUpperCase() || undefined
  // A restored draft gets the user's current outlet.
  const [storedSale, setStoredSale] = useState(() => findStoredSaleDraft(user.id, memberInUrl))
  const [draft, setDraft] = useState(() =>
    storedSale
      ? { ...storedSale, ...(ownOutlet && { OutletCode: ownOutlet }) }
      : createSaleDraft({ OutletCode: ownOutlet, MembershipNo: memberInUrl }),
  )
  const [errors, setErrors] = useState<SaleDraftErrors>({})
  const [posted, setPosted] = useState<SavedSale>()
  // The flag prevents posting twice: two Enter keys can arrive before the button is disabled.
  const sending = useRef(false)
  const post = useCall(addTransaction, {
    done: 'sales:saved',
    failed: 'sales:failed',
    errorIn: 'form',
  })

  const dirty = posted === undefined && hasSaleDraftInput(draft)
  const discardStoredSale = useStoredSaleDraft(user.id, draft, dirty, storedSale)

  const change = (more: Partial<SaleDraft>) => {
    setDraft((before) => ({ ...before, ...more }))
    setErrors((before) => without(before, Object.keys(more)))
  }
  const clearErrors = (fields: readonly string[]) => setErrors((before) => without(before, fields))
  const lines = useLines(draft, setDraft, clearErrors)
  const preview = useSalePreview(draft)

  const save = async (): Promise<boolean> => {
    const draftErrors = validateDraft(draft)
    setErrors(draftErrors)
    const invalidFields = Object.keys(draftErrors)
    if (invalidFields.length > 0) focusFirst(invalidFields, draft)
    if (invalidFields.length > 0 || sending.current) return false
    sending.current = true
    try {
      setPosted(await post.mutateAsync(toSaleInput(draft)))
      discardStoredSale()
      return true
    } catch (failure) {
      sending.current = false
      if (failure instanceof CallError) {
        const serverErrors = toServerErrors(failure, draft)
        setErrors(serverErrors)
        focusFirst(Object.keys(serverErrors), draft)
      }
      return false
    }
  }

  /** Discards the draft and starts another one for the same member. */
  const discard = () => {
    discardStoredSale()
    begin({ MembershipNo: draft.MembershipNo })
  }

  /** Starts an empty draft with the outlet and salesperson of the previous sale. */
  const next = () => {
    begin()
    setAddress({}, { replace: true })
  }

  const begin = (more: Partial<SaleDraft> = {}) => {
    setDraft(createSaleDraft({ OutletCode: draft.OutletCode, SalesPersonCode: draft.SalesPersonCode, ...more }))
    setErrors({})
    setPosted(undefined)
    setStoredSale(undefined)
    sending.current = false
    post.reset()
  }

  return {
    draft,
    errors: { ...preview.errors, ...errors },
    preview,
    posted,
    dirty,
    /** True if the draft was restored from an earlier page load. */
    restored: storedSale !== undefined && dirty,
    busy: post.isPending,
    error: post.error,
    change,
    ...lines,
    save,
    discard,
    next,
  }
}

/** Returns functions that add, change and remove lines, and focus the next field to fill in. */
function useLines(
  draft: SaleDraft,
  setDraft: (change: (before: SaleDraft) => SaleDraft) => void,
  clearErrors: (fields: readonly string[]) => void,
) {
  const changeLine = (key: number, more: Partial<SaleDraftLine>) => {
    setDraft((before) => ({
      ...before,
      lines: before.lines.map((line) => (line.key === key ? { ...line, ...more } : line)),
    }))
    clearErrors(Object.keys(more).map((field) => `${key}.${field}`))
  }
  const addLine = () => {
    if (draft.lines.length >= LINES_PER_SALE_MAX) return
    const line = createEmptyLine(draft.lines.at(-1)?.Brand)
    setDraft((before) => ({ ...before, lines: [...before.lines, line] }))
    // The product group gets the focus, because the new line has the brand of the previous line.
    focusLineField(line.key, line.Brand === '' ? 'Brand' : 'ProductGroup')
  }
  const removeLine = (key: number) => {
    const at = draft.lines.findIndex((line) => line.key === key)
    const remaining = draft.lines.filter((line) => line.key !== key)
    setDraft((before) => ({ ...before, lines: remaining }))
    const next = remaining[Math.min(at, remaining.length - 1)]
    if (next) focusLineField(next.key, 'Description')
  }
  return { changeLine, addLine, removeLine }
}

/** Returns errors of the request schema and of the form, which also requires a customer and an outlet. */
const validateDraft = (draft: SaleDraft): SaleDraftErrors => ({
  ...findSaleDraftErrors(draft),
  ...(draft.MembershipNo === undefined && { MembershipNo: t('sales:entry.chooseCustomer') }),
  ...(draft.OutletCode === '' && { OutletCode: t('kit:issues.required') }),
})

const without = (errors: SaleDraftErrors, removedKeys: readonly string[]): SaleDraftErrors =>
  Object.fromEntries(Object.entries(errors).filter(([name]) => !removedKeys.includes(name)))

/** Focuses the first field with an error on the page. */
function focusFirst(invalidFields: readonly string[], { lines }: SaleDraft) {
  const ofLines = lines.flatMap(({ key }) =>
    (['Brand', 'ProductGroup', 'Description', 'Quantity', 'UnitPrice', 'Discount', 'Tax'] as const).map(
      (field) => [`${key}.${field}`, lineFieldId(key, field)] as const,
    ),
  )
  const fieldIds = [
    ['MembershipNo', 'sale-member'] as const,
    ...(['InvoiceNo', 'OutletCode', ...enteredSaleFields, 'PerformedAt'] as const).map(
      (name) => [name, `sale-${name}`] as const,
    ),
    ...ofLines,
    ...(['TradeIn', 'VoucherAmount', 'Remarks'] as const).map((name) => [name, `sale-${name}`] as const),
  ]
  const position = fieldIds.find(([name]) => invalidFields.includes(name))
  if (position) document.getElementById(position[1])?.focus()
}
