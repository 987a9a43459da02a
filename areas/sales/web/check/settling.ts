import type { CheckedLine } from '../../contract.ts'

export type Act = 'Map' | 'Confirm'
export type Settling = { act: Act; row: CheckedLine }

const ofGoods = (row: CheckedLine) => row.Reasons.includes('Brand') || row.Reasons.includes('ProductGroup')

/** What can settle a line, the likelier first; nothing once it is settled. */
export const actsOf = (row: CheckedLine): Act[] => {
  if (row.Status !== 'Waiting') return []
  return ofGoods(row) ? ['Map', 'Confirm'] : ['Confirm']
}
