import { readOwnPropertyAtPath } from '../own-value-at.ts'
import { escapeSpreadsheetFormula } from './escape-formula.ts'

/** The way in which the screen displays a column, which determines the type of its cells in a file. */
export type SheetCellKind = 'text' | 'status' | 'yes-no' | 'value' | 'points' | 'number' | 'money' | 'date' | 'instant'

export type SheetColumn = {
  /** The path of a value within a row, such as `MembershipNo` or `Customer.ContactNo`. */
  field: string
  label: string
  kind: SheetCellKind
  /** The texts that the screen displays for stored values; the key '' is the text for an empty value. */
  words?: Record<string, string> | undefined
}

/** A value as a file contains it. Dates and instants carry the local time of the business as if it were UTC. */
export type SheetCell =
  | null
  | { type: 'text'; text: string }
  | { type: 'number'; exact: string }
  | { type: 'date' | 'instant'; wall: Date }

const decimal = /^-?\d{1,15}(\.\d+)?$/

/** Returns a function that reads the cell of a column from a row. A value of an unexpected type becomes text. */
export function createCellReader({ field, kind, words }: SheetColumn, timeZone: string): (row: object) => SheetCell {
  const path = field.split('.')
  const wall = wallClock(timeZone)
  return (row) => {
    const value = readOwnPropertyAtPath(row, path)
    if (value === null || value === undefined || value === '')
      return words?.[''] ? { type: 'text', text: escapeSpreadsheetFormula(words['']) } : null
    if (kind === 'money' || kind === 'points' || kind === 'number') {
      const exact = String(value)
      if (decimal.test(exact)) return { type: 'number', exact }
    }
    if (kind === 'date' && typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value))
      return { type: 'date', wall: new Date(`${value.slice(0, 10)}T00:00:00Z`) }
    if (kind === 'instant' && typeof value === 'string' && !Number.isNaN(Date.parse(value)))
      return { type: 'instant', wall: wall(value) }
    return { type: 'text', text: escapeSpreadsheetFormula(textOf(value, words)) }
  }
}

function textOf(value: unknown, words: Record<string, string> | undefined): string {
  if (Array.isArray(value)) return value.map((item) => textOf(item, words)).join(', ')
  if (typeof value === 'object' && value !== null) {
    return Object.values(value)
      .filter((part) => part !== null && part !== '')
      .map((part) => textOf(part, words))
      .join(' ')
  }
  const word = words && readOwnPropertyAtPath(words, [String(value)])
  return typeof word === 'string' ? word : String(value)
}

function wallClock(timeZone: string) {
  // The Swedish locale formats dates in ISO form.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return (instant: string | Date) => new Date(`${format.format(new Date(instant)).replace(' ', 'T')}Z`)
}

/** Returns a cell with the instant as local time of the business. */
export const createLocalTimeCell = (instant: Date, timeZone: string): SheetCell => ({
  type: 'instant',
  wall: wallClock(timeZone)(instant),
})

const twoDigits = (number: number) => String(number).padStart(2, '0')

/** Formats a date as 31/01/2026, or with time as 31/01/2026 02:05:09 PM, as on every screen. */
export function formatCellDate(wall: Date, withTime: boolean) {
  const date = `${twoDigits(wall.getUTCDate())}/${twoDigits(wall.getUTCMonth() + 1)}/${String(wall.getUTCFullYear()).padStart(4, '0')}`
  if (!withTime) return date
  const hour = wall.getUTCHours()
  return `${date} ${twoDigits(hour % 12 || 12)}:${twoDigits(wall.getUTCMinutes())}:${twoDigits(wall.getUTCSeconds())} ${hour < 12 ? 'AM' : 'PM'}`
}
