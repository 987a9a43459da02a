import { formatDate, formatInstant, nearDate, shortDate, shortInstant } from './format.ts'

/** A date where the long form says nothing more: '22 Nov 2026', `near` 'Tomorrow'. The whole date is its tooltip. */
export const ShortDate = ({ value, near }: { value: string | null | undefined; near?: boolean }) =>
  value ? (
    <time className="carat-nowrap" dateTime={value} title={formatDate(value)}>
      {near ? nearDate(value) : shortDate(value)}
    </time>
  ) : null

/** A moment without its seconds: '22 Nov, 1:10 pm'. The whole moment is its tooltip. */
export const ShortInstant = ({ value }: { value: string | null | undefined }) =>
  value ? (
    <time className="carat-nowrap" dateTime={value} title={formatInstant(value)}>
      {shortInstant(value)}
    </time>
  ) : null
