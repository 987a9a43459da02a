/** A row of the result table: the measure and whether its goal was met. */
export type Finding = { measure: string; goal: string; value: string; met: boolean }

export type FaultPart = { name: string; title: string; run: (options: Options) => Promise<Finding[]> }

export type Options = {
  /** A fraction of the full size, for a quick run. */
  short: boolean
  /** The share of the full size, for parts whose size can be chosen; 1 by default. */
  scale: number
  /** The duration of long-running parts in minutes, if not the default. */
  minutes?: number | undefined
  /** The folder of a checkout of the last release, with its dependencies installed. */
  release?: string | undefined
  /** A proxy before the database, for the part on failovers. */
  through?: 'pgbouncer' | undefined
  log: (text: string) => void
}

export const finding = (measure: string, goal: string, value: string | number, met: boolean): Finding => ({
  measure,
  goal,
  value: String(value),
  met,
})

export const expectNone = (measure: string, count: number, examples: readonly unknown[] = []) =>
  finding(measure, '0', count === 0 ? 0 : `${count} ${JSON.stringify(examples.slice(0, 3)).slice(0, 400)}`, count === 0)

export const atMost = (measure: string, limit: number, value: number, unit = 'ms') =>
  finding(measure, `≤ ${limit} ${unit}`, `${Math.round(value)} ${unit}`, value <= limit)

export function printFindings(title: string, findings: readonly Finding[]) {
  const widths = [0, 1, 2].map((column) => Math.max(...findings.map((one) => cellsOf(one)[column]!.length)))
  console.log(`\n${title}`)
  for (const one of findings)
    console.log(
      `  ${one.met ? 'met   ' : 'MISSED'}  ${cellsOf(one)
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')}`.trimEnd(),
    )
}

const cellsOf = ({ measure, goal, value }: Finding) => [measure, `goal ${goal}`, value]

export function percentile(values: readonly number[], share: number) {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
