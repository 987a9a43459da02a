import type { ReactNode } from 'react'
import { CallError } from '../call.ts'

/** The props of a page's own control in a bulk dialog, which replaces the input of a reason. */
export type ReasonControl = { id: string; value: string; onChange: (value: string) => void }

/** An action on many rows, with one request per row, so that each row has its own audit record and outcome. */
export type BulkAction<Row> = {
  label: string
  icon?: ReactNode
  danger?: boolean
  /** Explains the consequences of a bulk action if the label does not make them clear. */
  effect?: string
  /** A reason that the user enters once and that every call receives. */
  reason?: { label: string; maxLength: number; required?: boolean; control?: (props: ReasonControl) => ReactNode }
  /** Returns the subject of a row, such as its customer. The bulk action runs once per subject. */
  about?: (row: Row) => unknown
  /** Returns the reason why the bulk action excludes a row without a request. */
  refuse?: (row: Row) => string | false | undefined
  each: (row: Row, reason: string) => Promise<unknown>
  /** Undoes a call of a bulk action, given the reply of `each`. Omit it for actions that cannot be undone. */
  undo?: (row: Row, reply: unknown) => Promise<unknown>
}

/** A link to a page that shows the selected rows together. */
export type BulkLink<Row> = {
  label: string
  icon?: ReactNode
  least: number
  most: number
  /** The reason shown if fewer than `least` or more than `most` subjects are selected. */
  otherwise: string
  /** Returns the subject of a row, such as its customer. Rows of one subject count once. */
  about?: (row: Row) => unknown
  to: (rows: readonly Row[]) => string
}

/** Returns the first row of each subject. */
export function firstRowPerSubject<Row>(
  rows: readonly Row[],
  about: ((row: Row) => unknown) | undefined,
): readonly Row[] {
  if (!about) return rows
  const seenSubjects = new Set()
  return rows.filter((row) => {
    const subject = about(row)
    return !seenSubjects.has(subject) && seenSubjects.add(subject)
  })
}

/** The maximum number of rows in a bulk action, equal to the maximum number of rows in one list reply. */
export const BULK_ROWS_MAX = 1000
/** The number of rows above which the user must type the number to confirm. */
export const TYPED_CONFIRMATION_ABOVE = 50
const AT_ONCE = 4

export type CallOutcome = { state: 'done' | 'refused' | 'undone' | 'stuck'; reason?: unknown; reply?: unknown }

/** Processes the rows of a bulk action, a few at a time, until none is left or `stopped` returns true. */
export async function runForEachRow<Row>(
  rows: readonly Row[],
  each: (row: Row) => Promise<CallOutcome>,
  report: (row: Row, outcome: CallOutcome) => void,
  stopped: () => boolean = () => false,
) {
  const queue = [...rows]
  const worker = async () => {
    for (let row = queue.shift(); row !== undefined && !stopped(); row = queue.shift()) report(row, await each(row))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** Runs a call and returns its outcome. After a 429 error, waits as long as the response says and retries. */
export async function callWithRetry(
  perform: () => Promise<unknown>,
  successState: CallOutcome['state'],
  failureState: CallOutcome['state'],
): Promise<CallOutcome> {
  for (;;) {
    try {
      return { state: successState, reply: await perform() }
    } catch (reason) {
      if (!(reason instanceof CallError) || reason.statusCode !== 429) return { state: failureState, reason }
      await new Promise((resume) => setTimeout(resume, (reason.retryAfter ?? 1) * 1000))
    }
  }
}
