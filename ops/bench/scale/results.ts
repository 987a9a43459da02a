import type { Figure } from '../figures.ts'

/** A measured value of a company of each size. */
export type Metric = {
  name: string
  unit: string
  digits?: number
  /** The goal for the largest company divided by the smallest one. */
  ratio?: number
  /** The goal at every size. */
  most?: number
}

/** Collects the values of all sizes, and compares them with their goals. */
export class ScaleResults {
  readonly #sizes: number[] = []
  readonly #metrics = new Map<string, Metric & { values: Map<number, number | string>; isWrong: boolean }>()

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
      const measured = [...values.values()].filter((value) => typeof value === 'number')
      const growth = measured.length > 1 ? measured.at(-1)! / measured[0]! : undefined
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
        value: `${texts.join(' | ')}${growth === undefined ? '' : ` (${growth.toFixed(2)} ×)`}${outcome}`,
        ...(goals.length > 0 && { goal: goals.join(', ') }),
        ...(isWrong && { missed: true }),
      }
    })
  }

  /** Prints the table of docs/scale.md. */
  printMarkdown() {
    const sizes = this.#sizes.map((size) => size.toLocaleString('en'))
    console.log(`\n| | ${sizes.join(' | ')} |\n| --- |${' ---: |'.repeat(sizes.length)}`)
    for (const metric of this.#metrics.values())
      console.log(
        `| ${metric.name} | ${this.#sizes.map((size) => format(metric, metric.values.get(size) ?? '–')).join(' | ')} |`,
      )
  }
}

const format = ({ unit, digits = 0 }: Metric, value: number | string) =>
  typeof value === 'number'
    ? `${value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits })} ${unit}`
    : value
