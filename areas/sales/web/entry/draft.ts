import type { z } from 'zod'
import type { CallError } from '#kit/web/call.ts'
import { issueText } from '#kit/web/form/issues.ts'
import { errorText } from '#kit/web/i18n.ts'
import { saleChoiceFields } from '../../contract/sale-fields.ts'
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
/** Names of the simple header fields that staff fill in. */
export const enteredFields = ['SalesPersonCode', ...saleChoiceFields] as const
type EnteredField = (typeof enteredFields)[number]

export const mapEnteredFields = <Value>(value: (name: EnteredField) => Value) =>
  Object.fromEntries(enteredFields.map((name) => [name, value(name)])) as Record<EnteredField, Value>

export type LineField = Exclude<keyof DraftLine, 'key'>

export type SaleDraft = Record<EnteredField, string> & {
  /** Membership number of the sale: null for a walk-in customer, undefined if none is selected yet. */
  MembershipNo: string | null | undefined
  InvoiceNo: string
  OutletCode: string
  /** Time of the sale; null means the time of posting. */
  PerformedAt: string | null
  Remarks: string
  TradeIn: string
  VoucherAmount: string
  lines: readonly DraftLine[]
}

let lastKey = 0
/** Returns an empty line with the brand of the previous line, because a counter often sells one brand. */
export const emptyLine = (Brand = ''): DraftLine => {
  lastKey += 1
  return { key: lastKey, Brand, ProductGroup: '', Description: '', Quantity: '1', UnitPrice: '', Discount: '', Tax: '' }
}

export const emptyDraft = (values: Partial<SaleDraft> = {}): SaleDraft => ({
  MembershipNo: undefined,
  InvoiceNo: '',
  OutletCode: '',
  ...mapEnteredFields(() => ''),
  PerformedAt: null,
  Remarks: '',
  TradeIn: '',
  VoucherAmount: '',
  lines: [emptyLine()],
  ...values,
})

/** Returns true if the line has no input, as is often true of the last line. */
export const isBlank = (line: DraftLine) => line.Description === '' && line.UnitPrice === '' && line.ProductGroup === ''

/** Returns the lines to post, without empty lines unless all lines are empty. */
export const filledLines = ({ lines }: SaleDraft) => {
  const filled = lines.filter((line) => !isBlank(line))
  return filled.length > 0 ? filled : lines.slice(0, 1)
}

/** Returns true if discarding the draft would lose input. */
export const hasDraftInput = (draft: SaleDraft) =>
  [draft.InvoiceNo, draft.Remarks, draft.TradeIn, draft.VoucherAmount].some((text) => text !== '') ||
  draft.lines.some((line) => !isBlank(line))

const valueOrUndefined = (text: string) => (text.trim() === '' ? undefined : text)

/** Returns the request for posting; it includes the total, so that the server validates the amount on screen. */
export function toSaleInput(draft: SaleDraft): z.input<typeof NewSale> {
  const lines = filledLines(draft)
  return {
    TransactionType: 'N',
    InvoiceNo: draft.InvoiceNo,
    MembershipNo: draft.MembershipNo ?? null,
    OutletCode: draft.OutletCode,
    ...mapEnteredFields((name) => draft[name]),
    ...(draft.PerformedAt && { PerformedAt: draft.PerformedAt }),
    Remarks: draft.Remarks,
    TradeIn: valueOrUndefined(draft.TradeIn),
    VoucherAmount: valueOrUndefined(draft.VoucherAmount),
    TotalAmount: toAmount(calculateSums(lines, draft).total),
    Details: lines.map(toLineInput),
  }
}

/** A line of the request body, numbered by its position among the posted lines. */
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

/** Errors by field; the name of a line's field begins with the key of the line, for example '7.UnitPrice'. */
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
      // Each field shows only its first error.
      .toReversed()
      .map(({ path, message }) => [placeOf(path, lines), message]),
  )
}

/** Converts a path such as 'Details.0.UnitPrice' to the form field of the line with that index. */
const placeOf = ([first = '', index, field]: readonly string[], lines: readonly DraftLine[]) =>
  first === 'Details' && index !== undefined ? `${lines[Number(index)]?.key}.${field}` : first

/** Converts the server's errors by request field to errors by form field. */
export const toDraftErrors = (details: readonly { path: string; message: string }[], draft: SaleDraft): DraftErrors =>
  Object.fromEntries(
    details.map(({ path, message }) => [placeOf(path.split('.'), filledLines(draft)), issueText({ message }, 'sales')]),
  )

/** Names of form fields by error code; an error about a line also has the number of the line. */
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

/** Returns the error for the form field that it concerns; returns no entry if it concerns the whole sale. */
export function refusalToDraftErrors(refused: CallError, draft: SaleDraft): DraftErrors {
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
