import { formatDate, formatInstant, formatRelativeDate, formatShortDate, formatShortInstant } from './format.ts'

/** Shows a short date: '22 Nov 2026', or 'Tomorrow' with `near`. The tooltip has the full date. */
export const ShortDate = ({ value, near }: { value: string | null | undefined; near?: boolean }) =>
  value ? (
    <time className="carat-nowrap" dateTime={value} title={formatDate(value)}>
      {near ? formatRelativeDate(value) : formatShortDate(value)}
    </time>
  ) : null

/** Shows the date and time of an instant without seconds: '22 Nov, 1:10 pm'. The tooltip has the full date and time. */
export const ShortInstant = ({ value }: { value: string | null | undefined }) =>
  value ? (
    <time className="carat-nowrap" dateTime={value} title={formatInstant(value)}>
      {formatShortInstant(value)}
    </time>
  ) : null
