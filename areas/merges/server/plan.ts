import type { Updateable } from 'kysely'
import { mergeFields } from '#areas/customers/contract/customer-fields.ts'
import type { CustomerTable } from '#db/tables.ts'
import { maskedIdNo } from '#kit/server/masks.ts'
import { type FieldChoice, type KeepTierOf, type MergeField, refusals } from '../contract.ts'
import type { Parties, Side } from './parties.ts'

type Held = Side['memberships'][number]
type Customer = Side['customer']

const tierColumns = ['MemberType', 'CardCategoryCode', 'ActivatedAt', 'CycleStart', 'CycleEnd'] as const
export type Tier = Pick<Held, (typeof tierColumns)[number]>

/** What becomes of one membership of the merged customer, and of the one that takes it over. */
export type Change = Pick<Held, 'MembershipNo' | 'CardGroupName' | 'Points' | 'Arrears' | 'Status'> & {
  into: Held | null
  /** Of the membership that takes over, after this one. */
  tier: Tier
  JoinDate: string
}

export type Plan = { memberships: readonly Change[] }

const tierOf = (held: Held): Tier & { Level: number } => {
  const { MemberType, CardCategoryCode, ActivatedAt, CycleStart, CycleEnd, Level } = held
  return { MemberType, CardCategoryCode, ActivatedAt, CycleStart, CycleEnd, Level }
}

/** Each membership goes into the survivor's of the same card group; the higher category counts unless told otherwise. */
export function planOf({ survivor, merged }: Parties, keep: KeepTierOf): Plan {
  const sofar = new Map<string, { tier: Tier & { Level: number }; JoinDate: string }>()
  const memberships = merged.memberships.map((held): Change => {
    const { MembershipNo, CardGroupName, Points, Arrears, Status } = held
    const into = survivor.memberships.find(({ CardGroupId }) => CardGroupId === held.CardGroupId) ?? null
    const known = { MembershipNo, CardGroupName, Points, Arrears, Status, into }
    if (!into) return { ...known, tier: tierOf(held), JoinDate: held.JoinDate }
    const before = sofar.get(into.MembershipNo) ?? { tier: tierOf(into), JoinDate: into.JoinDate }
    const takes = keep === 'Merged' || (keep === 'Higher' && held.Level > before.tier.Level)
    const after = {
      tier: takes ? tierOf(held) : before.tier,
      JoinDate: held.JoinDate < before.JoinDate ? held.JoinDate : before.JoinDate,
    }
    sofar.set(into.MembershipNo, after)
    return { ...known, ...after }
  })
  return { memberships }
}

/** The columns that make one field: they are taken together. */
const columnsOf = {
  IdNo: ['IdType', 'IdNo', 'IdNotGivenYN'],
  ContactNo: ['ContactNo', 'ContactNoTyped'],
  Email: ['Email', 'VerifiedEmailYN', 'VerifiedEmailAt'],
} as const satisfies Partial<Record<MergeField, readonly (keyof Customer)[]>>

export const columnsFor = (field: MergeField): readonly (keyof Customer)[] =>
  field in columnsOf ? columnsOf[field as keyof typeof columnsOf] : [field]

const textOf = (value: unknown): string | null => {
  if (value === null || value === undefined || value === '') return null
  if (Array.isArray(value)) return value.length === 0 ? null : value.join(', ')
  return String(value)
}

/** What those are called of whom a customer holds the number. */
export type Names = Record<'staff' | 'leadSource', (id: number) => string>

/** Both sides of every field, and which is the fuller one. */
export function fieldsOf({ survivor, merged }: Parties, names: Names): FieldChoice[] {
  const one = survivor.customer
  const other = merged.customer
  return mergeFields.map((Field) => {
    const displayed = (customer: Customer) => {
      if (Field === 'IdNo') return customer.IdNo && `${customer.IdType} ${maskedIdNo(customer.IdNo)}`
      if (Field === 'PreferredStaffId') return customer.PreferredStaffId && names.staff(customer.PreferredStaffId)
      if (Field === 'LeadSourceId') return customer.LeadSourceId && names.leadSource(customer.LeadSourceId)
      return textOf(customer[Field])
    }
    const [Survivor, Merged] = [displayed(one) || null, displayed(other) || null]
    const fuller = Survivor === null && Merged !== null
    const verifiedLater =
      Field === 'Email' && other.Email !== null && (other.VerifiedEmailAt ?? '') > (one.VerifiedEmailAt ?? '')
    return { Field, Survivor, Merged, Suggested: fuller || verifiedLater ? 'Merged' : 'Survivor' }
  })
}

/** What is written to the survivor: the chosen fields, and what follows from both. */
export function valuesFor({ survivor, merged }: Parties, plan: Plan, take: readonly MergeField[]) {
  const numbers = new Set([...survivor.memberships, ...merged.memberships].map(({ MembershipNo }) => MembershipNo))
  const chosen = Object.fromEntries(
    take.flatMap(columnsFor).map((column) => [column, merged.customer[column]]),
  ) as Updateable<CustomerTable>
  const others = survivor.memberships.filter(
    (held) => !plan.memberships.some(({ into }) => into?.MembershipNo === held.MembershipNo),
  )
  const premium = [...others, ...plan.memberships.map(({ tier }) => tier)].some(
    ({ MemberType }) => MemberType === 'Premium Member',
  )
  const foreign = (number: string | null) => (number !== null && !numbers.has(number) ? number : null)
  const values = {
    ...chosen,
    MemberType: premium ? ('Premium Member' as const) : ('Non-Premium Member' as const),
    // Anyone who recommended either of them; nobody recommends himself.
    RecommendMembershipNo:
      foreign(survivor.customer.RecommendMembershipNo) ?? foreign(merged.customer.RecommendMembershipNo),
  }
  const IdNo = 'IdNo' in values ? values.IdNo : survivor.customer.IdNo
  // Members that came from a file may be premium without one; a merge must not lose it.
  if (premium && !IdNo && (survivor.customer.IdNo || merged.customer.IdNo)) throw refusals.identityMissing()
  return values
}
