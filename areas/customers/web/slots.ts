import type { ComponentType } from 'react'
import type { FetchChoices } from '#kit/web/choices.ts'
import { defineService, defineSlot } from '#kit/web/slots.ts'
import type { Privilege, Role, TextKey } from '#kit/web/vocabulary.ts'

type OfMember = ComponentType<{ MembershipNo: string }>
type OfCustomer = ComponentType<{ CustomerId: number }>

/** A member in search results, with enough details to tell namesakes apart. */
export type MemberSearchResult = {
  MembershipNo: string
  CustomerId: number
  FullName: string
  /** The masked identity number of the member. */
  IdNo: string | null
  ContactNo: string | null
  Email: string | null
  Status: string
  CardCategoryName: string | null
  Color: string | null
  RegisteredOutletCode: string
  PointBalance: number
  /** The number that the user typed, if it was merged into this membership. */
  FormerMembershipNo: string | null
}

type MemberSearch = {
  role: Role | readonly Role[]
  /** Searches members. `ExactYN` is Y if the text is a full identifier, for which no other matches are searched. */
  find: (
    typed: string,
    signal: AbortSignal,
  ) => Promise<{ ExactYN: 'Y' | 'N'; count: number; rows: readonly MemberSearchResult[] }>
}

/** Finds members by number, phone, identity number, e-mail or name. */
export const memberSearchService = defineService<MemberSearch>('customers.memberSearchService')

/** Fetches the choices of lead sources, whose values are ids. */
export const leadSourcesService = defineService<FetchChoices>('customers.leadSourcesService')

export type CardCategoryService = {
  choices: FetchChoices
  /** Renders a card category; `code` is null for a non-premium customer. */
  Badge: ComponentType<{ code: string | null }>
  /** Returns category names by code for exports to files; the key '' is for customers without a category. */
  names: () => Promise<Record<string, string>>
}

/** The service with the card categories for the list of customers. */
export const cardCategoriesService = defineService<CardCategoryService>('customers.cardCategoriesService')

/** The slot for warnings and figures below the name in a member's preview. */
export const memberSummarySlot = defineSlot<OfMember>('customers.memberSummarySlot')

/** The slot for warnings below the name on a member's page. */
export const memberWarningsSlot = defineSlot<OfMember>('customers.memberWarningsSlot')

/** The slot for cards beside a member's timeline. */
export const memberCardsSlot = defineSlot<OfMember>('customers.memberCardsSlot')

/** The slot for suggested next actions with a member. */
export const suggestedActionsSlot = defineSlot<OfMember>('customers.suggestedActionsSlot')

/** A tab of the member's page, which `key` names in the URL. */
export type MemberTab = {
  key: string
  title: TextKey
  role: Role | readonly Role[]
  Tab: ComponentType<{ MembershipNo: string; CustomerId: number }>
}
export const memberTabsSlot = defineSlot<MemberTab>('customers.memberTabsSlot')

/** The slot for content above a customer's timeline, on the page and in the preview. */
export const customerSectionsSlot = defineSlot<OfCustomer>('customers.customerSectionsSlot')

/** The slot for actions directly above the timeline of a customer who is not deleted. */
export const timelineActionsSlot = defineSlot<OfCustomer>('customers.timelineActionsSlot')

/** The slot for cards beside the timeline of a customer who is not deleted. */
export const customerCardsSlot = defineSlot<OfCustomer>('customers.customerCardsSlot')

/** An action of a customer's page, for customers in the given statuses, with its dialog. */
export type CustomerAction = {
  label: TextKey
  role: Role
  privilege?: Privilege
  statuses: readonly string[]
  Dialog: ComponentType<CustomerDialogProps>
}
export type CustomerDialogProps = { CustomerId: number; open: boolean; onClose: () => void }
export const customerActionsSlot = defineSlot<CustomerAction>('customers.customerActionsSlot')

/** A bulk action on ticked customers: opens a page with at most `most` customers, or runs for each customer. */
export type BulkCustomerAction = { label: TextKey; role: Role | readonly Role[]; Icon: ComponentType } & (
  | { most: number; to: (customers: readonly number[]) => string }
  | {
      effect: TextKey
      /** A dialog shown once for all ticked customers. */
      question: { label: TextKey; maxLength: number }
      each: (CustomerId: number, answer: string) => Promise<unknown>
      undo: (reply: unknown) => Promise<unknown>
    }
)
export const bulkActionsSlot = defineSlot<BulkCustomerAction>('customers.bulkActionsSlot')
