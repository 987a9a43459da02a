import type { z } from 'zod'
import type { CallError } from '#kit/web/call.ts'
import { translateValidationIssue } from '#kit/web/form/issues.ts'
import { errorText } from '#kit/web/i18n.ts'
import { saleChoiceFields } from '../../contract/sale-fields.ts'
import { NewSale } from '../../contract.ts'
import { calculateSaleTotals, unitsToAmount } from '../amounts.ts'

export type SaleDraftLine = {
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
export const enteredSaleFields = ['SalesPersonCode', ...saleChoiceFields] as const
type EnteredField = (typeof enteredSaleFields)[number]

export const mapEnteredSaleFields = <Value>(value: (name: EnteredField) => Value) =>
  Object.fromEntries(enteredSaleFields.map((name) => [name, value(name)])) as Record<EnteredField, Value>

export type SaleLineFieldName = Exclude<keyof SaleDraftLine, 'key'>

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
  lines: readonly SaleDraftLine[]
}

let lastKey = 0
/** Returns an empty line with the brand of the previous line, because a counter often sells one brand. */
export const createEmptyLine = (Brand = ''): SaleDraftLine => {
  lastKey += 1
  return { key: lastKey, Brand, ProductGroup: '', Description: '', Quantity: '1', UnitPrice: '', Discount: '', Tax: '' }
}

export const createSaleDraft = (values: Partial<SaleDraft> = {}): SaleDraft => ({
  MembershipNo: undefined,
  InvoiceNo: '',
  OutletCode: '',
  ...mapEnteredSaleFields(() => ''),
  PerformedAt: null,
  Remarks: '',
  TradeIn: '',
  VoucherAmount: '',
  lines: [createEmptyLine()],
  ...values,
})

/** Returns true if the line has no input, as is often true of the last line. */
export const isBlankLine = (line: SaleDraftLine) =>
  line.Description === '' && line.UnitPrice === '' && line.ProductGroup === ''

/** Returns the lines to post, without empty lines unless all lines are empty. */
export const linesToPost = ({ lines }: SaleDraft) => {
  const filled = lines.filter((line) => !isBlankLine(line))
  return filled.length > 0 ? filled : lines.slice(0, 1)
}

/** Returns true if discarding the draft would lose input. */
export const hasSaleDraftInput = (draft: SaleDraft) =>
  [draft.InvoiceNo, draft.Remarks, draft.TradeIn, draft.VoucherAmount].some((text) => text !== '') ||
  draft.lines.some((line) => !isBlankLine(line))

const valueOrUndefined = (text: string) => (text.trim() === '' ? undefined : text)

/** Returns the request for posting; it includes the total, so that the server validates the amount on screen. */
export function toSaleInput(draft: SaleDraft): z.input<typeof NewSale> {
  const lines = linesToPost(draft)
  return {
    TransactionType: 'N',
    InvoiceNo: draft.InvoiceNo,
    MembershipNo: draft.MembershipNo ?? null,
    OutletCode: draft.OutletCode,
    ...mapEnteredSaleFields((name) => draft[name]),
    ...(draft.PerformedAt && { PerformedAt: draft.PerformedAt }),
    Remarks: draft.Remarks,
    TradeIn: valueOrUndefined(draft.TradeIn),
    VoucherAmount: valueOrUndefined(draft.VoucherAmount),
    TotalAmount: unitsToAmount(calculateSaleTotals(lines, draft).total),
    Details: lines.map(toSaleLineInput),
  }
}

/** A line of the request body, numbered by its position among the posted lines. */
export const toSaleLineInput = (line: SaleDraftLine, index: number) => ({
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
export type SaleDraftErrors = Readonly<Record<string, string>>

export function findSaleDraftErrors(draft: SaleDraft): SaleDraftErrors {
  const lines = linesToPost(draft)
  const result = NewSale.safeParse(toSaleInput(draft))
  const issues = (result.error?.issues ?? []).map((issue) => ({
    path: issue.path.map(String),
    message: translateValidationIssue(issue, 'sales'),
  }))
  return Object.fromEntries(
    issues
      // Each field shows only its first error.
      .toReversed()
      .map(({ path, message }) => [placeOf(path, lines), message]),
  )
}

/** Converts a path such as 'Details.0.UnitPrice' to the form field of the line with that index. */
const placeOf = ([first = '', index, field]: readonly string[], lines: readonly SaleDraftLine[]) =>
  first === 'Details' && index !== undefined ? `${lines[Number(index)]?.key}.${field}` : first

/** Converts the server's errors by request field to errors by form field. */
export const toSaleDraftErrors = (
  details: readonly { path: string; message: string }[],
  draft: SaleDraft,
): SaleDraftErrors =>
  Object.fromEntries(
    details.map(({ path, message }) => [
      placeOf(path.split('.'), linesToPost(draft)),
      translateValidationIssue({ message }, 'sales'),
    ]),
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
export function toSaleDraftErrorsOfRefusal(refused: CallError, draft: SaleDraft): SaleDraftErrors {
  const field =
    refused.code === 'sales.paid_above_total'
      ? draft.VoucherAmount === ''
        ? 'TradeIn'
        : 'VoucherAmount'
      : places[refused.code]
  if (!field) return {}
  const { Line } = refused.params
  const line = Line === undefined ? undefined : linesToPost(draft)[Number(Line) - 1]
  return { [line ? `${line.key}.${field}` : field]: errorText(refused).description }
}
