import { currentLanguage } from '#kit/web/i18n.ts'

const MINUTE = 60

/** How long something took: `0.4 s`, `12 min 3 s`. */
export function Duration({ milliseconds }: { milliseconds: number | null }) {
  if (milliseconds === null) return null
  const seconds = milliseconds / 1000
  const unit = (value: number, name: 'second' | 'minute', digits = 0) =>
    new Intl.NumberFormat(currentLanguage(), {
      style: 'unit',
      unit: name,
      unitDisplay: 'short',
      maximumFractionDigits: digits,
    }).format(value)
  return (
    <span className="carat-figure">
      {seconds < MINUTE
        ? unit(seconds, 'second', 1)
        : `${unit(Math.floor(seconds / MINUTE), 'minute')} ${unit(Math.round(seconds % MINUTE), 'second')}`}
    </span>
  )
}
