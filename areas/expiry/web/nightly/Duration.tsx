import { currentLanguage } from '#kit/web/i18n.ts'

const SECOND = 1000
const MINUTE = 60

/** A duration, for example `40 ms`, `1.4 sec` or `12 min 3 sec`. */
export function DurationText({ milliseconds }: { milliseconds: number | null }) {
  if (milliseconds === null) return null
  const seconds = milliseconds / SECOND
  const unit = (value: number, name: 'millisecond' | 'second' | 'minute', digits = 0) =>
    new Intl.NumberFormat(currentLanguage(), {
      style: 'unit',
      unit: name,
      unitDisplay: 'short',
      maximumFractionDigits: digits,
    }).format(value)
  return (
    <span className="carat-figure">
      {milliseconds < SECOND
        ? unit(milliseconds, 'millisecond')
        : seconds < MINUTE
          ? unit(seconds, 'second', 1)
          : `${unit(Math.floor(seconds / MINUTE), 'minute')} ${unit(Math.round(seconds % MINUTE), 'second')}`}
    </span>
  )
}
