import './chart.css'

/** The width of the gap between two parts of the ring, in percent. */
const GAP = 1

/**
 * A ring chart of shares in percent, coloured by index (`carat-part-1`, `carat-part-2`, …).
 * Screen readers skip the ring chart, because the page also shows its figures.
 * Negative shares are not drawn in the ring.
 */
export function RingChart({ shares }: { shares: readonly number[] }) {
  const positiveShares = shares.map((share) => Math.max(0, share))
  const whole = positiveShares.reduce((sum, share) => sum + share, 0)
  let offset = 0
  return (
    <svg className="carat-ring" viewBox="0 0 36 36" aria-hidden="true">
      {positiveShares.map((share, index) => {
        const length = whole > 0 ? (share / whole) * 100 : 0
        const start = offset
        offset += length
        if (length === 0) return null
        const arcLength = length >= 100 ? 100 : Math.max(0.5, length - GAP)
        return (
          <circle
            // biome-ignore lint/suspicious/noArrayIndexKey: parts are identified by their index.
            key={index}
            className={ringPartClass(index)}
            cx="18"
            cy="18"
            r="14"
            pathLength="100"
            strokeDasharray={`${arcLength} ${100 - arcLength}`}
            strokeDashoffset={25 - start}
          />
        )
      })}
    </svg>
  )
}

/** Returns the CSS class with the colour of a part, for the ring and its legend. */
export const ringPartClass = (index: number) => `carat-part-${index + 1}`
