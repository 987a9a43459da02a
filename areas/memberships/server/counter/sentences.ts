import type { CardWarning, NextAction } from '../../contract/counter.ts'

// The English of what the counter is told; the web says the same in the reader's language by code and values.

type Params = Record<string, string | number>

const fill = (text: string, params: Params) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''))

const warnings: Record<CardWarning['Code'], string> = {
  arrears: 'The member owes {Points} points',
  archived: 'The member is archived; a purchase brings the member back',
  membership_not_active: 'The membership is {Status}',
  customer_not_active: 'Customer is not Active',
  upgrade_pending: 'An upgrade to {CardCategoryName} waits for confirmation',
  returned_mail: 'Mail to the primary address came back',
  identity_missing: 'No identity number on file',
  nric_issue: 'The identity number does not fit birth date or gender',
  merged: 'This membership is now {MembershipNo}',
}

const reasons: Record<NextAction['Code'], string> = {
  arrears_owed: '{Points} points were returned after they had been spent; the next earning pays them first',
  upgrade_waits: 'The upgrade to {CardCategoryName} was prepared by {PreparedByName}',
  invoice_qualifies: 'Invoice {InvoiceNo} qualifies for {CardCategoryName}',
  fields_missing: 'Still missing: {Fields}',
  points_expiring: '{Points} points expire at the end of {Month}/{Year}',
  earn_points: 'The next purchase earns points',
  first_purchase: 'The member has not bought anything yet',
  reactivates: 'The purchase brings the archived member back',
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
