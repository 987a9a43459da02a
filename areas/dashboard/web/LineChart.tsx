import type { CSSProperties } from 'react'
import './chart.css'

export type ChartDay = { key: string; now: number | null; before: number | null }

type Props = {
  /** The text alternative that describes the chart with its figures. */
  label: string
  days: readonly ChartDay[]
  /** Formats a value of the chart's vertical axis. */
  figure: (value: number) => string
  /** The labels of the chart's horizontal axis. */
  marks: readonly string[]
  height?: number
}

const WIDTH = 1000
const HEIGHT = 100

/** A line chart of daily values and the values of the previous period. Future days have no value. */
export function LineChart({ label, days, figure, marks, height = 180 }: Props) {
  const top = ceiling(Math.max(1, ...days.flatMap(({ now: currentPath, before }) => [currentPath ?? 0, before ?? 0])))
  const x = (index: number) => (days.length < 2 ? WIDTH / 2 : (index / (days.length - 1)) * WIDTH)
  const y = (value: number) => HEIGHT - (Math.max(0, value) / top) * HEIGHT
  const pathOf = (dayValue: (day: ChartDay) => number | null) => {
    const points = days.flatMap((day, index) => {
      const value = dayValue(day)
      return value === null ? [] : [`${x(index).toFixed(1)} ${y(value).toFixed(1)}`]
    })
    // The value of a single day is drawn as a short line.
    if (points.length === 1) return `M${WIDTH / 2 - 40} ${points[0]!.split(' ')[1]}h80`
    return points.length === 0 ? '' : `M${points.join('L')}`
  }
  const currentPath = pathOf((day) => day.now)
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
        {currentPath && last > 0 && (
          <path className="carat-chart-area" stroke="none" d={`${currentPath}L${x(last)} ${HEIGHT}L0 ${HEIGHT}Z`} />
        )}
        <path className="carat-chart-before" d={pathOf((day) => day.before)} />
        <path className="carat-chart-now" d={currentPath} />
      </svg>
      <div className="carat-chart-days">
        {marks.map((mark) => (
          <span key={mark}>{mark}</span>
        ))}
      </div>
    </div>
  )
}

/** Rounds the maximum of an axis up, so that half of it is a round number as well, such as 120 or 240. */
function ceiling(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  const steps = power < 10 ? [2, 4, 6, 8, 10] : [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10]
  return (steps.find((factor) => factor * power >= value) ?? 10) * power
}
