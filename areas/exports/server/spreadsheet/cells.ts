import { ownAt } from '../own.ts'
import { harmless } from './harmless.ts'

/** How a column is shown on the screen, which says what it is in a file. */
export type CellKind = 'text' | 'status' | 'yes-no' | 'value' | 'points' | 'number' | 'money' | 'date' | 'instant'

export type SheetColumn = {
  /** Names the value within a row: `MembershipNo`, `Customer.ContactNo`. */
  field: string
  label: string
  kind: CellKind
  /** The words of the screen for values that are shown as words; '' is none. */
  words?: Record<string, string> | undefined
}

/** A value as it goes into a file. A date and an instant carry the wall clock of the business as if it were UTC. */
export type Cell =
  | null
  | { type: 'text'; text: string }
  | { type: 'number'; exact: string }
  | { type: 'date' | 'instant'; wall: Date }

const decimal = /^-?\d{1,15}(\.\d+)?$/

/** Reads the cell of a row. What does not look like its kind is text: nothing is guessed and nothing is lost. */
export function cellReader({ field, kind, words }: SheetColumn, timeZone: string): (row: object) => Cell {
  const path = field.split('.')
  const wall = wallClock(timeZone)
  return (row) => {
    const value = ownAt(row, path)
    if (value === null || value === undefined || value === '')
      return words?.[''] ? { type: 'text', text: harmless(words['']) } : null
    if (kind === 'money' || kind === 'points' || kind === 'number') {
      const exact = String(value)
      if (decimal.test(exact)) return { type: 'number', exact }
    }
    if (kind === 'date' && typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value))
      return { type: 'date', wall: new Date(`${value.slice(0, 10)}T00:00:00Z`) }
    if (kind === 'instant' && typeof value === 'string' && !Number.isNaN(Date.parse(value)))
      return { type: 'instant', wall: wall(value) }
    return { type: 'text', text: harmless(textOf(value, words)) }
  }
}

function textOf(value: unknown, words: Record<string, string> | undefined): string {
  if (Array.isArray(value)) return value.map((one) => textOf(one, words)).join(', ')
  if (typeof value === 'object' && value !== null) {
    return Object.values(value)
      .filter((one) => one !== null && one !== '')
      .map((one) => textOf(one, words))
      .join(' ')
  }
  const word = words && ownAt(words, [String(value)])
  return typeof word === 'string' ? word : String(value)
}

function wallClock(timeZone: string) {
  // Swedish writes ISO dates, so the parts need no putting together.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return (instant: string | Date) => new Date(`${format.format(new Date(instant)).replace(' ', 'T')}Z`)
}

/** The moment on the business's wall. */
export const wallClockOf = (instant: Date, timeZone: string): Cell => ({
  type: 'instant',
  wall: wallClock(timeZone)(instant),
})

const two = (number: number) => String(number).padStart(2, '0')

/** 31/01/2026, and 31/01/2026 02:05:09 PM: as on every screen. */
export function dateText(wall: Date, withTime: boolean) {
  const date = `${two(wall.getUTCDate())}/${two(wall.getUTCMonth() + 1)}/${String(wall.getUTCFullYear()).padStart(4, '0')}`
  if (!withTime) return date
  const hour = wall.getUTCHours()
  return `${date} ${two(hour % 12 || 12)}:${two(wall.getUTCMinutes())}:${two(wall.getUTCSeconds())} ${hour < 12 ? 'AM' : 'PM'}`
}
