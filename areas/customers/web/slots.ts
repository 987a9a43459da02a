import type { ComponentType } from 'react'
import type { FetchChoices } from '#kit/web/choices.ts'
import { service, slot } from '#kit/web/slots.ts'
import type { Privilege, Role, TextKey } from '#kit/web/vocabulary.ts'

type OfMember = ComponentType<{ MembershipNo: string }>
type OfCustomer = ComponentType<{ CustomerId: number }>

/** A member as a search finds them: enough to tell namesakes apart. */
export type FoundMember = {
  MembershipNo: string
  CustomerId: number
  FullName: string
  /** Masked. */
  IdNo: string | null
  ContactNo: string | null
  Email: string | null
  Status: string
  CardCategoryName: string | null
  Color: string | null
  RegisteredOutletCode: string
  PointBalance: number
  /** The number that was typed, if it was merged into this membership. */
  FormerMembershipNo: string | null
}

type MemberSearch = {
  role: Role | readonly Role[]
  /** `ExactYN`: the text is a full number, telephone or the like, so that the rows are all it can mean. */
  find: (
    typed: string,
    signal: AbortSignal,
  ) => Promise<{ ExactYN: 'Y' | 'N'; count: number; rows: readonly FoundMember[] }>
}

/** Finds members by number, telephone, identity number, e-mail or name. */
export const memberSearch = service<MemberSearch>('customers.memberSearch')

/** The lead sources that a customer may come from, by their numbers. */
export const leadSources = service<FetchChoices>('customers.leadSources')

export type CardCategories = {
  choices: FetchChoices
  /** The card category of a row; `null` for a customer who is not premium. */
  Badge: ComponentType<{ code: string | null }>
  /** The names by code, '' being none, for files. */
  names: () => Promise<Record<string, string>>
}

/** The card categories in the list of customers. */
export const cardCategories = service<CardCategories>('customers.cardCategories')

/** Below the name in a preview of the member: warnings and figures. */
export const memberSummary = slot<OfMember>('customers.memberSummary')

/** Below the name on the page of the member: warnings. The figures are in its cards. */
export const memberWarnings = slot<OfMember>('customers.memberWarnings')

/** Cards beside the timeline of a member, one for each thing that the member has. */
export const memberCards = slot<OfMember>('customers.memberCards')

/** What is best done next for the member. */
export const suggestedActions = slot<OfMember>('customers.suggestedActions')

/** A part of the member's page that fills it alone; `key` names it in the address. */
export type MemberTab = {
  key: string
  title: TextKey
  role: Role | readonly Role[]
  Tab: ComponentType<{ MembershipNo: string; CustomerId: number }>
}
export const memberTabs = slot<MemberTab>('customers.memberTabs')

/** Above the timeline of a customer, and in the preview. */
export const customerSections = slot<OfCustomer>('customers.customerSections')

/** Cards beside the timeline of a customer who is not deleted. */
export const customerCards = slot<OfCustomer>('customers.customerCards')

/** An action of a customer's page, for customers in one of these statuses; its dialog asks first. */
export type CustomerAction = {
  label: TextKey
  role: Role
  privilege?: Privilege
  statuses: readonly string[]
  Dialog: ComponentType<CustomerDialogProps>
}
export type CustomerDialogProps = { CustomerId: number; open: boolean; onClose: () => void }
export const customerActions = slot<CustomerAction>('customers.customerActions')

/** An action on ticked customers: continued on a page of its area with at most so many, or done for each of them. */
export type BulkCustomerAction = { label: TextKey; role: Role | readonly Role[]; Icon: ComponentType } & (
  | { most: number; to: (customers: readonly number[]) => string }
  | {
      effect: TextKey
      /** Answered once for all of them. */
      question: { label: TextKey; maxLength: number }
      each: (CustomerId: number, answer: string) => Promise<unknown>
      undo: (reply: unknown) => Promise<unknown>
    }
)
export const bulkActions = slot<BulkCustomerAction>('customers.bulkActions')
