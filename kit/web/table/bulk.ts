import type { ReactNode } from 'react'
import { CallError } from '../call.ts'

/** Props of a page's own control in place of the reason input. */
export type ReasonControl = { id: string; value: string; onChange: (value: string) => void }

/** An action on many rows: one call per row, so that each has its own rules, audit record and outcome. */
export type BulkAction<Row> = {
  label: string
  icon?: ReactNode
  danger?: boolean
  /** Explains the consequences where the label is not enough. */
  effect?: string
  /** A reason that the user enters once and each call gets. */
  reason?: { label: string; maxLength: number; required?: boolean; control?: (props: ReasonControl) => ReactNode }
  /** The subject of a row, such as its customer: the action runs once per subject. */
  about?: (row: Row) => unknown
  /** The reason why a row is excluded without a call. */
  refuse?: (row: Row) => string | false | undefined
  each: (row: Row, reason: string) => Promise<unknown>
  /** Reverts a call, given the reply of `each`, where that is possible. */
  undo?: (row: Row, reply: unknown) => Promise<unknown>
}

/** A link to a page that shows the selected rows together. */
export type BulkLink<Row> = {
  label: string
  icon?: ReactNode
  least: number
  most: number
  /** The reason why the page cannot be opened with fewer or more rows. */
  otherwise: string
  /** The subject of a row; each subject counts once. */
  about?: (row: Row) => unknown
  to: (rows: readonly Row[]) => string
}

/** The first row of each subject. */
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

/** The maximum number of rows: the most that one list call returns. */
export const BULK_MAX = 1000
/** Above this number of rows the user must type the number to confirm. */
export const TYPED_ABOVE = 50
const AT_ONCE = 4

export type Outcome = { state: 'done' | 'refused' | 'undone' | 'stuck'; reason?: unknown; reply?: unknown }

/** Processes the rows, a few at a time, until all are done or `stopped` returns true; reports each outcome. */
export async function runEach<Row>(
  rows: readonly Row[],
  each: (row: Row) => Promise<Outcome>,
  report: (row: Row, outcome: Outcome) => void,
  stopped: () => boolean = () => false,
) {
  const queue = [...rows]
  const worker = async () => {
    for (let row = queue.shift(); row !== undefined && !stopped(); row = queue.shift()) report(row, await each(row))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** Runs a call and returns its outcome. After 429 it waits as long as the response says and retries. */
export async function outcomeOf(
  perform: () => Promise<unknown>,
  successState: Outcome['state'],
  failureState: Outcome['state'],
): Promise<Outcome> {
  for (;;) {
    try {
      return { state: successState, reply: await perform() }
    } catch (reason) {
      if (!(reason instanceof CallError) || reason.statusCode !== 429) return { state: failureState, reason }
      await new Promise((resume) => setTimeout(resume, (reason.retryAfter ?? 1) * 1000))
    }
  }
}
