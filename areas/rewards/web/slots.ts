import type { FetchChoices } from '#kit/web/choices.ts'
import { defineService } from '#kit/web/slots.ts'

/** Loads the card categories to which a reward can be limited. */
export const cardCategoryChoicesService = defineService<FetchChoices>('rewards.cardCategoryChoicesService')
