import { StatusTag } from '#kit/web/StatusTag.tsx'
import type { ReturnChance } from '../contract.ts'

const toneOf = { Likely: 'success', 'At risk': 'warning', Lost: 'error', Once: 'default' } as const

/** Tag that shows a customer's chance of buying again. */
export const ReturnChanceTag = ({ chance }: { chance: ReturnChance }) => (
  <StatusTag area="retention" field="Chance" status={chance} tone={toneOf[chance]} quiet />
)
