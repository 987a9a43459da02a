/**
 * A row of the result table.
 * Speed is never asserted, because machines differ. `missed` is for goals that must hold on every machine.
 */
export type Figure = { name: string; value: string; goal?: string; missed?: boolean }

export const median = (values: number[]) => percentile(values, 0.5)

/** Returns the quantile `share` of the values. */
export function percentile(values: number[], share: number) {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function printTable(title: string, figures: Figure[]) {
  const widths = [0, 1, 2].map((column) => Math.max(...figures.map((figure) => cells(figure)[column]!.length)))
  console.log(`\n${title}`)
  for (const figure of figures)
    console.log(
      `  ${cells(figure)
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')}`.trimEnd(),
    )
}

const cells = ({ name, value, goal, missed }: Figure) => [
  name,
  value,
  `${goal ? `goal ${goal}` : ''}${missed ? ', MISSED' : ''}`,
]
