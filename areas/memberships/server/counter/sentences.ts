import type { CardWarning, NextAction } from '../../contract/counter.ts'

// The English of what the counter is told; the web says the same in the reader's language by code and values.

type Params = Record<string, string | number>

const fill = (text: string, params: Params) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''))

const warnings: Record<CardWarning['Code'], string> = {
  arrears: 'Negative balance: {Points} points',
  archived: 'The member is archived; a purchase unarchives the member',
  membership_not_active: 'Status of the membership: {Status}',
  customer_not_active: 'Customer is not Active',
  upgrade_pending: 'Upgrade to {CardCategoryName} awaiting confirmation',
  returned_mail: 'Mail to the primary address was returned',
  identity_missing: 'No identity number on file',
  nric_issue: 'The identity number does not match the date of birth or gender',
  merged: 'This membership is now {MembershipNo}',
}

const reasons: Record<NextAction['Code'], string> = {
  arrears_owed: '{Points} points were reversed after they had been spent. The next points earned offset them first',
  upgrade_waits: 'Upgrade to {CardCategoryName} prepared by {PreparedByName}',
  invoice_qualifies: 'Invoice {InvoiceNo} qualifies for {CardCategoryName}',
  fields_missing: 'Missing: {Fields}',
  points_expiring: '{Points} points expire at the end of {Month}/{Year}',
  earn_points: 'The next purchase earns points',
  first_purchase: 'The member has no purchase yet',
  reactivates: 'The purchase unarchives the member',
}

export const warning = (Code: CardWarning['Code'], Params: Params = {}): CardWarning => ({
  Code,
  Params,
  Text: fill(warnings[Code], Params),
})

export const nextAction = (
  Action: NextAction['Action'],
  Code: NextAction['Code'],
  Params: Params = {},
): NextAction => ({
  Action,
  Code,
  Params,
  Text: fill(reasons[Code], Params),
})
