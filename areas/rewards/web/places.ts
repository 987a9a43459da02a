import { fetchOutletChoices } from '#areas/staff/web/index.ts'
import type { SelectChoiceSource } from '#kit/web/choices.ts'

/** Option value of head office's stock; no outlet has this code. */
export const HEAD_OFFICE_POOL_OPTION = '*'

/** Options for a stock location: head office, then all outlets. */
export const createStockLocationChoices =
  (pool: string): SelectChoiceSource =>
  async () => [{ value: HEAD_OFFICE_POOL_OPTION, label: pool }, ...(await fetchOutletChoices())]
