import type { CSSProperties } from 'react'
import './chart.css'

export type ChartDay = { key: string; now: number | null; before: number | null }

type Props = {
  /** What it shows, in one sentence with its figures: nobody has to see the line. */
  label: string
  days: readonly ChartDay[]
  /** How a figure of the scale is written. */
  figure: (value: number) => string
  /** Below the line, from its first day to its last. */
  marks: readonly string[]
  height?: number
}

const WIDTH = 1000
const HEIGHT = 100

/** A value for each day beside that of the span before it. Days to come have no value yet. */
export function LineChart({ label, days, figure, marks, height = 180 }: Props) {
  const top = ceiling(Math.max(1, ...days.flatMap(({ now, before }) => [now ?? 0, before ?? 0])))
  const x = (place: number) => (days.length < 2 ? WIDTH / 2 : (place / (days.length - 1)) * WIDTH)
  const y = (value: number) => HEIGHT - (Math.max(0, value) / top) * HEIGHT
  const line = (of: (day: ChartDay) => number | null) => {
    const points = days.flatMap((day, place) => {
      const value = of(day)
      return value === null ? [] : [`${x(place).toFixed(1)} ${y(value).toFixed(1)}`]
    })
    // One day alone is a short stroke.
    if (points.length === 1) return `M${WIDTH / 2 - 40} ${points[0]!.split(' ')[1]}h80`
    return points.length === 0 ? '' : `M${points.join('L')}`
  }
  const now = line((day) => day.now)
  const last = days.filter((day) => day.now !== null).length - 1
  const steps = [top, top / 2, 0]
  return (
    <div
      className="carat-chart"
      role="img"
      aria-label={label}
      style={{ '--chart-height': `${height}px` } as CSSProperties}
    >
      <div className="carat-chart-scale">
        {steps.map((step) => (
          <span key={step}>{figure(step)}</span>
        ))}
      </div>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
        {steps.map((step) => (
          <path key={step} className="carat-chart-grid" d={`M0 ${y(step)}H${WIDTH}`} />
        ))}
        {now && last > 0 && (
          <path className="carat-chart-area" stroke="none" d={`${now}L${x(last)} ${HEIGHT}L0 ${HEIGHT}Z`} />
        )}
        <path className="carat-chart-before" d={line((day) => day.before)} />
        <path className="carat-chart-now" d={now} />
      </svg>
      <div className="carat-chart-days">
        {marks.map((mark) => (
          <span key={mark}>{mark}</span>
        ))}
      </div>
    </div>
  )
}

/** The next figure that is round, and whose half is: 120, 200, 240 k; of few, even. */
function ceiling(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  const steps = power < 10 ? [2, 4, 6, 8, 10] : [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10]
  return (steps.find((each) => each * power >= value) ?? 10) * power
}
