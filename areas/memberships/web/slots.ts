import type { ComponentType } from 'react'
import { defineSlot } from '#kit/web/slots.ts'
import type { Role, TextKey } from '#kit/web/vocabulary.ts'

type OfMember = ComponentType<{ MembershipNo: string }>

/** The slot at the counter below the suggested actions, for rewards that the member can redeem now. */
export const counterOffersSlot = defineSlot<OfMember>('memberships.counterOffersSlot')

/** The slot at the counter below the rewards that the member can redeem. */
export const counterSectionsSlot = defineSlot<OfMember>('memberships.counterSectionsSlot')

/** The slot below the member's name, for notes about pending changes of the member. */
export const memberNotesSlot = defineSlot<OfMember>('memberships.memberNotesSlot')

/** The slot for figures beside the member's points. */
export const memberFiguresSlot = defineSlot<OfMember>('memberships.memberFiguresSlot')

/** The slot beside the warning that a customer is archived, for actions that reactivate the customer. */
export const archivedActionsSlot = defineSlot<ComponentType<{ CustomerId: number }>>('memberships.archivedActionsSlot')

/** The slot for cards of the counter's start page. A card without content renders nothing. */
export const counterCardsSlot = defineSlot<{ column: 1 | 2 | 3; Card: ComponentType }>('memberships.counterCardsSlot')

/** A tile on the counter's start page, for users with the role. */
export type CounterAction = { label: TextKey; to: string; role: Role; Icon: ComponentType<{ 'aria-hidden': true }> }
export const counterActionsSlot = defineSlot<CounterAction>('memberships.counterActionsSlot')
