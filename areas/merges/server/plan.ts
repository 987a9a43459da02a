import type { Updateable } from 'kysely'
import { mergeChoiceFields } from '#areas/customers/contract/customer-fields.ts'
import type { CustomerTable } from '#db/tables.ts'
import { maskedIdNo } from '#kit/server/masks.ts'
import { type FieldChoice, type KeepTierOf, type MergeField, mergeRefusals } from '../contract.ts'
import type { MergePartyRecord, MergePartyRecords } from './parties.ts'

type MembershipRow = MergePartyRecord['memberships'][number]
type Customer = MergePartyRecord['customer']

const tierColumns = ['MemberType', 'CardCategoryCode', 'ActivatedAt', 'CycleStart', 'CycleEnd'] as const
export type MembershipTier = Pick<MembershipRow, (typeof tierColumns)[number]>

/** The effect on one membership of the merged customer, and on the membership that absorbs it. */
export type AbsorbedMembership = Pick<
  MembershipRow,
  'MembershipNo' | 'CardGroupName' | 'Points' | 'Arrears' | 'Status'
> & {
  into: MembershipRow | null
  /** The category and cycle of the absorbing membership after this effect. */
  tier: MembershipTier
  JoinDate: string
}

export type MergePlan = { memberships: readonly AbsorbedMembership[] }

const tierOf = (membership: MembershipRow): MembershipTier & { Level: number } => {
  const { MemberType, CardCategoryCode, ActivatedAt, CycleStart, CycleEnd, Level } = membership
  return { MemberType, CardCategoryCode, ActivatedAt, CycleStart, CycleEnd, Level }
}

/** Assigns each membership to the survivor's one of the same card group. `keep` decides which category wins. */
export function planMerge({ survivor, merged }: MergePartyRecords, keepTierOf: KeepTierOf): MergePlan {
  const sofar = new Map<string, { tier: MembershipTier & { Level: number }; JoinDate: string }>()
  const memberships = merged.memberships.map((membership): AbsorbedMembership => {
    const { MembershipNo, CardGroupName, Points, Arrears, Status } = membership
    const into = survivor.memberships.find(({ CardGroupId }) => CardGroupId === membership.CardGroupId) ?? null
    const details = { MembershipNo, CardGroupName, Points, Arrears, Status, into }
    if (!into) return { ...details, tier: tierOf(membership), JoinDate: membership.JoinDate }
    const before = sofar.get(into.MembershipNo) ?? { tier: tierOf(into), JoinDate: into.JoinDate }
    const takes = keepTierOf === 'Merged' || (keepTierOf === 'Higher' && membership.Level > before.tier.Level)
    const after = {
      tier: takes ? tierOf(membership) : before.tier,
      JoinDate: membership.JoinDate < before.JoinDate ? membership.JoinDate : before.JoinDate,
    }
    sofar.set(into.MembershipNo, after)
    return { ...details, ...after }
  })
  return { memberships }
}

/** The columns of fields that have several columns, which the merge takes from the same record. */
const columnsOf = {
  IdNo: ['IdType', 'IdNo', 'IdNotGivenYN'],
  ContactNo: ['ContactNo', 'ContactNoTyped'],
  Email: ['Email', 'VerifiedEmailYN', 'VerifiedEmailAt'],
} as const satisfies Partial<Record<MergeField, readonly (keyof Customer)[]>>

export const customerColumnsOfField = (field: MergeField): readonly (keyof Customer)[] =>
  field in columnsOf ? columnsOf[field as keyof typeof columnsOf] : [field]

const textOf = (value: unknown): string | null => {
  if (value === null || value === undefined || value === '') return null
  if (Array.isArray(value)) return value.length === 0 ? null : value.join(', ')
  return String(value)
}

/** Replaces the ids of staff and lead sources by names. */
export type MergeNameLookup = Record<'staff' | 'leadSource', (id: number) => string>

/** Returns both values of every field, and the side that the form suggests. */
export function listFieldChoices({ survivor, merged }: MergePartyRecords, names: MergeNameLookup): FieldChoice[] {
  const survivorRow = survivor.customer
  const mergedRow = merged.customer
  return mergeChoiceFields.map((Field) => {
    const displayed = (customer: Customer) => {
      if (Field === 'IdNo') return customer.IdNo && `${customer.IdType} ${maskedIdNo(customer.IdNo)}`
      if (Field === 'PreferredStaffId') return customer.PreferredStaffId && names.staff(customer.PreferredStaffId)
      if (Field === 'LeadSourceId') return customer.LeadSourceId && names.leadSource(customer.LeadSourceId)
      return textOf(customer[Field])
    }
    const [Survivor, Merged] = [displayed(survivorRow) || null, displayed(mergedRow) || null]
    const fuller = Survivor === null && Merged !== null
    const verifiedLater =
      Field === 'Email' &&
      mergedRow.Email !== null &&
      (mergedRow.VerifiedEmailAt ?? '') > (survivorRow.VerifiedEmailAt ?? '')
    return { Field, Survivor, Merged, Suggested: fuller || verifiedLater ? 'Merged' : 'Survivor' }
  })
}

/** Returns the values to write to the survivor: the chosen fields, and those derived from both records. */
export function buildSurvivorValues(
  { survivor, merged }: MergePartyRecords,
  plan: MergePlan,
  takenFields: readonly MergeField[],
) {
  const numbers = new Set([...survivor.memberships, ...merged.memberships].map(({ MembershipNo }) => MembershipNo))
  const chosenValues = Object.fromEntries(
    takenFields.flatMap(customerColumnsOfField).map((column) => [column, merged.customer[column]]),
  ) as Updateable<CustomerTable>
  const others = survivor.memberships.filter(
    (membership) => !plan.memberships.some(({ into }) => into?.MembershipNo === membership.MembershipNo),
  )
  const premium = [...others, ...plan.memberships.map(({ tier }) => tier)].some(
    ({ MemberType }) => MemberType === 'Premium Member',
  )
  const foreign = (number: string | null) => (number !== null && !numbers.has(number) ? number : null)
  const values = {
    ...chosenValues,
    MemberType: premium ? ('Premium Member' as const) : ('Non-Premium Member' as const),
    // The referrer of the survivor is that of either customer, unless the referrer is one of the two.
    RecommendMembershipNo:
      foreign(survivor.customer.RecommendMembershipNo) ?? foreign(merged.customer.RecommendMembershipNo),
  }
  const IdNo = 'IdNo' in values ? values.IdNo : survivor.customer.IdNo
  // A merge must not lose an identity number, although imported premium members may have none.
  if (premium && !IdNo && (survivor.customer.IdNo || merged.customer.IdNo)) throw mergeRefusals.identityMissing()
  return values
}
