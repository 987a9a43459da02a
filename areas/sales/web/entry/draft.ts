import type { z } from 'zod'
import type { CallError } from '#kit/web/call.ts'
import { issueText } from '#kit/web/form/issues.ts'
import { errorText } from '#kit/web/i18n.ts'
import { chosenFields } from '../../contract/sale-fields.ts'
import { NewSale } from '../../contract.ts'
import { calculateSums, toAmount } from '../amounts.ts'

export type DraftLine = {
  key: number
  Brand: string
  ProductGroup: string
  Description: string
  Quantity: string
  UnitPrice: string
  Discount: string
  Tax: string
}
/** The plain fields that staff fill in. */
export const enteredFields = ['SalesPersonCode', ...chosenFields] as const
type EnteredField = (typeof enteredFields)[number]

export const eachEntered = <Value>(value: (name: EnteredField) => Value) =>
  Object.fromEntries(enteredFields.map((name) => [name, value(name)])) as Record<EnteredField, Value>

export type LineField = Exclude<keyof DraftLine, 'key'>

export type SaleDraft = Record<EnteredField, string> & {
  /** The member's number; null: a walk-in; undefined: no customer is chosen yet. */
  MembershipNo: string | null | undefined
  InvoiceNo: string
  OutletCode: string
  /** Null: the time of saving. */
  PerformedAt: string | null
  Remarks: string
  TradeIn: string
  VoucherAmount: string
  lines: readonly DraftLine[]
}

let lastKey = 0
/** A jeweller's counter often sells one brand, so a new line starts with the brand of the line before it. */
export const emptyLine = (Brand = ''): DraftLine => {
  lastKey += 1
  return { key: lastKey, Brand, ProductGroup: '', Description: '', Quantity: '1', UnitPrice: '', Discount: '', Tax: '' }
}

export const emptyDraft = (values: Partial<SaleDraft> = {}): SaleDraft => ({
  MembershipNo: undefined,
  InvoiceNo: '',
  OutletCode: '',
  ...eachEntered(() => ''),
  PerformedAt: null,
  Remarks: '',
  TradeIn: '',
  VoucherAmount: '',
  lines: [emptyLine()],
  ...values,
})

/** Is the line empty? The last one often is. */
export const isBlank = (line: DraftLine) => line.Description === '' && line.UnitPrice === '' && line.ProductGroup === ''

/** The lines that belong to the sale: empty lines are left out if another line is filled. */
export const filledLines = ({ lines }: SaleDraft) => {
  const filled = lines.filter((line) => !isBlank(line))
  return filled.length > 0 ? filled : lines.slice(0, 1)
}

/** True if discarding the draft would lose input. */
export const isTouched = (draft: SaleDraft) =>
  [draft.InvoiceNo, draft.Remarks, draft.TradeIn, draft.VoucherAmount].some((text) => text !== '') ||
  draft.lines.some((line) => !isBlank(line))

const valueOrUndefined = (text: string) => (text.trim() === '' ? undefined : text)

/** The request body. The total is included so that the server validates the amount shown on screen. */
export function toSaleInput(draft: SaleDraft): z.input<typeof NewSale> {
  const lines = filledLines(draft)
  return {
    TransactionType: 'N',
    InvoiceNo: draft.InvoiceNo,
    MembershipNo: draft.MembershipNo ?? null,
    OutletCode: draft.OutletCode,
    ...eachEntered((name) => draft[name]),
    ...(draft.PerformedAt && { PerformedAt: draft.PerformedAt }),
    Remarks: draft.Remarks,
    TradeIn: valueOrUndefined(draft.TradeIn),
    VoucherAmount: valueOrUndefined(draft.VoucherAmount),
    TotalAmount: toAmount(calculateSums(lines, draft).total),
    Details: lines.map(toLineInput),
  }
}

/** A line of the request body; its number is its position among the lines that count. */
export const toLineInput = (line: DraftLine, index: number) => ({
  SequenceNo: index + 1,
  Brand: line.Brand,
  ProductGroup: line.ProductGroup,
  Description: line.Description,
  Quantity: line.Quantity,
  UnitPrice: line.UnitPrice,
  Discount: valueOrUndefined(line.Discount),
  Tax: valueOrUndefined(line.Tax),
})

/** Field → error. The fields of a line are prefixed with its key: '7.UnitPrice'. */
export type DraftErrors = Readonly<Record<string, string>>

export function findDraftErrors(draft: SaleDraft): DraftErrors {
  const lines = filledLines(draft)
  const result = NewSale.safeParse(toSaleInput(draft))
  const issues = (result.error?.issues ?? []).map((issue) => ({
    path: issue.path.map(String),
    message: issueText(issue, 'sales'),
  }))
  return Object.fromEntries(
    issues
      // Only the first error of a field is shown, as everywhere.
      .toReversed()
      .map(({ path, message }) => [placeOf(path, lines), message]),
  )
}

/** 'Details.0.UnitPrice' in the request body is the field of the first line that counts. */
const placeOf = ([first = '', index, field]: readonly string[], lines: readonly DraftLine[]) =>
  first === 'Details' && index !== undefined ? `${lines[Number(index)]?.key}.${field}` : first

/** Maps the server's field errors to the fields of the form. */
export const toDraftErrors = (details: readonly { path: string; message: string }[], draft: SaleDraft): DraftErrors =>
  Object.fromEntries(
    details.map(({ path, message }) => [placeOf(path.split('.'), filledLines(draft)), issueText({ message }, 'sales')]),
  )

/** The form field of a server error; an error of a line is found by its number. */
const places: Readonly<Record<string, string>> = {
  'sales.invoice_exists': 'InvoiceNo',
  'sales.outlet_not_found': 'OutletCode',
  'sales.other_outlet': 'OutletCode',
  'sales.outlet_required': 'OutletCode',
  'sales.date_out_of_range': 'PerformedAt',
  'sales.own_sale': 'MembershipNo',
  'sales.member_not_found': 'MembershipNo',
  'sales.discount_above_line': 'Discount',
  'sales.net_mismatch': 'UnitPrice',
  'sales.brand_not_found': 'Brand',
  'sales.product_group_not_found': 'ProductGroup',
}

/** The server's error at its field; empty if the error concerns the sale as a whole. */
export function placedRefusal(refused: CallError, draft: SaleDraft): DraftErrors {
  const field =
    refused.code === 'sales.paid_above_total'
      ? draft.VoucherAmount === ''
        ? 'TradeIn'
        : 'VoucherAmount'
      : places[refused.code]
  if (!field) return {}
  const { Line } = refused.params
  const line = Line === undefined ? undefined : filledLines(draft)[Number(Line) - 1]
  return { [line ? `${line.key}.${field}` : field]: errorText(refused).description }
}
