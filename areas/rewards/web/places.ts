import { outletChoices } from '#areas/staff/web/index.ts'
import type { Choices } from '#kit/web/choices.ts'

/** Option value of head office's stock; no outlet has this code. */
export const POOL_OPTION = '*'

/** Options for a stock location: head office, then all outlets. */
export const stockLocationChoices =
  (pool: string): Choices =>
  async () => [{ value: POOL_OPTION, label: pool }, ...(await outletChoices())]
