import type { QualifyingSale } from '#areas/levels/server/index.ts'
import type { Balance } from '#areas/memberships/contract/balance.ts'
import type { CardWarning, MemberCard, MissingField, NextAction } from '#areas/memberships/contract/counter.ts'
import type { UpgradePreparation } from '#areas/memberships/contract/upgrade.ts'

export type EvaluatedMemberProfile = {
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

type MemberFacts = {
  member: { Status: string; CustomerStatus: string; MergedIntoMembershipNo: string | null; IdNo: string | null }
  onFile: EvaluatedMemberProfile
  balance: Balance
  upgrade: UpgradePreparation | null
  qualifying: QualifyingSale | undefined
  ExpiringNext: MemberCard['ExpiringNext']
  Occasions: MemberCard['Occasions']
  MissingData: MissingField[]
}

type Params = Record<string, string | number>
const warning = (Code: CardWarning['Code'], Params: Params = {}): CardWarning => ({ Code, Params })
const nextAction = (Action: NextAction['Action'], Code: NextAction['Code'], Params: Params = {}): NextAction => ({
  Action,
  Code,
  Params,
})

/** Numbers of days ahead for which expiring points and occasions are suggested as next actions. */
const EXPIRING_DAYS = 45
const OCCASION_DAYS = 3

/** Returns the missing profile fields that staff should ask the customer for. */
export function findMissingFields(member: EvaluatedMemberProfile): MissingField[] {
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

/** Returns the warnings for staff about a member, most severe first. */
export function findCardWarnings({ member, onFile, balance, upgrade }: MemberFacts, hasIssue: boolean): CardWarning[] {
  const entries: (CardWarning | false)[] = [
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
  return entries.filter((entry) => entry !== false)
}

/** Returns suggested actions in this order: blocked status, upgrade, expiring points, occasion, missing data. */
export function suggestNextActions(
  { member, upgrade, qualifying, ExpiringNext, Occasions, MissingData }: MemberFacts,
  today: string,
): NextAction[] {
  if (member.Status === 'Merged' || member.CustomerStatus === 'Archived') return []
  if (member.Status !== 'Active' || member.CustomerStatus !== 'Active')
    return [
      nextAction('Check the status', 'blocked', {
        Status: member.CustomerStatus === 'Active' ? member.Status : member.CustomerStatus,
      }),
    ]
  const occasion = Occasions.find(({ On }) => daysUntil(On, today) <= OCCASION_DAYS)
  const actions: (NextAction | undefined | false | null)[] = [
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
    ExpiringNext &&
      daysUntil(ExpiringNext.Date, today) <= EXPIRING_DAYS &&
      nextAction('Points expire soon', 'points_expiring', { Points: ExpiringNext.Points, Date: ExpiringNext.Date }),
    occasion &&
      nextAction('Congratulate', occasion.Kind === 'Birthday' ? 'birthday_near' : 'wedding_near', {
        Date: occasion.On,
        Years: occasion.Years ?? 0,
      }),
    MissingData.length > 0 && nextAction('Complete profile', 'fields_missing', { Fields: MissingData.join(', ') }),
  ]
  return actions.filter((action): action is NextAction => Boolean(action))
}

const DAY_MS = 86_400_000
export const daysUntil = (date: string, today: string) => Math.round((Date.parse(date) - Date.parse(today)) / DAY_MS)

/** Returns the next birthday and wedding anniversary; 29 February becomes the 28th in years that have no 29th. */
export function findNextOccasions(
  { DateOfBirth, WeddingAnniversary }: { DateOfBirth: string | null; WeddingAnniversary: string | null },
  today: string,
): MemberCard['Occasions'] {
  const nextDate = (date: string) => {
    const inYear = (year: number) => {
      const on = `${year}${date.slice(4)}`
      return on.endsWith('-02-29') && !isLeap(year) ? `${year}-02-28` : on
    }
    const year = Number(today.slice(0, 4))
    return inYear(year) >= today ? inYear(year) : inYear(year + 1)
  }
  const entries: MemberCard['Occasions'] = []
  if (DateOfBirth) entries.push({ Kind: 'Birthday', On: nextDate(DateOfBirth), Years: null })
  if (WeddingAnniversary) {
    const On = nextDate(WeddingAnniversary)
    entries.push({
      Kind: 'Wedding anniversary',
      On,
      Years: Number(On.slice(0, 4)) - Number(WeddingAnniversary.slice(0, 4)) || null,
    })
  }
  return entries.sort((left, right) => left.On.localeCompare(right.On))
}

const isLeap = (year: number) => new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1
