import { StatusTag } from '#kit/web/StatusTag.tsx'
import type { Chance } from '../contract.ts'

const toneOf = { Likely: 'success', 'At risk': 'warning', Lost: 'error', Once: 'default' } as const

/** Whether a customer will come back, in a word. */
export const ChanceTag = ({ chance }: { chance: Chance }) => (
  <StatusTag area="retention" field="Chance" status={chance} tone={toneOf[chance]} quiet />
)
