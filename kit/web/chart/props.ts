/** The text is exact; the value is only drawn. */
type ChartPoint = { value: number; text: string }
type ChartSeries = { name: string; points: readonly ChartPoint[] }

export type ChartProps = {
  /** `bar` compares, `line` goes on over time, `donut` parts a whole and takes one series. */
  kind: 'bar' | 'line' | 'donut'
  title: string
  /** What the labels are: the head of the first column, where it is seen as a table. */
  by: string
  labels: readonly string[]
  series: readonly ChartSeries[]
  /** What stands before them in the table and is not drawn, such as how many each label is of. */
  also?: readonly ChartSeries[]
  /** How a figure of the scale is written. */
  figure: (value: number) => string
  height?: number
  /** The figures stand beside it anyway. */
  tableBeside?: boolean
}

export type ChartHandle = { download: (name: string) => void }
