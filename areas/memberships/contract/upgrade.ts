import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { Decimal, Id, Instant, membershipNumber, text, upperCaseText, Version, YN } from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { namedRows, row } from '#kit/contract/scope.ts'

/** The fields that a premium member must have. Email is asked for, but optional. */
export const premiumFields = ['IdNo', 'DateOfBirth', 'Gender', 'Address'] as const
export const PremiumField = z.enum(premiumFields)
export type PremiumField = z.infer<typeof PremiumField>

/** An upgrade that waits for its confirmation, with its effects. */
export const UpgradePreparation = z.strictObject({
  MembershipNo: z.string(),
  CustomerId: Id,
  CardCategoryCode: z.string(),
  CardCategoryName: z.string(),
  Color: z.string(),
  CardLevelId: Id.nullable(),
  FirstSalesAmount: Decimal.nullable(),
  /** The qualifying invoice and its net amount; null for an override. */
  InvoiceNo: z.string().nullable(),
  BasisAmount: Decimal.nullable(),
  OverrideReason: z.string().nullable(),
  CycleStart: z.string(),
  CycleEnd: z.string(),
  /** Fields that must be filled in before the confirmation. */
  MissingFields: z.array(PremiumField),
  /** Y: the e-mail address is missing, which does not prevent the confirmation. */
  EmailMissingYN: YN,
  PreparedByName: z.string(),
  PreparedAt: Instant,
  /** The membership's version, to be sent with confirm and cancel. */
  Version,
})
export type UpgradePreparation = z.infer<typeof UpgradePreparation>

export const upgradeRefusals = {
  alreadyPremium: refusal(409, 'memberships.already_premium', 'This member is already a premium member'),
  notActive: refusal(
    409,
    'memberships.upgrade_not_active',
    'Only an active membership can be upgraded. Status: {Status}',
  ),
  customerNotActive: refusal(409, 'memberships.customer_not_active', 'Customer is not Active'),
  levelChangePending: refusal(
    409,
    'memberships.level_change_pending',
    'A level change of this member is pending approval',
  ),
  invoiceNotFound: refusal(404, 'memberships.invoice_not_found', 'Invoice {InvoiceNo} was not found'),
  invoiceNotNormal: refusal(409, 'memberships.invoice_not_normal', 'Invoice {InvoiceNo} is a cancellation'),
  invoiceOfOther: refusal(409, 'memberships.invoice_of_other', 'Invoice {InvoiceNo} is not a purchase of this member'),
  invoiceCancelled: refusal(409, 'memberships.invoice_cancelled', 'Invoice {InvoiceNo} was cancelled'),
  invoiceUsed: refusal(409, 'memberships.invoice_used', 'Invoice {InvoiceNo} was used for another upgrade'),
  noLevel: refusal(409, 'memberships.no_level_for_invoice', 'Failed to get card level detail'),
  overrideNeedsHQ: refusal(
    403,
    'memberships.override_needs_hq',
    'Only head office can upgrade a member without a qualifying invoice',
  ),
  categoryUnknown: refusal(
    409,
    'memberships.upgrade_category_unknown',
    'The card category does not exist, is not active or belongs to another card group',
  ),
  basisChanged: refusal(
    409,
    'memberships.upgrade_basis_changed',
    'The invoice now leads to the card category {CardCategoryCode}. Prepare the upgrade again',
  ),
  notPending: refusal(409, 'memberships.upgrade_not_pending', 'No upgrade of this member is awaiting confirmation'),
  incomplete: refusal(409, 'memberships.upgrade_incomplete', 'Complete first: {Fields}'),
}

const role = 'Customer'

export const listUpgradeInvoices = read({
  path: '/customer/memberships/upgrade/invoices',
  access: { role },
  scope: namedRows(row('membership', 'Search.MembershipNo', 'looked up')),
  summary: 'Lists the member’s sales with the card category each would lead to, or why it does not qualify',
  body: pageQuery({ MembershipNo: membershipNumber }, { rows: 10, sort: ['PerformedAt'], direction: 'DESC' }).refine(
    ({ Search }) => Search.MembershipNo !== undefined,
    { path: ['Search', 'MembershipNo'], message: 'Required' },
  ),
  reply: pageReply(
    z.strictObject({
      InvoiceNo: z.string(),
      PerformedAt: Instant,
      OutletCode: z.string(),
      NetAmount: Decimal,
      /** Net amount less cancellations. */
      BasisAmount: Decimal,
      CardCategoryCode: z.string().nullable(),
      CardCategoryName: z.string().nullable(),
      QualifiesYN: YN,
      Reason: z.enum(['Cancelled', 'Used', 'No level']).nullable(),
    }),
  ),
})

export const prepareUpgrade = change({
  path: '/customer/memberships/upgrade/prepare',
  access: { role },
  scope: namedRows(row('membership', 'MembershipNo', 'looked up')),
  summary: 'Prepares an upgrade to premium and stores its effects until it is confirmed or cancelled',
  body: z
    .strictObject({
      MembershipNo: membershipNumber,
      InvoiceNo: upperCaseText(40).optional(),
      /** The category of an override without an invoice, for head office only. */
      CardCategoryCode: upperCaseText(20).optional(),
      OverrideReason: text(300).optional(),
    })
    .refine((body) => (body.InvoiceNo === undefined) !== (body.CardCategoryCode === undefined), {
      path: ['InvoiceNo'],
      message: 'Choose the qualifying invoice',
    })
    .refine((body) => (body.CardCategoryCode === undefined) === (body.OverrideReason === undefined), {
      path: ['OverrideReason'],
      message: 'Enter the reason',
    }),
  reply: UpgradePreparation,
})

export const confirmUpgrade = change({
  path: '/customer/memberships/upgrade/confirm',
  access: { role },
  scope: namedRows(row('membership', 'MembershipNo', 'looked up')),
  summary: 'Makes the member premium as prepared; the membership number stays',
  idempotent: true,
  body: z.strictObject({ MembershipNo: membershipNumber, Version }),
  reply: z.strictObject({
    MembershipNo: z.string(),
    CustomerId: Id,
    MemberType: z.literal('Premium Member'),
    CardCategoryCode: z.string(),
    CardCategoryName: z.string(),
    CycleStart: z.string(),
    CycleEnd: z.string(),
    LevelHistoryId: Id,
    Version,
  }),
})

export const cancelUpgrade = change({
  path: '/customer/memberships/upgrade/cancel',
  access: { role },
  scope: namedRows(row('membership', 'MembershipNo', 'looked up')),
  summary: 'Discards a prepared upgrade',
  body: z.strictObject({ MembershipNo: membershipNumber, Version }),
  reply: z.strictObject({ MembershipNo: z.string(), CustomerId: Id, Version }),
})
