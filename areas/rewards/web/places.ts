import { outletChoices } from '#areas/staff/web/index.ts'
import type { Choices } from '#kit/web/choices.ts'

/** Stands for head office's pool where a place is chosen: no outlet is called so. */
export const POOL = '*'

/** The places where stock may lie: head office's pool, then the outlets. */
export const placesFor =
  (pool: string): Choices =>
  async () => [{ value: POOL, label: pool }, ...(await outletChoices())]
