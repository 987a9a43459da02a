import type { ComponentType } from 'react'
import { slot } from '#kit/web/slots.ts'
import type { Role, TextKey } from '#kit/web/vocabulary.ts'

type OfMember = ComponentType<{ MembershipNo: string }>

/** Slot at the counter, below the suggested actions: rewards that the member can redeem now. */
export const counterOffers = slot<OfMember>('memberships.counterOffers')

/** Slot at the counter, below the offers. */
export const counterSections = slot<OfMember>('memberships.counterSections')

/** Slot below the member's name: notes about pending changes of the member. */
export const memberNotes = slot<OfMember>('memberships.memberNotes')

/** Slot for figures beside the member's points. */
export const memberFigures = slot<OfMember>('memberships.memberFigures')

/** Slot beside the warning that a customer is archived: actions that reactivate the customer. */
export const archivedActions = slot<ComponentType<{ CustomerId: number }>>('memberships.archivedActions')

/** Slot for cards of the counter's start page; a card without content renders nothing. */
export const counterCards = slot<{ column: 1 | 2 | 3; Card: ComponentType }>('memberships.counterCards')

/** A tile on the counter's start page, for users with the role. */
export type CounterAction = { label: TextKey; to: string; role: Role; Icon: ComponentType<{ 'aria-hidden': true }> }
export const counterActions = slot<CounterAction>('memberships.counterActions')
