import type { Balance } from '../../contract/balance.ts'
import type { CardWarning, MemberCard, MissingField, NextAction } from '../../contract/counter.ts'
import type { UpgradePreparation } from '../../contract/upgrade.ts'
import type { QualifyingSale } from '../upgrade/qualifying-sales.ts'
import { nextAction, warning } from './sentences.ts'

export type OnFile = {
  IdNo: string | null
  DateOfBirth: string | null
  Gender: string | null
  HasAddress: boolean
  Email: string | null
  ContactNo: string | null
  Language: string | null
  HasServiceConsent: boolean
  VerifiedEmailYN: 'Y' | 'N'
  MailReturned: boolean
}

type Known = {
  member: { Status: string; CustomerStatus: string; MergedIntoMembershipNo: string | null; IdNo: string | null }
  onFile: OnFile
  balance: Balance
  upgrade: UpgradePreparation | null
  qualifying: QualifyingSale | undefined
  ExpirySchedule: MemberCard['ExpirySchedule']
  LastPurchase: MemberCard['LastPurchase']
  MissingData: MissingField[]
}

/** What staff should ask the customer for. */
export function missingData(member: OnFile): MissingField[] {
  const missing: Record<MissingField, boolean> = {
    IdNo: !member.IdNo,
    DateOfBirth: !member.DateOfBirth,
    Gender: !member.Gender,
    Address: !member.HasAddress,
    Email: !member.Email,
    ContactNo: !member.ContactNo,
    Language: !member.Language,
    ServiceConsent: !member.HasServiceConsent,
    VerifiedEmail: Boolean(member.Email) && member.VerifiedEmailYN === 'N',
  }
  return (Object.keys(missing) as MissingField[]).filter((field) => missing[field])
}

/** What must be seen before anything is done, the gravest first. */
export function warningsOf({ member, onFile, balance, upgrade }: Known, hasIssue: boolean): CardWarning[] {
  const found: (CardWarning | false)[] = [
    member.Status === 'Merged' && warning('merged', { MembershipNo: member.MergedIntoMembershipNo ?? '' }),
    member.CustomerStatus === 'Archived' && warning('archived'),
    member.Status !== 'Active' &&
      member.Status !== 'Merged' &&
      member.CustomerStatus !== 'Archived' &&
      warning('membership_not_active', { Status: member.Status }),
    member.CustomerStatus !== 'Active' && member.CustomerStatus !== 'Archived' && warning('customer_not_active'),
    balance.Arrears > 0 && warning('arrears', { Points: balance.Arrears }),
    upgrade !== null && warning('upgrade_pending', { CardCategoryName: upgrade.CardCategoryName }),
    !member.IdNo && warning('identity_missing'),
    hasIssue && warning('nric_issue'),
    onFile.MailReturned && warning('returned_mail'),
  ]
  return found.filter((entry) => entry !== false)
}

/** What to do now, the most urgent first. Nothing is proposed for who may do nothing. */
export function nextActionsOf(
  { member, balance, upgrade, qualifying, ExpirySchedule, LastPurchase, MissingData }: Known,
  today: string,
): NextAction[] {
  if (member.CustomerStatus === 'Archived') return [nextAction('Record a sale', 'reactivates')]
  if (member.Status !== 'Active' || member.CustomerStatus !== 'Active') return []
  const soon = ExpirySchedule.find(({ Year, Month }) => monthsUntil(Year, Month, today) <= 2)
  const actions: (NextAction | undefined | false)[] = [
    balance.Arrears > 0 && nextAction('Arrears to recover', 'arrears_owed', { Points: balance.Arrears }),
    upgrade
      ? nextAction('Confirm the upgrade', 'upgrade_waits', {
          CardCategoryName: upgrade.CardCategoryName,
          PreparedByName: upgrade.PreparedByName,
        })
      : qualifying &&
        nextAction('Upgrade to premium', 'invoice_qualifies', {
          InvoiceNo: qualifying.InvoiceNo,
          CardCategoryName: qualifying.CardCategoryName ?? '',
        }),
    soon && nextAction('Points expire soon', 'points_expiring', soon),
    MissingData.length > 0 && nextAction('Complete profile', 'fields_missing', { Fields: MissingData.join(', ') }),
    nextAction('Record a sale', LastPurchase ? 'earn_points' : 'first_purchase'),
  ]
  return actions.filter((action) => action !== undefined && action !== false)
}

const monthsUntil = (year: number, month: number, today: string) =>
  (year - Number(today.slice(0, 4))) * 12 + month - Number(today.slice(5, 7))
