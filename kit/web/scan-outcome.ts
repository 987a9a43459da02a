import { errorText } from './i18n.ts'
import type { Scan, ScanFinding } from './provided.ts'

export type Outcome =
  | { state: 'looking'; code: string }
  | { state: 'found'; code: string; name: string }
  | { state: 'unknown'; code: string }
  | { state: 'failed'; code: string; why: string }

/** All areas are asked at once; the first in their order that knows the code is right. */
export async function outcomeOf(code: string, scans: readonly Scan[]): Promise<{ told: Outcome; to?: string }> {
  const answers = await Promise.allSettled(scans.map(({ find }) => find(code)))
  const found = answers.find(
    (answer): answer is PromiseFulfilledResult<ScanFinding> =>
      answer.status === 'fulfilled' && answer.value !== undefined,
  )?.value
  if (found) return { told: { state: 'found', code, name: found.name }, to: found.to }
  const failed = answers.find((answer) => answer.status === 'rejected')
  if (failed) return { told: { state: 'failed', code, why: errorText(failed.reason).description } }
  return { told: { state: 'unknown', code } }
}
