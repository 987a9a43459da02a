import type { Figure } from '../figures.ts'

/** A measured value of a company of each size. */
export type Metric = {
  name: string
  unit: string
  digits?: number
  /** The goal for the largest company divided by the smallest one. */
  ratio?: number
  /** A metric that does not depend on the company, by whose growth the growth of this metric is divided. */
  floor?: string
  /** The goal at every size. */
  most?: number
}

type MeasuredMetric = Metric & { values: Map<number, number | string>; isWrong: boolean }

/** Collects the values of all sizes, and compares them with their goals. */
export class ScaleResults {
  readonly #sizes: number[] = []
  readonly #metrics = new Map<string, MeasuredMetric>()

  set(size: number, metric: Metric, value: number | string) {
    if (!this.#sizes.includes(size)) this.#sizes.push(size)
    const stored = this.#metrics.get(metric.name) ?? { ...metric, values: new Map(), isWrong: false }
    stored.values.set(size, value)
    this.#metrics.set(metric.name, stored)
    console.log(`  ${size} members: ${metric.name}: ${format(metric, value)}`)
  }

  /** Records that work failed, which is a missed goal on every machine. */
  fail(size: number, metric: Metric, reason: string) {
    this.set(size, metric, `failed: ${reason}`)
    this.#metrics.get(metric.name)!.isWrong = true
  }

  figures(): Figure[] {
    return [...this.#metrics.values()].map((metric) => {
      const { name, values, ratio, most, isWrong } = metric
      const measured = measuredValues(metric)
      const growth = this.#growthOf(metric)
      const limits = [
        ...(ratio !== undefined && growth !== undefined ? [growth <= ratio] : []),
        ...(most !== undefined ? measured.map((value) => value <= most) : []),
      ]
      const outcome = limits.length === 0 ? '' : limits.every(Boolean) ? '; goal met' : '; goal NOT met'
      const texts = this.#sizes.map((size) => format(metric, values.get(size) ?? '–'))
      const goals = [
        ...(ratio !== undefined ? [`largest at most ${ratio} × smallest`] : []),
        ...(most !== undefined ? [`at most ${most} ${metric.unit}`] : []),
      ]
      return {
        name,
        value: `${texts.join(' | ')}${growth === undefined ? '' : ` (${formatRatio(growth)} ×)`}${outcome}`,
        ...(goals.length > 0 && { goal: goals.join(', ') }),
        ...(isWrong && { missed: true }),
      }
    })
  }

  /** Prints the table of docs/scale.md. */
  printMarkdown() {
    const sizes = this.#sizes.map((size) => size.toLocaleString('en'))
    console.log(`\n| | ${sizes.join(' | ')} | largest to smallest |\n| --- |${' ---: |'.repeat(sizes.length + 1)}`)
    for (const metric of this.#metrics.values()) {
      const growth = this.#growthOf(metric)
      const cells = this.#sizes.map((size) => format(metric, metric.values.get(size) ?? '–'))
      console.log(`| ${[metric.name, ...cells, growth === undefined ? '' : formatRatio(growth)].join(' | ')} |`)
    }
  }

  /** Returns the last value divided by the first one, relative to the floor; undefined if fewer than two sizes were measured. */
  #growthOf({ name, floor, values }: MeasuredMetric): number | undefined {
    const measured = measuredValues({ values })
    if (measured.length < 2) return undefined
    const ofFloor = floor === undefined || floor === name ? undefined : this.#metrics.get(floor)
    return measured.at(-1)! / measured[0]! / (ofFloor ? (this.#growthOf(ofFloor) ?? 1) : 1)
  }
}

const measuredValues = ({ values }: Pick<MeasuredMetric, 'values'>) =>
  [...values.values()].filter((value) => typeof value === 'number')

const formatRatio = (ratio: number) => ratio.toFixed(2)

const format = ({ unit, digits = 0 }: Metric, value: number | string) =>
  typeof value === 'number'
    ? `${value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits })} ${unit}`
    : value
