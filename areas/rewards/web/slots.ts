import type { FetchChoices } from '#kit/web/choices.ts'
import { service } from '#kit/web/slots.ts'

/** Loads the card categories to which a reward can be limited. */
export const cardCategoryChoices = service<FetchChoices>('rewards.cardCategoryChoices')
