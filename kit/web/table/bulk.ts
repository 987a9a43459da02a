import type { ReactNode } from 'react'
import { CallError } from '../call.ts'

/** A control of the page's own in place of a box for words: what is chosen is given to each row. */
export type ReasonControl = { id: string; value: string; onChange: (value: string) => void }

/** What can be done with many rows at once: one call per row, so that each has its own rules, audit and outcome. */
export type BulkAction<Row> = {
  label: string
  icon?: ReactNode
  danger?: boolean
  /** What will happen, if the label does not say it all. */
  effect?: string
  /** Asked once, given to each. */
  reason?: { label: string; maxLength: number; required?: boolean; control?: (props: ReasonControl) => ReactNode }
  /** Whom it is done to, where several rows may be about the same one: it is done once for all of them. */
  about?: (row: Row) => unknown
  /** Why this row cannot take part; it is not tried. */
  refuse?: (row: Row) => string | false | undefined
  each: (row: Row, reason: string) => Promise<unknown>
  /** Takes back what `each` answered, where that is possible. */
  undo?: (row: Row, reply: unknown) => Promise<unknown>
}

/** A page on which the ticked rows are looked at together. */
export type BulkLink<Row> = {
  label: string
  icon?: ReactNode
  least: number
  most: number
  /** Why it cannot be opened with fewer or more. */
  otherwise: string
  /** Whom the page is about, where several rows may be about the same one. */
  about?: (row: Row) => unknown
  to: (rows: readonly Row[]) => string
}

/** Of the rows about the same one the first. */
export function oncePerSubject<Row>(rows: readonly Row[], about: ((row: Row) => unknown) | undefined): readonly Row[] {
  if (!about) return rows
  const seen = new Set()
  return rows.filter((row) => {
    const subject = about(row)
    return !seen.has(subject) && seen.add(subject)
  })
}

/** At most so many at once: as many as one call of a list can bring. */
export const BULK_MAX = 1000
/** Above, the number has to be typed. */
export const TYPED_ABOVE = 50
const AT_ONCE = 4

export type Outcome = { state: 'done' | 'refused' | 'undone' | 'stuck'; reason?: unknown; reply?: unknown }

/** Runs through the rows, a few at a time, until it is done or `stopped` says so; tells each outcome as it comes. */
export async function runEach<Row>(
  rows: readonly Row[],
  each: (row: Row) => Promise<Outcome>,
  report: (row: Row, outcome: Outcome) => void,
  stopped: () => boolean = () => false,
) {
  const waiting = [...rows]
  const work = async () => {
    for (let row = waiting.shift(); row !== undefined && !stopped(); row = waiting.shift()) report(row, await each(row))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

/** A call as an outcome. Asked to slow down, it waits as long as the answer says and tries again. */
export async function outcomeOf(
  perform: () => Promise<unknown>,
  ok: Outcome['state'],
  not: Outcome['state'],
): Promise<Outcome> {
  for (;;) {
    try {
      return { state: ok, reply: await perform() }
    } catch (reason) {
      if (!(reason instanceof CallError) || reason.statusCode !== 429) return { state: not, reason }
      await new Promise((resume) => setTimeout(resume, (reason.retryAfter ?? 1) * 1000))
    }
  }
}
