import './chart.css'

/** Between two parts, of a hundred. */
const GAP = 1

/**
 * Parts of a whole as a ring, in percent, each in the colour of its place (`carat-part-1` and on). For the eye alone:
 * the figures stand beside it. What is taken off has no part of a ring.
 */
export function Ring({ shares }: { shares: readonly number[] }) {
  const drawn = shares.map((share) => Math.max(0, share))
  const whole = drawn.reduce((sum, share) => sum + share, 0)
  let begun = 0
  return (
    <svg className="carat-ring" viewBox="0 0 36 36" aria-hidden="true">
      {drawn.map((share, place) => {
        const length = whole > 0 ? (share / whole) * 100 : 0
        const from = begun
        begun += length
        if (length === 0) return null
        const seen = length >= 100 ? 100 : Math.max(0.5, length - GAP)
        return (
          <circle
            // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place.
            key={place}
            className={partClass(place)}
            cx="18"
            cy="18"
            r="14"
            pathLength="100"
            strokeDasharray={`${seen} ${100 - seen}`}
            strokeDashoffset={25 - from}
          />
        )
      })}
    </svg>
  )
}

/** The colour of a part, for its ring and for the mark beside its name. */
export const partClass = (place: number) => `carat-part-${place + 1}`
