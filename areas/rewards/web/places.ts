import { outletChoices } from '#areas/staff/web/index.ts'
import type { Choices } from '#kit/web/choices.ts'

/** Option value for head office's pool, which is not a valid outlet code. */
export const POOL_OPTION = '*'

/** Choices for a stock location: head office's pool, then the outlets. */
export const stockLocationChoices =
  (pool: string): Choices =>
  async () => [{ value: POOL_OPTION, label: pool }, ...(await outletChoices())]
