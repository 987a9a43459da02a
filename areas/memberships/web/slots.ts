import type { ComponentType } from 'react'
import { slot } from '#kit/web/slots.ts'

type OfMember = ComponentType<{ MembershipNo: string }>

/** At the counter, below the card of the member. */
export const counterSections = slot<OfMember>('memberships.counterSections')

/** Below the member's name: what is about to change. */
export const memberNotes = slot<OfMember>('memberships.memberNotes')

/** Cells of the strip beside the member's points. */
export const memberFigures = slot<OfMember>('memberships.memberFigures')

/** Beside the warning that a customer is archived: the way back. */
export const archivedActions = slot<ComponentType<{ CustomerId: number }>>('memberships.archivedActions')

/** Cards of the first page of the counter; a card without content draws nothing. */
export const counterCards = slot<{ column: 1 | 2 | 3; Card: ComponentType }>('memberships.counterCards')
