import { errorText } from './i18n.ts'
import { defineSlot } from './slots.ts'
import type { Role, TextKey } from './vocabulary.ts'

/** The record that a scanned code names: the path of its page, and its name. */
export type ScannedRecord = { to: string; name: string }

type ScanHandler = {
  /** The roles that may open the record of a scanned code. */
  role: Role | readonly Role[]
  /** Finds the record with a scanned code; undefined if the area has no such record. */
  find: (code: string) => Promise<ScannedRecord | undefined>
  /** An action for a code that no area recognises. */
  unknown?: { label: TextKey; role: Role | readonly Role[]; to: string; state: (code: string) => unknown }
}

/** Handlers of scanned codes, in the order of the areas. The first handler that finds a record wins. */
export const scanHandlers = defineSlot<ScanHandler>('kit.scanHandlers')

export type ScanOutcome =
  | { state: 'looking'; code: string }
  | { state: 'found'; code: string; name: string }
  | { state: 'unknown'; code: string }
  | { state: 'failed'; code: string; why: string }

/** Asks the scan handlers of all areas in parallel. Of several matches, the first in the order of the areas wins. */
export async function findScanOutcome(
  code: string,
  handlers: readonly ScanHandler[],
): Promise<{ outcome: ScanOutcome; to?: string }> {
  const answers = await Promise.allSettled(handlers.map(({ find }) => find(code)))
  const match = answers.find(
    (answer): answer is PromiseFulfilledResult<ScannedRecord> =>
      answer.status === 'fulfilled' && answer.value !== undefined,
  )?.value
  if (match) return { outcome: { state: 'found', code, name: match.name }, to: match.to }
  const failed = answers.find((answer) => answer.status === 'rejected')
  if (failed) return { outcome: { state: 'failed', code, why: errorText(failed.reason).description } }
  return { outcome: { state: 'unknown', code } }
}
