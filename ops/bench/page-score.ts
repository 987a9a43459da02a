import type { Page } from '@playwright/test'

// Computes the Lighthouse phone score from the performance observers of the browser.
// Lighthouse itself would add a browser driver and an error reporter.

export type PaintMetrics = { first: number; largest: number; blocked: number; shift: number }

declare global {
  interface Window {
    paints: { first: number; largest: number; long: { start: number; duration: number }[]; shift: number }
  }
}

/** Runs in the page before any other script. */
export function observePaints() {
  window.paints = { first: 0, largest: 0, long: [], shift: 0 }
  const { paints } = window
  const observe = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') paints.first = startTime
  })
  observe('largest-contentful-paint', ({ startTime }) => {
    paints.largest = startTime
  })
  observe('longtask', ({ startTime, duration }) => {
    paints.long.push({ start: startTime, duration })
  })
  observe('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
    if (!hadRecentInput) paints.shift += value
  })
}

export async function readPaintMetrics(page: Page): Promise<PaintMetrics> {
  const { first, largest, long, shift } = await page.evaluate(() => window.paints)
  const blocked = long
    .filter(({ start }) => start > first)
    .reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0)
  return { first, largest, blocked, shift }
}

/** Weights and curves of Lighthouse 12 for phones. The largest paint replaces the speed index, which needs a video. */
const curves = [
  { weight: 0.1, median: 3_000, good: 1_800, of: ({ first }: PaintMetrics) => first },
  { weight: 0.1, median: 5_800, good: 3_387, of: ({ largest }: PaintMetrics) => largest },
  { weight: 0.25, median: 4_000, good: 2_500, of: ({ largest }: PaintMetrics) => largest },
  { weight: 0.3, median: 600, good: 200, of: ({ blocked }: PaintMetrics) => blocked },
  { weight: 0.25, median: 0.25, good: 0.1, of: ({ shift }: PaintMetrics) => shift },
]

/** Returns the score, 0 to 100. */
export const performanceScoreOf = (paints: PaintMetrics) =>
  Math.round(100 * curves.reduce((sum, { weight, of, ...curve }) => sum + weight * share(of(paints), curve), 0))

/** Returns the score of a metric from 1 to 0: 0.5 at the median, 0.9 at the "good" value. */
function share(value: number, { median, good }: { median: number; good: number }) {
  if (value <= 0) return 1
  const NINE_TENTHS = 0.9061938024368232
  return (1 - erf((Math.log(value / median) * NINE_TENTHS) / -Math.log(good / median))) / 2
}

/** The error function by formula 7.1.26 of Abramowitz and Stegun. */
function erf(x: number) {
  const t = 1 / (1 + 0.3275911 * Math.abs(x))
  const tail = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  return Math.sign(x) * (1 - tail * Math.exp(-x * x))
}
