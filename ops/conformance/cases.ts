import { allowanceCases } from './cases/allowances.ts'
import { memberCases } from './cases/members.ts'
import { retryCases } from './cases/retries.ts'
import { returnCases } from './cases/returns.ts'
import { saleCases } from './cases/sales.ts'
import { signInCases } from './cases/sign-in.ts'
import { voucherCases } from './cases/vouchers.ts'
import type { ConformanceCase } from './run.ts'

/** All cases, in the order in which they run. The last case judges the output of the whole run. */
export const cases: readonly ConformanceCase[] = [
  ...signInCases,
  ...retryCases,
  ...saleCases,
  ...returnCases,
  ...voucherCases,
  ...allowanceCases,
  ...memberCases,
]

/** Returns the cases with these ids. Throws if one of them does not exist. */
export function casesOf(ids: readonly string[]): readonly ConformanceCase[] {
  const unknown = ids.filter((id) => !cases.some((one) => one.id === id))
  if (unknown.length > 0) throw new Error(`There is no case ${unknown.join(', ')}`)
  return cases.filter(({ id }) => ids.includes(id))
}

/** Returns the table of cases for docs/conformance.md. */
export const casesTable = () =>
  [
    '| case | title | played | judged |',
    '| --- | --- | --- | --- |',
    ...cases.map(({ id, title, played, judged }) => `| ${id} | ${title} | ${played} | ${judged} |`),
  ].join('\n')
