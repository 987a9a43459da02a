import { errorText } from './i18n.ts'
import { slot } from './slots.ts'
import type { Role, TextKey } from './vocabulary.ts'

/** The record of a scanned code: its address and its name. */
export type ScannedRecord = { to: string; name: string }

type ScanHandler = {
  /** The roles that may open the record. */
  role: Role | readonly Role[]
  /** The record with this code, or nothing if the area has none. */
  find: (code: string) => Promise<ScannedRecord | undefined>
  /** What may be done with a code that no area knows. */
  unknown?: { label: TextKey; role: Role | readonly Role[]; to: string; state: (code: string) => unknown }
}

/** What a scanner reads: the first area that knows a code leads to its record. */
export const scanHandlers = slot<ScanHandler>('kit.scanHandlers')

export type Outcome =
  | { state: 'looking'; code: string }
  | { state: 'found'; code: string; name: string }
  | { state: 'unknown'; code: string }
  | { state: 'failed'; code: string; why: string }

/** Asks all areas at once; of several that know the code, the first in their order counts. */
export async function outcomeOf(
  code: string,
  handlers: readonly ScanHandler[],
): Promise<{ outcome: Outcome; to?: string }> {
  const answers = await Promise.allSettled(handlers.map(({ find }) => find(code)))
  const found = answers.find(
    (answer): answer is PromiseFulfilledResult<ScannedRecord> =>
      answer.status === 'fulfilled' && answer.value !== undefined,
  )?.value
  if (found) return { outcome: { state: 'found', code, name: found.name }, to: found.to }
  const failed = answers.find((answer) => answer.status === 'rejected')
  if (failed) return { outcome: { state: 'failed', code, why: errorText(failed.reason).description } }
  return { outcome: { state: 'unknown', code } }
}
