import type { Figures, Work } from '../work.ts'

export async function importCustomers(_: Work): Promise<Figures> {
  throw new Error('not yet')
}
