import type { FetchChoices } from '#kit/web/choices.ts'
import { service } from '#kit/web/slots.ts'

/** The card categories that a reward may be limited to. */
export const cardCategoryChoices = service<FetchChoices>('rewards.cardCategoryChoices')
